/** What can be done with a ticket, from the list, the header or the keyboard; the dialogs they need are drawn here. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, lazy, Suspense, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useViewer } from '../../../entities/tickets/tickets.live.ts';
import { useSession } from '../../../lib/session.tsx';
import type { Asking } from './asking.ts';
import { performerOf, type Performer } from './perform.ts';

export interface TicketActs {
  accept(ticket: Ticket): void;
  /** Back to the queue it waits in. */
  giveBack(ticket: Ticket): void;
  transfer(...tickets: Ticket[]): void;
  resolve(...tickets: Ticket[]): void;
  reopen(ticket: Ticket): void;
  ignore(ticket: Ticket): void;
  /** A supervisor attends it from now on. */
  takeOver(ticket: Ticket): void;
  remove(ticket: Ticket): void;
  markUnread(ticket: Ticket): void;
  showLog(ticket: Ticket): void;
  /** Tags for the contacts of these tickets. */
  tag(...tickets: Ticket[]): void;
  startNew(contactId?: number): void;
  closeAll(tab: 'open' | 'pending' | 'group', queueIds: readonly number[]): void;
}
const Current = createContext<TicketActs | null>(null);
const INBOX = '/tickets';

const ActDialogs = lazy(() => import('./act-dialogs.tsx').then((room) => ({ default: room.ActDialogs })));

/** `base` is where conversations are open: elsewhere than in the inbox, acts lead back there. */
export function TicketActsProvider({ base = INBOX, children }: { base?: string; children: ReactNode }) {
  const client = useQueryClient();
  const router = useRouter();
  const { user } = useSession();
  const viewer = useViewer();
  const [asking, ask] = useState<Asking | null>(null);
  // The acts never change, so that no row of the list is drawn anew because the session learned something.
  const [who] = useState(() => cellOf({ user, viewer }));
  useEffect(() => who.set({ user, viewer }), [who, user, viewer]);

  const performer = useMemo(
    () =>
      performerOf({
        client,
        ask,
        user: () => who.get().user,
        viewer: () => who.get().viewer,
        go: (to) => router.navigate({ to: to.startsWith(INBOX) ? base + to.slice(INBOX.length) : to }),
        at: () => router.state.location.pathname,
      }),
    [client, router, who, base],
  );
  const acts = useMemo(() => actsOf(performer, ask), [performer]);

  return (
    <Current value={acts}>
      {children}
      {asking && (
        <Suspense fallback={null}>
          <ActDialogs
            asking={asking}
            performer={performer}
            // An act may have put a notice in the dialog's place by the time it closes: that one stays.
            onClose={() => ask((now) => (now === asking ? null : now))}
          />
        </Suspense>
      )}
    </Current>
  );
}

export function useTicketActs(): TicketActs {
  const acts = useContext(Current);
  if (!acts) throw new Error('useTicketActs needs a TicketActsProvider around it');
  return acts;
}

function cellOf<T>(first: T) {
  let value = first;
  return {
    get: () => value,
    set: (next: T) => {
      value = next;
    },
  };
}

const actsOf = (performer: Performer, ask: (asking: Asking) => void): TicketActs => ({
  accept: (ticket) =>
    ticket.queueId === null ? ask({ for: 'accept', ticket }) : void performer.acceptIn(ticket, ticket.queueId),
  giveBack: (ticket) => void performer.giveBack(ticket),
  transfer: (...tickets) => tickets.length > 0 && ask({ for: 'transfer', tickets }),
  resolve: (...tickets) => {
    const [first, ...more] = tickets;
    if (first && more.length === 0) void performer.resolveOne(first);
    else if (first) ask({ for: 'resolve', tickets });
  },
  reopen: (ticket) => void performer.reopen(ticket),
  ignore: (ticket) => void performer.ignore(ticket),
  takeOver: (ticket) => ask({ for: 'take-over', ticket }),
  remove: (ticket) => ask({ for: 'remove', ticket }),
  markUnread: (ticket) => void performer.markUnread(ticket),
  showLog: (ticket) => ask({ for: 'log', ticket }),
  tag: (...tickets) => tickets.length > 0 && ask({ for: 'tag', tickets }),
  startNew: (contactId) => ask({ for: 'new', contactId }),
  closeAll: (tab, queueIds) => ask({ for: 'close-all', tab, queueIds }),
});
