import { arrive } from '@balcao/domain/ticket/arrival';
import { decide } from '@balcao/domain/ticket/machine';
import type { Facts, LogEntry, Ticket as Machine, TicketCommand, TicketEffect } from '@balcao/domain/ticket/ticket';
import type { Actor } from '@balcao/domain/policy/actor';
import { may } from '@balcao/domain/policy/policy';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import { patiently, type Db, type Tx } from '../../foundation/db/tx.ts';
import type { TicketPlace } from '../../foundation/events/catalogue.ts';
import { accepted, found, permit, Refusal, refuse } from '../../foundation/refusal.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Contacts, FullContact } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import { countStore } from './counts.store.ts';
import { laneStore } from './lanes.store.ts';
import { listStore, type TicketFilter } from './list.store.ts';
import { stepStore } from './steps.store.ts';
import { ticketStore, type FullTicket, type Turned } from './tickets.store.ts';
import { readCommand, showConflict, type FatChange, type Wish } from './tickets.wire.ts';

export interface TicketNeeds {
  db: Db;
  clock: Clock;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  knownQueues(tx: Tx, ids: number[]): Promise<number[]>;
  knownUser(tx: Tx, id: number): Promise<boolean>;
  connectionOfUser(tx: Tx, userId: number): Promise<number | null>;
  /** What a decision asks for is done by `messages` above, in the same transaction: the ticket and its words change together. */
  perform(tx: Tx, ticket: TicketRow, effects: TicketEffect[]): Promise<void>;
}
/** A look at a conversation is logged once in so many minutes. */
const LOOK_MINUTES = 5;
/** One transaction closes at most so many; more are closed in the next. */
const CLOSE_AT_ONCE = 100;

export const placeOf = ({ status, userId, queueId, isGroup }: TicketRow | FullTicket): TicketPlace => ({
  status,
  userId,
  queueId,
  isGroup,
});
const machineOf = ({ status, userId, queueId, isGroup, isBot, botTurns, ratingTurns }: TicketRow): Machine => ({
  status,
  userId,
  queueId,
  isGroup,
  isBot,
  botTurns,
  ratingTurns,
});

