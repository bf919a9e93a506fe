/** State shared by the panes of one open conversation: quoted, edited and selected messages. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

export interface ConversationState {
  /** The message the composer replies to. */
  replyTo: Message | null;
  reply(to: Message | null): void;
  /** The message the composer edits. */
  editing: Message | null;
  edit(message: Message | null): void;
  /** Messages selected for forwarding; null while none are being selected. */
  picked: ReadonlySet<number> | null;
  pick(ids: ReadonlySet<number> | null): void;
  /** The thread scrolls to this message and flashes it, loading its surroundings if needed. */
  target: { messageId: number; nonce: number } | null;
  jumpTo(messageId: number): void;
  /** Files dropped on the conversation; the composer takes them and resets this to null. */
  dropped: File[] | null;
  drop(files: File[] | null): void;
}

const Current = createContext<ConversationState | null>(null);

/** One per conversation: use the ticket's uuid as `key`. */
export function ConversationScope({ startAt, children }: { startAt?: number | undefined; children: ReactNode }) {
  const [replyTo, reply] = useState<Message | null>(null);
  const [editing, edit] = useState<Message | null>(null);
  const [picked, pick] = useState<ReadonlySet<number> | null>(null);
  const [target, setTarget] = useState<ConversationState['target']>(
    startAt === undefined ? null : { messageId: startAt, nonce: 0 },
  );
  // Another message of the same conversation was requested, for example by the next search result.
  const [requestedStart, setRequestedStart] = useState(startAt);
  if (requestedStart !== startAt) {
    setRequestedStart(startAt);
    if (startAt !== undefined) setTarget({ messageId: startAt, nonce: (target?.nonce ?? 0) + 1 });
  }
  const [dropped, drop] = useState<File[] | null>(null);
  // The actions never change: components that only use them are not rendered when the state changes.
  const actions = useMemo<Pick<ConversationState, 'reply' | 'edit' | 'pick' | 'drop' | 'jumpTo'>>(
    () => ({
      pick,
      drop,
      reply: (to) => {
        edit(null);
        reply(to);
      },
      edit: (message) => {
        reply(null);
        edit(message);
      },
      jumpTo: (messageId) => setTarget((last) => ({ messageId, nonce: (last?.nonce ?? 0) + 1 })),
    }),
    [],
  );
  const state = useMemo<ConversationState>(
    () => ({ replyTo, editing, picked, target, dropped, ...actions }),
    [replyTo, editing, picked, target, dropped, actions],
  );
  return <Current value={state}>{children}</Current>;
}

export function useConversation(): ConversationState {
  const state = useContext(Current);
  if (!state) throw new Error('useConversation needs a ConversationScope around it');
  return state;
}
