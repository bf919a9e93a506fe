import { useState } from 'react';
import type { ThreadState } from '../../../entities/messages/thread-store.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Counter, Icon } from '../../../ui/index.ts';
import css from './thread.module.css';
import { threadTexts } from './thread.texts.ts';

/** For readers further up: a button to the end, with the number of new messages. */
export function ToEnd({ isAtEnd, thread, onClick }: { isAtEnd: boolean; thread: ThreadState; onClick(): void }) {
  const t = useTexts(threadTexts);
  const lastId = thread.messages.at(-1)?.id ?? 0;
  const [seenUpTo, setSeen] = useState(lastId);
  if (isAtEnd && lastId > seenUpTo) setSeen(lastId);
  if (isAtEnd && !thread.hasNewer) return null;
  const count = thread.missed + (thread.hasNewer ? 0 : newSince(thread, seenUpTo));
  return (
    <button
      type="button"
      className={css.toEnd}
      aria-label={count > 0 ? t('toEndNew', { count }) : t('toEnd')}
      onClick={onClick}
    >
      <Icon name="chev-d" size={20} />
      {count > 0 && (
        <span className={css.toEndCount}>
          <Counter accent>{count > 99 ? '99+' : count}</Counter>
        </span>
      )}
    </button>
  );
}

function newSince({ messages }: ThreadState, seenUpTo: number): number {
  let count = 0;
  for (let at = messages.length - 1; at >= 0 && messages[at]!.id > seenUpTo; at--) {
    const { fromMe, mediaType } = messages[at]!;
    if (!fromMe && mediaType !== 'reactionMessage') count += 1;
  }
  return count;
}
