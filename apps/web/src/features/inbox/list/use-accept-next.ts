import { useRouter } from '@tanstack/react-router';
import { nextWaiting } from '../../../entities/tickets/tickets.list.ts';
import type { ListView } from '../../../entities/tickets/tickets.updates.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import { NEXT, whileOpening } from '../composer/type-ahead.ts';
import { listTexts } from './list.texts.ts';

/** Accepts the ticket that has waited longest, by request: the visible list may be sorted or filtered differently. */
export function useAcceptNext({ showAll, queueIds }: Pick<ListView, 'showAll' | 'queueIds'>): () => Promise<void> {
  const t = useTexts(listTexts);
  const toast = useToast();
  const actions = useTicketActions();
  const router = useRouter();
  return () =>
    whileOpening(NEXT, async () => {
      const from = router.state.location.pathname;
      try {
        const ticket = await nextWaiting({ showAll, queueIds });
        // The customer must not wait for a user who has opened something else meanwhile.
        if (router.state.location.pathname !== from) return;
        if (ticket) actions.accept(ticket);
        else toast.info(t('nobodyToAccept'));
      } catch (error) {
        toast.failed(error);
      }
    });
}
