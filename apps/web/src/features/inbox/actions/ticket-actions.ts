/** The ticket actions. Each sends one request, shows the answer and reports the result. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { ticketQuery } from '../../../entities/tickets/tickets.api.ts';
import { applyTicketUpdates } from '../../../entities/tickets/tickets.live.ts';
import { api, ApiError } from '../../../lib/api.ts';
import { toasts } from '../../../ui/index.ts';
import { whileOpening } from '../composer/type-ahead.ts';
import { actionText, createActionRunner, type ActionContext } from './action-runner.ts';
import { attendedStatus, createResolveAndReopen } from './resolve-and-reopen.ts';

export type TicketOperations = ReturnType<typeof createTicketActions>;
/** The props of every action dialog. */
export interface ActionDialogProps {
  operations: TicketOperations;
  onClose: () => void;
}

export function createTicketActions(context: ActionContext) {
  const { client, user, viewer, onAccepted } = context;
  const runner = createActionRunner(context);
  const { change, applyTicket, open, openFrom, leave, openExisting, openAccepted, handleError, once } = runner;
  const { reopenAction, ...resolving } = createResolveAndReopen(context, runner);

  const accepted = (ticket: Ticket, queueId: number | null) =>
    change(ticket, {
      status: attendedStatus(ticket),
      userId: user().id,
      ...(queueId === null ? {} : { queueId }),
    });

  return {
    change,
    applyTicket,
    open,
    openExisting,
    handleError,
    leave,
    ...resolving,

    acceptIn: (ticket: Ticket, queueId: number | null) =>
      whileOpening(ticket.uuid, () =>
        once(ticket, async (from) => openAccepted(await accepted(ticket, queueId), from)),
      ),

    /** One of several: shown in its tab, not opened. */
    acceptQuietly: async (ticket: Ticket, queueId: number | null) => {
      const answered = await accepted(ticket, queueId);
      if (answered.userId === user().id) onAccepted(answered);
      else throw new ApiError(409, 'ERR_OTHER_OPEN_TICKET');
    },

    returnToQueue: (ticket: Ticket) =>
      once(ticket, async () => {
        await change(ticket, { status: 'pending', userId: null });
        toasts.done(actionText('givenBack'));
        await leave(ticket);
      }),

    ignore: (ticket: Ticket) =>
      once(ticket, async () => {
        const answered = await change(ticket, {
          status: 'closed',
          userId: null,
          sendFarewellMessage: false,
          amountUsedBotQueues: 0,
        });
        toasts.done(actionText('ignored'), reopenAction(answered));
        await leave(ticket);
      }),

    /** A transfer to the user, so that the ticket log names both agents. */
    takeOver: (ticket: Ticket, queueId: number | null) =>
      once(ticket, async (from) => {
        const answered = await change(ticket, {
          status: attendedStatus(ticket),
          userId: user().id,
          queueId: queueId ?? ticket.queueId,
          isTransfered: true,
          // Only from the agent named in the dialog; refused if another agent has the ticket by now.
          ...(ticket.userId !== null && { fromUserId: ticket.userId }),
        });
        toasts.done(actionText('takenOver'));
        await openFrom(from, answered.uuid);
      }),

    remove: (ticket: Ticket) =>
      once(ticket, async () => {
        await api.tickets.remove({ params: { id: ticket.id } });
        toasts.done(actionText('removed'));
        // Leave first: an open conversation would refetch the removed query and get "not found".
        await leave(ticket);
        client.removeQueries({ queryKey: ticketQuery(ticket.uuid).queryKey });
        applyTicketUpdates(client, [{ type: 'gone', ticketId: ticket.id }], viewer());
      }),

    /** Leaves the conversation first: while it is open, its messages are marked as read. */
    markUnread: (ticket: Ticket) =>
      once(ticket, async () => {
        await leave(ticket);
        applyTicket(await api.tickets.markUnread({ params: { id: ticket.id } }));
        toasts.done(actionText('markedUnread'));
      }),
  };
}
