/** Ticket actions for the list, the header and the keyboard, and the dialogs they open. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, Suspense, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useViewer } from '../../../entities/tickets/tickets.live.ts';
import { NetworkError } from '../../../lib/api.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useSession } from '../../../lib/session.tsx';
import { whenIdle } from '../../../lib/when-idle.ts';
import { toasts } from '../../../ui/index.ts';
import type { OpenDialog } from './open-dialog.ts';
import { createTicketActions, type TicketOperations } from './ticket-actions.ts';

export interface TicketActions {
  accept(...tickets: Ticket[]): void;
  /** Back to its queue, without an agent. */
  returnToQueue(ticket: Ticket): void;
  transfer(...tickets: Ticket[]): void;
  resolve(...tickets: Ticket[]): void;
  reopen(ticket: Ticket): void;
  ignore(ticket: Ticket): void;
  /** A supervisor becomes its agent. */
  takeOver(ticket: Ticket): void;
  remove(ticket: Ticket): void;
  markUnread(ticket: Ticket): void;
  showLog(ticket: Ticket): void;
  /** The way of the conversation through flows. */
  showFlowPath(ticket: Ticket): void;
  /** Adds tags to the contacts of these tickets. */
  tag(...tickets: Ticket[]): void;
  startNew(contactId?: number): void;
  closeAll(tab: 'open' | 'pending' | 'group', queueIds: readonly number[]): void;
}
const TicketActionsContext = createContext<TicketActions | null>(null);
const INBOX = '/tickets';

const ActionDialogs = lazyPart(() => import('./action-dialogs.tsx').then((module) => module.ActionDialogs));

export interface TicketActionsProviderProps {
  /** The path under which tickets open: the board stays on the board. */
  base?: string;
  /** The user has accepted or reopened this ticket. */
  onAccepted?: (ticket: Ticket) => void;
  children: ReactNode;
}

export function TicketActionsProvider({ base = INBOX, onAccepted, children }: TicketActionsProviderProps) {
  const client = useQueryClient();
  const router = useRouter();
  const { user } = useSession();
  const viewer = useViewer();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  // The actions never change, so that a changed session does not render the rows of the list again.
  const [latest] = useState(() => createCell({ user, viewer, onAccepted }));
  useEffect(() => latest.set({ user, viewer, onAccepted }), [latest, user, viewer, onAccepted]);
  // Until a dialog is loaded, keys that are meant for it would reach the screen behind it.
  useEffect(() => whenIdle(ActionDialogs.preload), []);

  const operations = useMemo(
    () =>
      createTicketActions({
        client,
        setDialog,
        user: () => latest.get().user,
        viewer: () => latest.get().viewer,
        onAccepted: (ticket) => latest.get().onAccepted?.(ticket),
        navigate: (to) => router.navigate({ to: to.startsWith(INBOX) ? base + to.slice(INBOX.length) : to }),
        currentPath: () => router.state.location.pathname,
      }),
    [client, router, latest, base],
  );
  const actions = useMemo(() => onlyOnline(createActions(operations, setDialog)), [operations]);

  return (
    <TicketActionsContext value={actions}>
      {children}
      {dialog && (
        <Suspense fallback={null}>
          <ActionDialogs
            dialog={dialog}
            operations={operations}
            // An action may have replaced the dialog by the time it closes: the new one stays.
            onClose={() => setDialog((now) => (now === dialog ? null : now))}
          />
        </Suspense>
      )}
    </TicketActionsContext>
  );
}

export function useTicketActions(): TicketActions {
  const actions = useContext(TicketActionsContext);
  if (!actions) throw new Error('useTicketActions needs a TicketActionsProvider around it');
  return actions;
}

/** Without a network every action says so at once. It must not happen later, when the user does something else. */
function onlyOnline(actions: TicketActions): TicketActions {
  const guarded = Object.entries(actions).map(([name, run]) => [
    name,
    (...args: unknown[]) => (navigator.onLine ? run(...args) : toasts.failed(new NetworkError())),
  ]);
  return Object.fromEntries(guarded) as TicketActions;
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
  accept: (...tickets) => {
    const [first, ...more] = tickets;
    if (first && more.length === 0 && first.queueId !== null) void operations.acceptIn(first, first.queueId);
    else if (first) setDialog({ type: 'accept', tickets });
  },
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
  showFlowPath: (ticket) => setDialog({ type: 'flow-path', ticket }),
  tag: (...tickets) => tickets.length > 0 && setDialog({ type: 'tag', tickets }),
  startNew: (contactId) => setDialog({ type: 'new', contactId }),
  closeAll: (tab, queueIds) => setDialog({ type: 'close-all', tab, queueIds }),
});
