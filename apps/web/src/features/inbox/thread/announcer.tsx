import type { Message } from '@balcao/contract/endpoints/messages';
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { contentTexts } from './content.texts.ts';
import { previewText } from './message-text.ts';
import { threadTexts } from './thread.texts.ts';

const MAX_LENGTH = 200;

/** Announces new messages. The thread itself is no live region: scrolling would announce everything again. */
export function Announcer({ messages, isLive }: { messages: readonly Message[]; isLive: boolean }) {
  const t = useTexts(threadTexts);
  const tContent = useTexts(contentTexts);
  const last = messages.at(-1);
  const [seen, setSeen] = useState({ id: last?.id ?? 0, announcement: '' });
  if (last && last.id > seen.id) {
    const isAnnounced = isLive && !last.fromMe && last.mediaType !== 'reactionMessage';
    const text = previewText(last, tContent).slice(0, MAX_LENGTH);
    setSeen({
      id: last.id,
      announcement: isAnnounced ? t('newFrom', { name: last.contact?.name ?? t('someone'), text }) : seen.announcement,
    });
  }
  return (
    <div className="sr" aria-live="polite" data-announcer>
      {seen.announcement}
    </div>
  );
}