/** The life of a ticket. What is allowed is decided in domain/ticket; here it is made to happen. */
export function createTickets(needs: TicketNeeds) {
  const { db, clock, settings, connections, contacts, knownQueues, knownUser, connectionOfUser, perform } = needs;

  async function gatherFacts(tx: Tx, ticket: TicketRow): Promise<Facts> {
    const set = await settings.all(tx);
    const isOn = (name: keyof typeof set) => set[name] === 'enabled' || set[name] === true;
    const connection = ticket.connectionId === null ? undefined : await connections.tryWithin(tx, ticket.connectionId);
    return {
      settings: {
        greetsOnAccept: isOn('sendGreetingAccepted'),
        saysFarewellWhileWaiting: isOn('sendFarewellWaitingTicket'),
        announcesTransfer: isOn('sendMsgTransfTicket'),
        closesOnTransfer: isOn('closeTicketOnTransfer'),
        requiresTag: isOn('requiredTag'),
        asksRating: isOn('userRating'),
      },
      connection: connection
        ? {
            isConnected: connection.status === 'CONNECTED',
            groupAsTicket: connection.groupAsTicket,
            hasRatingText: connection.ratingMessage.trim() !== '',
          }
        : null,
      contactHasTags: await contacts.hasTags(tx, ticket.contactId),
      isRated: await stepStore.isRated(tx, ticket.id),
    };
  }

  /** For the rooms above and for people alike: decide, keep, log, track, perform, tell. */
  async function command(tx: Tx, ticket: TicketRow, wish: TicketCommand): Promise<TicketRow> {
    const decision = accepted(decide(machineOf(ticket), wish, await gatherFacts(tx, ticket)));
    const next = await ticketStore.keep(tx, ticket, decision.ticket);
    await stepStore.log(tx, ticket.id, decision.log);
    await stepStore.track(tx, next, decision.tracking);
    tx.emit({ is: 'ticket.changed', ticketId: ticket.id, from: placeOf(ticket), to: placeOf(next) });
    const current = decision.continuesAs
      ? await open(tx, ticket, decision.continuesAs, 'receivedTransfer', ticket)
      : next;
    await perform(tx, current, decision.effects);
    return current;
  }

  async function open(
    tx: Tx,
    like: Pick<TicketRow, 'contactId' | 'connectionId' | 'channel'>,
    state: Machine,
    type: 'create' | 'receivedTransfer',
    /** What the list goes on showing when one ticket continues another. */
    shown: Partial<Pick<TicketRow, 'lastMessage' | 'lastFromMe' | 'lastMessageAt' | 'isActiveDemand'>>,
  ) {
    const { lastMessage, lastFromMe, lastMessageAt, isActiveDemand } = shown;
    const row = await ticketStore.insertLive(tx, {
      contactId: like.contactId,
      connectionId: like.connectionId,
      channel: like.channel,
      lastInboundAt: await ticketStore.lastInbound(tx, like.contactId, like.connectionId),
      lastMessage,
      lastFromMe,
      lastMessageAt,
      isActiveDemand,
      ...state,
    });
    if (!row) return refuse('ERR_TICKET_TRANSITION');
    await stepStore.log(tx, row.id, [{ type, userId: state.userId, queueId: state.queueId }]);
    await stepStore.startTracking(tx, row);
    tx.emit({ is: 'ticket.changed', ticketId: row.id, from: null, to: placeOf(row) });
    return row;
  }

  /** Receipts go out with the reading: without a connection that takes them it waits. */
  const isConnected = async (tx: Tx, { connectionId }: TicketRow) =>
    connectionId !== null && (await connections.tryWithin(tx, connectionId))?.status === 'CONNECTED';

  /** A stranger's ticket, and one this person may not see, are equally unknown. */
  const seen = <T extends TicketRow>(actor: Actor, ticket: T | undefined): T => {
    const known = found(ticket, 'ERR_NO_TICKET_FOUND');
    if (!may(actor, 'ticket.read', known)) refuse('ERR_NO_TICKET_FOUND');
    return known;
  };
  const full = async (tx: Tx, id: number) => found(await ticketStore.byId(tx, id), 'ERR_NO_TICKET_FOUND');

  /** Which live ticket a customer's message belongs to; two that arrive at once find the same one. */
  async function forArrival(
    tx: Tx,
    contact: { id: number; isGroup: boolean },
    connection: FullConnection,
    asksConsent: boolean,
    /** Its live ticket, when it is held already. */
    live?: TicketRow,
  ): Promise<TicketRow> {
    let latest = live ?? (await ticketStore.lockLatest(tx, contact.id, connection.id));
    // It may have been closed while this waited for it, and another opened in its place.
    if (latest?.status === 'closed') latest = await ticketStore.lockLatest(tx, contact.id, connection.id);
    const arrival = arrive({
      latest: latest ? { id: latest.id, status: latest.status, updatedAt: latest.updatedAt } : null,
      isGroup: contact.isGroup,
      now: clock.now(),
      connection,
      asksConsent,
    });
    if (arrival.into === 'same') return latest!;
    if (arrival.into === 'reopened') {
      // Nobody had it: then whoever comes back meets the bot again.
      const isBot = latest!.userId === null && !contact.isGroup;
      const before = machineOf(latest!);
      const next = await ticketStore.keep(tx, latest!, { ...before, status: 'pending', botTurns: 0, isBot });
      await stepStore.log(tx, next.id, [{ type: 'reopen', userId: null, queueId: next.queueId }]);
      await stepStore.track(tx, next, 'waiting');
      tx.emit({ is: 'ticket.changed', ticketId: next.id, from: placeOf(latest!), to: placeOf(next) });
      return next;
    }
    const state: Machine = {
      status: arrival.status,
      userId: null,
      queueId: null,
      isGroup: contact.isGroup,
      isBot: arrival.isBot,
      botTurns: 0,
      ratingTurns: 0,
    };
    const row = await ticketStore.insertLive(tx, {
      contactId: contact.id,
      connectionId: connection.id,
      channel: connection.channel,
      ...state,
    });
    // Somebody else opened it meanwhile: then that is the one.
    if (!row) return forArrival(tx, contact, connection, asksConsent);
    await stepStore.log(tx, row.id, [
      { type: arrival.status === 'lgpd' ? 'lgpd' : 'create', userId: null, queueId: null },
    ]);
    await stepStore.startTracking(tx, row);
    tx.emit({ is: 'ticket.changed', ticketId: row.id, from: null, to: placeOf(row) });
    return row;
  }

  /** The conversation a forwarded message goes to: the contact's own, taken in hand by whoever forwards. */
  async function forForward(
    tx: Tx,
    actor: Actor,
    contact: { id: number; isGroup: boolean },
    connection: FullConnection,
    queueId: number | null,
  ): Promise<TicketRow> {
    const latest = await ticketStore.lockLatest(tx, contact.id, connection.id);
    if (latest && latest.status !== 'closed') {
      seen(actor, latest);
      if (latest.status === 'pending')
        return command(tx, latest, { do: 'accept', by: actor.userId, queueId: latest.queueId ?? queueId });
      return latest;
    }
    const state: Machine = {
      status: contact.isGroup ? 'group' : 'open',
      userId: actor.userId,
      queueId,
      isGroup: contact.isGroup,
      isBot: false,
      botTurns: 0,
      ratingTurns: 0,
    };
    return open(
      tx,
      { contactId: contact.id, connectionId: connection.id, channel: connection.channel },
      state,
      'create',
      { isActiveDemand: true },
    );
  }

  /** What a person wants of a ticket, done. The answer may be another ticket than the one that was named. */
  async function applied(tx: Tx, actor: Actor, id: number, change: FatChange): Promise<FullTicket> {
    // What may bring a ticket to life waits in the contact's line, before it takes the ticket: everybody in this order.
    if (change.status === 'open' || change.status === 'group') {
      const { contactId } = found(await ticketStore.byId(tx, id), 'ERR_NO_TICKET_FOUND');
      await contacts.hold(tx, contactId);
    }
    const ticket = found(await ticketStore.lock(tx, id), 'ERR_NO_TICKET_FOUND');
    const wish = readCommand(change, ticket, actor.userId);
    if (!may(actor, 'ticket.read', ticket)) await refuseUnseen(tx, actor, ticket, wish);
    if (wish.isTooLate) await refuseTaken(tx, ticket);
    const { command: wanted, queueId } = wish;
    if (queueId !== undefined && queueId !== null && (await knownQueues(tx, [queueId])).length === 0)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
    if (wanted?.do === 'transfer' && wanted.userId !== null && !(await knownUser(tx, wanted.userId)))
      refuse('ERR_NO_USER_FOUND', { field: 'userId', rule: 'unknown' });
    // Closing what nobody attended is a right of its own, with a farewell or without.
    const isWaiting = ticket.status === 'pending' || ticket.status === 'lgpd';
    if (wanted?.do === 'ignore' || (wanted?.do === 'close' && isWaiting)) permit(actor, 'ticket.ignore');
    if (wanted?.do === 'reopen') {
      // Reopening beside a live one would make two: the live one is the answer; one that waits for a rating waits in vain.
      for (const live of await ticketStore.live(tx, ticket.contactId, ticket.connectionId)) {
        if (live.status !== 'nps') return live;
        const unrated = await ticketStore.lock(tx, live.id);
        if (unrated?.status === 'nps') await command(tx, unrated, { do: 'close', by: 'bot', farewell: false });
      }
    }
    const next = wanted ? await command(tx, ticket, wanted) : ticket;
    if (wish.set) {
      const changed = await ticketStore.set(tx, next.id, wish.set);
      if (wish.set.queueId !== undefined) await stepStore.moved(tx, changed);
      tx.emit({ is: 'ticket.changed', ticketId: next.id, from: placeOf(next), to: placeOf(changed) });
    }
    return full(tx, next.id);
  }

  /** Whoever could have accepted it a moment ago is told who did; to everyone else it is unknown. */
  async function refuseUnseen(tx: Tx, actor: Actor, ticket: TicketRow, wish: Wish): Promise<never> {
    const couldSee = may(actor, 'ticket.read', { ...ticket, userId: null });
    if (!couldSee || !wish.isTooLate) return refuse('ERR_NO_TICKET_FOUND');
    return refuseTaken(tx, ticket);
  }
  async function refuseTaken(tx: Tx, ticket: TicketRow): Promise<never> {
    if (ticket.userId === null) return refuse('ERR_TICKET_TRANSITION');
    throw new Refusal('ERR_OTHER_OPEN_TICKET', { conflict: showConflict(await full(tx, ticket.id)) });
  }

  return {
    command,
    forArrival,
    forForward,
    touch: ticketStore.touch,
    touchMany: ticketStore.touchMany,
    lockLive: ticketStore.lockLive,
    /** Conversations of old: opened, filled and closed without anybody being told. */
    forImport: ticketStore.forImport,
    fillImported: ticketStore.fillImported,
    closeImported: ticketStore.closeImported,
    lock: ticketStore.lock,
    within: full,
    tryWithin: (tx: Tx, id: number) => ticketStore.byId(tx, id),
    set: ticketStore.set,
    /** When this person last wrote on this connection, in whichever ticket. */
    lastInbound: (tx: Tx, { contactId, connectionId }: Pick<TicketRow, 'contactId' | 'connectionId'>) =>
      ticketStore.lastInbound(tx, contactId, connectionId),
    readable: seen,
    /** Only for simulated connections. */
    age: ticketStore.age,
    /** After the bot's turn, several at once: places, counters and the lines that tell why. Whoever asks holds them. */
    async turned(tx: Tx, turns: (Turned & { from: TicketPlace; lines: LogEntry[] })[]): Promise<void> {
      if (turns.length === 0) return;
      await ticketStore.turnMany(tx, turns);
      await stepStore.trackMany(tx, turns);
      await stepStore.logMany(
        tx,
        turns.flatMap(({ ticket, lines }) => lines.map((line) => ({ ...line, ticketId: ticket.id }))),
      );
      for (const { ticket, from, lines } of turns) {
        const to = placeOf(ticket);
        const hasMoved = from.status !== to.status || from.userId !== to.userId || from.queueId !== to.queueId;
        // A new line of its history is told too: whoever looks at the conversation reads why.
        if (hasMoved || lines.length > 0) tx.emit({ is: 'ticket.changed', ticketId: ticket.id, from, to });
      }
    },
    async rate(tx: Tx, { id }: TicketRow, rating: number) {
      await stepStore.rated(tx, id, clock.now());
      return ticketStore.set(tx, id, { rating });
    },
    waitingIn: (tx: Tx, place: Parameters<typeof ticketStore.waitingIn>[1]) => ticketStore.waitingIn(tx, place),
    /** What happened to it besides a step in its life. */
    logged: stepStore.log,
    /** Into a lane of the board, or out of all of them. Whoever asks holds the ticket. */
    async setLane(tx: Tx, ticket: TicketRow, laneId: number | null, at: Date): Promise<TicketRow> {
      if (laneId === null) await laneStore.clear(tx, ticket.id);
      else await laneStore.set(tx, ticket.id, laneId);
      const moved = await ticketStore.set(tx, ticket.id, { laneId, laneAt: laneId === null ? null : at });
      tx.emit({ is: 'ticket.changed', ticketId: ticket.id, from: placeOf(ticket), to: placeOf(moved) });
      return moved;
    },

    /** A page of the list, made ready for whoever asked in the same look at the database. */
    list: <Shown>(
      actor: Actor,
      filter: Omit<TicketFilter, 'matching'>,
      show: (tx: Tx, rows: FullTicket[], masked: boolean, people: FullContact[]) => Promise<Shown>,
    ) =>
      db.readCompany(actor.companyId, async (tx) => {
        // Only groups ask which connection a person is bound to.
        const connectionId = filter.tab === 'group' ? await connectionOfUser(tx, actor.userId) : null;
        const masked = await contacts.hidesNumbers(tx);
        const { rows, people, ...page } = await listStore.page(
          tx,
          { ...actor, connectionId },
          {
            ...filter,
            matching: (contactId, words) => contacts.meant(contactId, words, masked),
          },
          (contactIds) => contacts.byIds(tx, contactIds),
        );
        return { shown: await show(tx, rows, masked, people), ...page };
      }),
    counts: (actor: Actor, view: { showAll: boolean; queueIds: number[] }) =>
      db.readCompany(actor.companyId, async (tx) =>
        countStore.tabs(tx, { ...actor, connectionId: await connectionOfUser(tx, actor.userId) }, view),
      ),
    show: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => seen(actor, await ticketStore.byId(tx, id))),
    showByUuid: (actor: Actor, uuid: string) =>
      db.readCompany(actor.companyId, async (tx) => seen(actor, await ticketStore.byUuid(tx, uuid))),
    /** By its uuid, or its number as text. */
    named: async (tx: Tx, actor: Actor, name: string) =>
      seen(actor, /^\d+$/.test(name) ? await ticketStore.byId(tx, Number(name)) : await ticketStore.byUuid(tx, name)),
    /** For telling: whoever is meant was decided by its place. */
    manyWithin: ticketStore.byIds,
    /** Whoever leaves the company leaves nobody unattended without a word: what they had in hand waits again. */
    async handBack(tx: Tx, userId: number) {
      for (const ticket of await ticketStore.lockOf(tx, userId)) await command(tx, ticket, { do: 'return' });
    },

    /** Somebody opened the conversation: it is read (while attended), and the log knows who looked. */
    look: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = seen(actor, await ticketStore.lock(tx, id));
        if (!(await stepStore.lookedRecently(tx, id, actor.userId, LOOK_MINUTES))) {
          await stepStore.log(tx, id, [{ type: 'access', userId: actor.userId, queueId: ticket.queueId }]);
        }
        const isAttended = ticket.status === 'open' || ticket.status === 'group';
        if (ticket.unread > 0 && isAttended && (await isConnected(tx, ticket)))
          await perform(tx, ticket, [{ effect: 'mark-read' }]);
        return full(tx, id);
      }),

    /** A person starts a conversation. One open conversation a contact, whatever the connection. */
    create: (
      actor: Actor,
      draft: { contactId: number; queueId: number | null; connectionId: number | null; userId: number | null },
    ) =>
      db.inCompany(actor.companyId, async (tx) => {
        // Held, so that of two who start at once the second finds the first one's conversation.
        const contact = found(await contacts.hold(tx, draft.contactId), 'ERR_NO_CONTACT_FOUND');
        if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
        if (draft.queueId !== null && (await knownQueues(tx, [draft.queueId])).length === 0)
          refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
        const userId = draft.userId ?? actor.userId;
        if (!(await knownUser(tx, userId))) refuse('ERR_NO_USER_FOUND', { field: 'userId', rule: 'unknown' });
        const preferred = draft.connectionId ?? (await connectionOfUser(tx, actor.userId)) ?? contact.connectionId;
        const connection =
          draft.connectionId === null
            ? found(await connections.usable(tx, preferred), 'ERR_NO_DEF_WAPP_FOUND')
            : found(await connections.tryWithin(tx, draft.connectionId), 'ERR_NO_WAPP_FOUND');

        for (const other of await ticketStore.live(tx, contact.id)) {
          if (other.status !== 'nps') throw new Refusal('ERR_OTHER_OPEN_TICKET', { conflict: showConflict(other) });
          const unrated = await ticketStore.lock(tx, other.id);
          if (unrated?.status === 'nps') await command(tx, unrated, { do: 'close', by: 'bot', farewell: false });
        }
        const state: Machine = {
          status: contact.isGroup ? 'group' : 'open',
          userId,
          queueId: draft.queueId,
          isGroup: contact.isGroup,
          isBot: false,
          botTurns: 0,
          ratingTurns: 0,
        };
        const row = await open(
          tx,
          { contactId: contact.id, connectionId: connection.id, channel: connection.channel },
          state,
          'create',
          { isActiveDemand: true },
        );
        return full(tx, row.id);
      }),

    update: (actor: Actor, id: number, change: FatChange) =>
      db.inCompany(actor.companyId, (tx) => applied(tx, actor, id, change)),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await patiently(tx);
        const ticket = found(await ticketStore.remove(tx, id), 'ERR_NO_TICKET_FOUND');
        await audit(tx, {
          userId: actor.userId,
          act: 'ticket.removed',
          subject: `ticket ${id}`,
          data: { contactId: ticket.contactId },
        });
        tx.emit({ is: 'ticket.removed', ticketId: id, from: placeOf(ticket) });
      }),

    async closeAll(actor: Actor, status: 'open' | 'pending' | 'group', queueIds: number[]) {
      for (;;) {
        const closed = await db.inCompany(actor.companyId, async (tx) => {
          const ids = await ticketStore.idsToClose(tx, status, queueIds, CLOSE_AT_ONCE);
          for (const id of ids) {
            const ticket = await ticketStore.lock(tx, id);
            if (ticket?.status === status) await command(tx, ticket, { do: 'close', by: 'admin', farewell: false });
          }
          return ids.length;
        });
        if (closed < CLOSE_AT_ONCE) return;
      }
    },

    log: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        seen(actor, await ticketStore.byId(tx, id));
        return stepStore.logOf(tx, id);
      }),
  };
}
export type Tickets = ReturnType<typeof createTickets>;
