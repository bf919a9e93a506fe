import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { unreadsOf, type TeamChat } from '../../entities/team-chats/team-chats.api.ts';
import { replaceChat } from '../../entities/team-chats/team-chats.live.ts';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';

/** Marks messages as read while the page and the end of the thread are on screen. A failure is repeated with the next message. */
export function useReadPosition(chat: TeamChat, last: number, isEndShown: boolean): void {
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
    if (isVisible && isEndShown && hasUnread && last > 0) read(last);
  }, [isVisible, isEndShown, hasUnread, last]);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
