/** What the panes of one open conversation share: what is being answered, edited or picked for forwarding. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

export interface ConversationState {
  /** The composer answers this one. */
  replyTo: Message | null;
  reply(to: Message | null): void;
  /** The composer changes this one's words. */
  editing: Message | null;
  edit(message: Message | null): void;
  /** Messages picked to be forwarded; null while nobody is picking. */
  picked: ReadonlySet<number> | null;
  pick(ids: ReadonlySet<number> | null): void;
  /** The thread scrolls there and flashes it, loading its neighbourhood when it is far away. */
  target: { messageId: number; nonce: number } | null;
  jumpTo(messageId: number): void;
  /** Files let go over the conversation; the composer takes them and puts null back. */
  dropped: File[] | null;
  drop(files: File[] | null): void;
}

const Current = createContext<ConversationState | null>(null);

/** One a conversation: give it the ticket's uuid as `key`. */
export function ConversationScope({ startAt, children }: { startAt?: number | undefined; children: ReactNode }) {
  const [replyTo, reply] = useState<Message | null>(null);
  const [editing, edit] = useState<Message | null>(null);
  const [picked, pick] = useState<ReadonlySet<number> | null>(null);
  const [target, setTarget] = useState<ConversationState['target']>(
    startAt === undefined ? null : { messageId: startAt, nonce: 0 },
  );
  // Another place of the same conversation was asked for, as by the next find of a search.
  const [requestedStart, setRequestedStart] = useState(startAt);
  if (requestedStart !== startAt) {
    setRequestedStart(startAt);
    if (startAt !== undefined) setTarget({ messageId: startAt, nonce: (target?.nonce ?? 0) + 1 });
  }
  const [dropped, drop] = useState<File[] | null>(null);
  // The acts never change: what only acts is not drawn again when something is picked or answered.
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
