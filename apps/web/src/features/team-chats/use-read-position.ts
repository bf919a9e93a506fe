import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { unreadsOf, type TeamChat } from '../../entities/team-chats/team-chats.api.ts';
import { replaceChat } from '../../entities/team-chats/team-chats.live.ts';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';

/** Marks what is on screen as read, while the page is visible. A failure is repeated with the next message. */
export function useReadPosition(chat: TeamChat, lastShown: number): void {
  const client = useQueryClient();
  const { user } = useSession();
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const sent = useRef(0);
  const hasUnread = unreadsOf(chat, user.id) > 0;
  const read = useEffectEvent((seq: number) => {
    if (seq <= sent.current) return;
    sent.current = seq;
    api.teamChats
      .read({ params: { id: chat.id }, body: { seq, userId: user.id } })
      .then((changed) => replaceChat(client, changed))
      .catch(() => (sent.current = 0));
  });
  useEffect(() => {
    if (isVisible && hasUnread && lastShown > 0) read(lastShown);
  }, [isVisible, hasUnread, lastShown]);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
