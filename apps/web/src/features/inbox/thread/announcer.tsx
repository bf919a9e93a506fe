import type { Message } from '@balcao/contract/endpoints/messages';
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { contentTexts } from './content.texts.ts';
import { lineOf } from './message-words.ts';
import { threadTexts } from './thread.texts.ts';

const MOST_LETTERS = 200;

/** Reads out what arrives. The thread itself is silent: scrolling through it would read everything again. */
export function Announcer({ messages, isLive }: { messages: readonly Message[]; isLive: boolean }) {
  const t = useTexts(threadTexts);
  const word = useTexts(contentTexts);
  const last = messages.at(-1);
  const [seen, setSeen] = useState({ id: last?.id ?? 0, said: '' });
  if (last && last.id > seen.id) {
    const isTold = isLive && !last.fromMe && last.mediaType !== 'reactionMessage';
    const text = lineOf(last, word).slice(0, MOST_LETTERS);
    setSeen({
      id: last.id,
      said: isTold ? t('newFrom', { name: last.contact?.name ?? t('someone'), text }) : seen.said,
    });
  }
  return (
    <div className="sr" aria-live="polite" data-announcer>
      {seen.said}
    </div>
  );
}
