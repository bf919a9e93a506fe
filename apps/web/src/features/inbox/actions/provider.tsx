/** What can be done with a ticket, from the list, the header or the keyboard; the dialogs they need are drawn here. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, lazy, Suspense, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useViewer } from '../../../entities/tickets/tickets.live.ts';
import { useSession } from '../../../lib/session.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { createTicketActions, type TicketOperations } from './ticket-actions.ts';

export interface TicketActions {
  accept(ticket: Ticket): void;
  /** Back to the queue it waits in. */
  returnToQueue(ticket: Ticket): void;
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
const TicketActionsContext = createContext<TicketActions | null>(null);
const INBOX = '/tickets';

const ActionDialogs = lazy(() => import('./action-dialogs.tsx').then((module) => ({ default: module.ActionDialogs })));

/** `base` is where conversations are open: elsewhere than in the inbox, acts lead back there. */
export function TicketActionsProvider({ base = INBOX, children }: { base?: string; children: ReactNode }) {
  const client = useQueryClient();
  const router = useRouter();
  const { user } = useSession();
  const viewer = useViewer();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  // The acts never change, so that no row of the list is drawn anew because the session learned something.
  const [sessionCell] = useState(() => createCell({ user, viewer }));
  useEffect(() => sessionCell.set({ user, viewer }), [sessionCell, user, viewer]);

  const operations = useMemo(
    () =>
      createTicketActions({
        client,
        setDialog,
        user: () => sessionCell.get().user,
        viewer: () => sessionCell.get().viewer,
        navigate: (to) => router.navigate({ to: to.startsWith(INBOX) ? base + to.slice(INBOX.length) : to }),
        currentPath: () => router.state.location.pathname,
      }),
    [client, router, sessionCell, base],
  );
  const actions = useMemo(() => createActions(operations, setDialog), [operations]);

  return (
    <TicketActionsContext value={actions}>
      {children}
      {dialog && (
        <Suspense fallback={null}>
          <ActionDialogs
            dialog={dialog}
            operations={operations}
            // An act may have put a notice in the dialog's place by the time it closes: that one stays.
            onClose={() => setDialog((now) => (now === dialog ? null : now))}
          />
        </Suspense>
      )}
    </TicketActionsContext>
  );
}

export function useTicketActions(): TicketActions {
  const actions = useContext(TicketActionsContext);
  if (!actions) throw new Error('useTicketActs needs a TicketActsProvider around it');
  return actions;
}

function createCell<T>(first: T) {
  let value = first;
  return {
    get: () => value,
    set: (next: T) => {
      value = next;
    },
  };
}

const createActions = (operations: TicketOperations, setDialog: (dialog: OpenDialog) => void): TicketActions => ({
  accept: (ticket) =>
    ticket.queueId === null ? setDialog({ type: 'accept', ticket }) : void operations.acceptIn(ticket, ticket.queueId),
  returnToQueue: (ticket) => void operations.returnToQueue(ticket),
  transfer: (...tickets) => tickets.length > 0 && setDialog({ type: 'transfer', tickets }),
  resolve: (...tickets) => {
    const [first, ...more] = tickets;
    if (first && more.length === 0) void operations.requestResolve(first);
    else if (first) setDialog({ type: 'resolve', tickets });
  },
  reopen: (ticket) => void operations.reopen(ticket),
  ignore: (ticket) => void operations.ignore(ticket),
  takeOver: (ticket) => setDialog({ type: 'take-over', ticket }),
  remove: (ticket) => setDialog({ type: 'remove', ticket }),
  markUnread: (ticket) => void operations.markUnread(ticket),
  showLog: (ticket) => setDialog({ type: 'log', ticket }),
  tag: (...tickets) => tickets.length > 0 && setDialog({ type: 'tag', tickets }),
  startNew: (contactId) => setDialog({ type: 'new', contactId }),
  closeAll: (tab, queueIds) => setDialog({ type: 'close-all', tab, queueIds }),
});
