/** The acts themselves: each asks the server once, shows what it answered, and says how it ended. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Ticket, TicketChange } from '@balcao/contract/endpoints/tickets';
import type { Viewer } from '@balcao/domain/ticket/scope';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { cacheTicket, ticketQuery } from '../../../entities/tickets/tickets.api.ts';
import { applyTicketUpdates } from '../../../entities/tickets/tickets.live.ts';
import { api, ApiError, invalidateModule } from '../../../lib/api.ts';
import { currentLanguage } from '../../../lib/language.tsx';
import { translate, type Values } from '../../../lib/texts.ts';
import { toasts } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';
import type { OpenDialog } from './open-dialog.ts';
import { existingIn, existingOf, type Existing } from '../../../entities/tickets/conflict.ts';
import { farewellOf } from './farewell.ts';

export interface ActionContext {
  client: QueryClient;
  user(): SessionUser;
  viewer(): Viewer;
  /** Settled once the page is there. */
  navigate(path: string): Promise<void>;
  /** Where the person is. */
  currentPath(): string;
  setDialog(dialog: OpenDialog | null): void;
}
export type TicketOperations = ReturnType<typeof createTicketActions>;
/** What every dialog of an act is given. */
export interface ActionDialogProps {
  operations: TicketOperations;
  onClose: () => void;
}
type Change = z.input<typeof TicketChange>;

const t = (key: keyof typeof actionTexts, values?: Values) => translate(actionTexts[key], currentLanguage(), values);
const attendedStatus = (ticket: Ticket) => (ticket.isGroup ? 'group' : 'open');

