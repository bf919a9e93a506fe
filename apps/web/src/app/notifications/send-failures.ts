/** A message of this user that did not arrive is reported on every screen, with a link to it. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { COUNTS } from '../../entities/tickets/counts-key.ts';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTopic } from '../../lib/topics.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { notificationTexts } from './notifications.texts.ts';

export function useSendFailures(): void {
  const t = useTexts(notificationTexts);
  const toast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { actor } = useSession();
  /** Each failure is reported once; a message that is sent again may fail again. */
  const reported = useRef(new Set<number>());

  const report = async (message: Message) => {
    const { uuid, contact } = await api.tickets.show({ params: { id: message.ticketId } });
    const isBeingViewed = pathname.toLowerCase() === `/tickets/${uuid}` && document.visibilityState === 'visible';
    if (isBeingViewed) return;
    toast.alert(t('sendFailed', { name: contact.name }), {
      label: t('seeMessage'),
      onClick: () => void navigate({ to: `/tickets/${uuid}`, search: { m: message.id } }),
    });
  };
  useTopic('appMessage', (payload) => {
    if (payload.action === 'delete') return;
    const { message } = payload;
    if (!message.fromMe || message.isPrivate || message.user?.id !== actor.userId) return;
    const hasFailed = message.delivery === 'failed' && !message.isDeleted;
    if (hasFailed === reported.current.has(message.id)) return;
    void client.invalidateQueries({ queryKey: COUNTS });
    if (!hasFailed) return void reported.current.delete(message.id);
    reported.current.add(message.id);
    // A ticket that can no longer be read has no conversation to show.
    void report(message).catch(() => {});
  });
}
