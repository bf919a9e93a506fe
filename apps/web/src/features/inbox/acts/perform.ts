/** The acts themselves: each asks the server once, shows what it answered, and says how it ended. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Ticket, TicketChange } from '@balcao/contract/endpoints/tickets';
import type { Viewer } from '@balcao/domain/ticket/visibility';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { keepTicket, ticketQuery } from '../../../entities/tickets/tickets.api.ts';
import { applyNews } from '../../../entities/tickets/tickets.live.ts';
import { api, ApiError, forget } from '../../../lib/api.ts';
import { currentLanguage } from '../../../lib/language.tsx';
import { say, type Values } from '../../../lib/texts.ts';
import { toasts } from '../../../ui/index.ts';
import { actsTexts } from './acts.texts.ts';
import type { Asking } from './asking.ts';
import { existingIn, existingOf, type Existing } from '../../../entities/tickets/conflict.ts';
import { farewellOf } from './farewell.ts';

export interface House {
  client: QueryClient;
  user(): SessionUser;
  viewer(): Viewer;
  /** Settled once the page is there. */
  go(path: string): Promise<void>;
  /** Where the person is. */
  at(): string;
  ask(asking: Asking | null): void;
}
export type Performer = ReturnType<typeof performerOf>;
/** What every dialog of an act is given. */
export interface ActDialogProps {
  performer: Performer;
  onClose: () => void;
}
type Change = z.input<typeof TicketChange>;

const t = (key: keyof typeof actsTexts, values?: Values) => say(actsTexts[key], currentLanguage(), values);
const attended = (ticket: Ticket) => (ticket.isGroup ? 'group' : 'open');

export function performerOf({ client, user, viewer, go, at, ask }: House) {
  /** Two clicks are one wish. */
  const busy = new Set<number>();

  async function change(ticket: Ticket, body: Change): Promise<Ticket> {
    const answered = await api.tickets.update({ params: { id: ticket.id }, body });
    keep(answered);
    return answered;
  }
  /** Lists and panes show the answer at once, with or without the socket. */
  function keep(ticket: Ticket): void {
    keepTicket(client, ticket);
    applyNews(client, [{ is: 'told', ticket }], viewer());
  }
  const open = (uuid: string) => void go(`/tickets/${uuid}`);
  const isHere = (ticket: Ticket) => at().toLowerCase().endsWith(`/${ticket.uuid}`);
  /** What is no longer one's own is left behind; who looks at another conversation stays there. */
  const leave = async (ticket: Ticket) => {
    if (isHere(ticket)) await go('/tickets');
  };

  /** Somebody else has it: say who. Otherwise it is one's own, or nobody's, and is shown. */
  function arrive(existing: Existing): void {
    if (existing.userId === null || existing.userId === user().id) return open(existing.uuid);
    ask({ for: 'taken', existing });
  }

  /** Tells what went wrong; a conversation that was in the way is shown instead. */
  function failed(error: unknown, ticket?: Ticket): 'arrived' | 'told' {
    // What was on screen was no longer true.
    if (error instanceof ApiError && error.status !== 400) void forget(client, 'tickets');
    const existing = existingIn(error);
    if (existing) {
      arrive(existing);
      return 'arrived';
    }
    if (error instanceof ApiError && error.code === 'ERR_TICKET_NEEDS_TAG' && ticket) warnOfTag(ticket);
    else toasts.failed(error);
    return 'told';
  }
  const warnOfTag = (ticket: Ticket) =>
    toasts.warn(t('needsTag'), { label: t('addTag'), onClick: () => ask({ for: 'tag', tickets: [ticket] }) });

  /** Answers whether it was done; a failure has been told by then. */
  async function once(ticket: Ticket, act: () => Promise<void>): Promise<boolean> {
    if (busy.has(ticket.id)) return false;
    busy.add(ticket.id);
    try {
      await act();
      return true;
    } catch (error) {
      failed(error, ticket);
      return false;
    } finally {
      busy.delete(ticket.id);
    }
  }

  const acceptIn = (ticket: Ticket, queueId: number | null) =>
    once(ticket, async () => {
      const answered = await change(ticket, {
        status: attended(ticket),
        userId: user().id,
        ...(queueId === null ? {} : { queueId }),
      });
      arrive(existingOf(answered));
    });

  const reopen = (ticket: Ticket) =>
    once(ticket, async () => {
      const answered = await change(ticket, { status: attended(ticket), userId: user().id });
      arrive(existingOf(answered));
    });
  const reopening = (ticket: Ticket) => ({ label: t('reopen'), onClick: () => void reopen(ticket) });

  const close = (ticket: Ticket, sendFarewellMessage: boolean) =>
    change(ticket, { status: 'closed', userId: ticket.userId, sendFarewellMessage });
  const resolveWith = (ticket: Ticket, farewell: boolean) =>
    once(ticket, async () => {
      const answered = await close(ticket, farewell);
      // One that waits for a rating is not closed yet and cannot be reopened.
      toasts.done(t('resolved'), answered.status === 'closed' ? reopening(answered) : undefined);
      await leave(ticket);
    });

  async function mayResolve(ticket: Ticket): Promise<boolean> {
    const isNeeded = user().company.companieSettings.some(
      (one) => one.key === 'requiredTag' && one.value === 'enabled',
    );
    if (!isNeeded) return true;
    const { tags } = await api.tags.ofContact({ params: { contactId: ticket.contactId } });
    if (!tags) warnOfTag(ticket);
    return tags;
  }
  async function resolveOne(ticket: Ticket): Promise<void> {
    let isQuiet = false;
    await once(ticket, async () => {
      if (!(await mayResolve(ticket))) return;
      const connections = api.connections.list.query({ query: { session: '0' } });
      const known = await client.ensureQueryData(connections).catch(() => undefined);
      if (farewellOf(ticket, user(), known)) ask({ for: 'resolve', tickets: [ticket] });
      else isQuiet = true;
    });
    if (isQuiet) await resolveWith(ticket, false);
  }

  return {
    change,
    keep,
    open,
    close,
    acceptIn,
    resolveWith,
    reopen,
    arrive,
    failed,
    leave,
    resolveOne,

    giveBack: (ticket: Ticket) =>
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
        toasts.done(t('ignored'), reopening(answered));
        await leave(ticket);
      }),

    /** A transfer to oneself: the log tells both that it happened. */
    takeOver: (ticket: Ticket, queueId: number | null) =>
      once(ticket, async () => {
        const answered = await change(ticket, {
          status: attended(ticket),
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
        applyNews(client, [{ is: 'gone', ticketId: ticket.id }], viewer());
      }),

    /** Staying would read it again at once. */
    markUnread: (ticket: Ticket) =>
      once(ticket, async () => {
        await leave(ticket);
        keep(await api.tickets.markUnread({ params: { id: ticket.id } }));
        toasts.done(t('markedUnread'));
      }),
  };
}