export function createTicketActions({ client, user, viewer, navigate, currentPath, setDialog }: ActionContext) {
  /** Two clicks are one wish. */
  const busy = new Set<number>();

  async function change(ticket: Ticket, body: Change): Promise<Ticket> {
    const answered = await api.tickets.update({ params: { id: ticket.id }, body });
    applyTicket(answered);
    return answered;
  }
  /** Lists and panes show the answer at once, with or without the socket. */
  function applyTicket(ticket: Ticket): void {
    cacheTicket(client, ticket);
    applyTicketUpdates(client, [{ type: 'told', ticket }], viewer());
  }
  const open = (uuid: string) => void navigate(`/tickets/${uuid}`);
  const isCurrentTicket = (ticket: Ticket) => currentPath().toLowerCase().endsWith(`/${ticket.uuid}`);
  /** What is no longer one's own is left behind; who looks at another conversation stays there. */
  const leave = async (ticket: Ticket) => {
    if (isCurrentTicket(ticket)) await navigate('/tickets');
  };

  /** Somebody else has it: say who. Otherwise it is one's own, or nobody's, and is shown. */
  function openExisting(existing: Existing): void {
    if (existing.userId === null || existing.userId === user().id) return open(existing.uuid);
    setDialog({ type: 'taken', existing });
  }

  /** Tells what went wrong; a conversation that was in the way is shown instead. */
  function handleError(error: unknown, ticket?: Ticket): 'arrived' | 'told' {
    // What was on screen was no longer true.
    if (error instanceof ApiError && error.status !== 400) void invalidateModule(client, 'tickets');
    const existing = existingIn(error);
    if (existing) {
      openExisting(existing);
      return 'arrived';
    }
    if (error instanceof ApiError && error.code === 'ERR_TICKET_NEEDS_TAG' && ticket) warnOfTag(ticket);
    else toasts.failed(error);
    return 'told';
  }
  const warnOfTag = (ticket: Ticket) =>
    toasts.warn(t('needsTag'), { label: t('addTag'), onClick: () => setDialog({ type: 'tag', tickets: [ticket] }) });

  /** Answers whether it was done; a failure has been told by then. */
  async function once(ticket: Ticket, action: () => Promise<void>): Promise<boolean> {
    if (busy.has(ticket.id)) return false;
    busy.add(ticket.id);
    try {
      await action();
      return true;
    } catch (error) {
      handleError(error, ticket);
      return false;
    } finally {
      busy.delete(ticket.id);
    }
  }

  const acceptIn = (ticket: Ticket, queueId: number | null) =>
    once(ticket, async () => {
      const answered = await change(ticket, {
        status: attendedStatus(ticket),
        userId: user().id,
        ...(queueId === null ? {} : { queueId }),
      });
      openExisting(existingOf(answered));
    });

  const reopen = (ticket: Ticket) =>
    once(ticket, async () => {
      const answered = await change(ticket, { status: attendedStatus(ticket), userId: user().id });
      openExisting(existingOf(answered));
    });
  const reopenAction = (ticket: Ticket) => ({ label: t('reopen'), onClick: () => void reopen(ticket) });

  const close = (ticket: Ticket, sendFarewellMessage: boolean) =>
    change(ticket, { status: 'closed', userId: ticket.userId, sendFarewellMessage });
  const resolveWith = (ticket: Ticket, farewell: boolean) =>
    once(ticket, async () => {
      const answered = await close(ticket, farewell);
      // One that waits for a rating is not closed yet and cannot be reopened.
      toasts.done(t('resolved'), answered.status === 'closed' ? reopenAction(answered) : undefined);
      await leave(ticket);
    });

  async function canResolve(ticket: Ticket): Promise<boolean> {
    const isNeeded = user().company.companieSettings.some(
      (setting) => setting.key === 'requiredTag' && setting.value === 'enabled',
    );
    if (!isNeeded) return true;
    const { tags } = await api.tags.ofContact({ params: { contactId: ticket.contactId } });
    if (!tags) warnOfTag(ticket);
    return tags;
  }
  async function requestResolve(ticket: Ticket): Promise<void> {
    let hasNoFarewell = false;
    await once(ticket, async () => {
      if (!(await canResolve(ticket))) return;
      const connections = api.connections.list.query({ query: { session: '0' } });
      const cachedConnections = await client.ensureQueryData(connections).catch(() => undefined);
      if (farewellOf(ticket, user(), cachedConnections)) setDialog({ type: 'resolve', tickets: [ticket] });
      else hasNoFarewell = true;
    });
    if (hasNoFarewell) await resolveWith(ticket, false);
  }

  return {
    change,
    applyTicket,
    open,
    close,
    acceptIn,
    resolveWith,
    reopen,
    openExisting,
    handleError,
    leave,
    requestResolve,

    returnToQueue: (ticket: Ticket) =>
      once(ticket, async () => {
        await change(ticket, { status: 'pending', userId: null });
        toasts.done(t('givenBack'));
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
        toasts.done(t('ignored'), reopenAction(answered));
        await leave(ticket);
      }),

    /** A transfer to oneself: the log tells both that it happened. */
    takeOver: (ticket: Ticket, queueId: number | null) =>
      once(ticket, async () => {
        const answered = await change(ticket, {
          status: attendedStatus(ticket),
          userId: user().id,
          queueId: queueId ?? ticket.queueId,
          isTransfered: true,
          // Only from whom the question named.
          ...(ticket.userId !== null && { fromUserId: ticket.userId }),
        });
        toasts.done(t('takenOver'));
        open(answered.uuid);
      }),

    remove: (ticket: Ticket) =>
      once(ticket, async () => {
        await api.tickets.remove({ params: { id: ticket.id } });
        toasts.done(t('removed'));
        // Left before it is forgotten: a conversation on screen would be asked for again, and not be found.
        await leave(ticket);
        client.removeQueries({ queryKey: ticketQuery(ticket.uuid).queryKey });
        applyTicketUpdates(client, [{ type: 'gone', ticketId: ticket.id }], viewer());
      }),

    /** Staying would read it again at once. */
    markUnread: (ticket: Ticket) =>
      once(ticket, async () => {
        await leave(ticket);
        applyTicket(await api.tickets.markUnread({ params: { id: ticket.id } }));
        toasts.done(t('markedUnread'));
      }),
  };
}
