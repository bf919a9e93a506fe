import { chooseTicket } from '@balcao/domain/ticket/choose-ticket';
import { decide } from '@balcao/domain/ticket/machine';
import type { TicketFacts, LogEntry, TicketState, TicketCommand, TicketEffect } from '@balcao/domain/ticket/ticket';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { extendTimeout, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import { unwrap, assertFound, authorize, AppError, refuse } from '../../infrastructure/app-error.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Contacts, FullContact } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import { countStore } from './counts.store.ts';
import { laneStore } from './lanes.store.ts';
import { listStore, type TicketFilter } from './list.store.ts';
import { ticketLogStore } from './ticket-log.store.ts';
import { ticketStore, type FullTicket, type BotTurnUpdate } from './tickets.store.ts';
import { parseCommand, presentConflict, type LegacyTicketUpdate, type TicketRequest } from './tickets.wire.ts';

export interface TicketDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  userExists(tx: Tx, id: number): Promise<boolean>;
  connectionOfUser(tx: Tx, userId: number): Promise<number | null>;
  /** What a decision asks for is done by `messages` above, in the same transaction: the ticket and its words change together. */
  perform(tx: Tx, ticket: TicketRow, effects: TicketEffect[]): Promise<void>;
}
/** A look at a conversation is logged once in so many minutes. */
const ACCESS_LOG_MINUTES = 5;
/** One transaction closes at most so many; more are closed in the next. */
const CLOSE_AT_ONCE = 100;

export const assignmentOf = ({ status, userId, queueId, isGroup }: TicketRow | FullTicket): TicketAssignment => ({
  status,
  userId,
  queueId,
  isGroup,
});
const toState = ({ status, userId, queueId, isGroup, isBot, botTurns, ratingTurns }: TicketRow): TicketState => ({
  status,
  userId,
  queueId,
  isGroup,
  isBot,
  botTurns,
  ratingTurns,
});

/** The life of a ticket. What is allowed is decided in domain/ticket; here it is made to happen. */
export function createTickets(deps: TicketDeps) {
  const { db, clock, settings, connections, contacts, existingQueueIds, userExists, connectionOfUser, perform } = deps;

  async function loadFacts(tx: Tx, ticket: TicketRow): Promise<TicketFacts> {
    const set = await settings.all(tx);
    const isOn = (name: keyof typeof set) => set[name] === 'enabled' || set[name] === true;
    const connection = ticket.connectionId === null ? undefined : await connections.inTx.find(tx, ticket.connectionId);
    return {
      settings: {
        greetsOnAccept: isOn('sendGreetingAccepted'),
        sendsFarewellWhileWaiting: isOn('sendFarewellWaitingTicket'),
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
      isRated: await ticketLogStore.isRated(tx, ticket.id),
    };
  }

  /** For the rooms above and for people alike: decide, keep, log, track, perform, tell. */
  async function command(tx: Tx, ticket: TicketRow, ticketCommand: TicketCommand): Promise<TicketRow> {
    const decision = unwrap(decide(toState(ticket), ticketCommand, await loadFacts(tx, ticket)));
    const next = await ticketStore.save(tx, ticket, decision.ticket);
    await ticketLogStore.log(tx, ticket.id, decision.log);
    await ticketLogStore.track(tx, next, decision.tracking);
    tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignmentOf(ticket), to: assignmentOf(next) });
    const current = decision.continuesAs
      ? await open(tx, ticket, decision.continuesAs, 'receivedTransfer', ticket)
      : next;
    await perform(tx, current, decision.effects);
    return current;
  }

  async function open(
    tx: Tx,
    like: Pick<TicketRow, 'contactId' | 'connectionId' | 'channel'>,
    state: TicketState,
    type: 'create' | 'receivedTransfer',
    /** What the list goes on showing when one ticket continues another. */
    preview: Partial<Pick<TicketRow, 'lastMessage' | 'lastFromMe' | 'lastMessageAt' | 'isActiveDemand'>>,
  ) {
    const { lastMessage, lastFromMe, lastMessageAt, isActiveDemand } = preview;
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
    await ticketLogStore.log(tx, row.id, [{ type, userId: state.userId, queueId: state.queueId }]);
    await ticketLogStore.startTracking(tx, row);
    tx.emit({ type: 'ticket.changed', ticketId: row.id, from: null, to: assignmentOf(row) });
    return row;
  }

  /** Receipts go out with the reading: without a connection that takes them it waits. */
  const isConnected = async (tx: Tx, { connectionId }: TicketRow) =>
    connectionId !== null && (await connections.inTx.find(tx, connectionId))?.status === 'CONNECTED';

  /** A stranger's ticket, and one this person may not see, are equally unknown. */
  const requireReadable = <T extends TicketRow>(actor: Actor, ticket: T | undefined): T => {
    const visible = assertFound(ticket, 'ERR_NO_TICKET_FOUND');
    if (!can(actor, 'ticket.read', visible)) refuse('ERR_NO_TICKET_FOUND');
    return visible;
  };
  const getFull = async (tx: Tx, id: number) => assertFound(await ticketStore.byId(tx, id), 'ERR_NO_TICKET_FOUND');

  /** Which live ticket a customer's message belongs to; two that arrive at once find the same one. */
  async function findOrOpen(
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
    const arrival = chooseTicket({
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
      const before = toState(latest!);
      const next = await ticketStore.save(tx, latest!, { ...before, status: 'pending', botTurns: 0, isBot });
      await ticketLogStore.log(tx, next.id, [{ type: 'reopen', userId: null, queueId: next.queueId }]);
      await ticketLogStore.track(tx, next, 'waiting');
      tx.emit({ type: 'ticket.changed', ticketId: next.id, from: assignmentOf(latest!), to: assignmentOf(next) });
      return next;
    }
    const state: TicketState = {
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
    if (!row) return findOrOpen(tx, contact, connection, asksConsent);
    await ticketLogStore.log(tx, row.id, [
      { type: arrival.status === 'lgpd' ? 'lgpd' : 'create', userId: null, queueId: null },
    ]);
    await ticketLogStore.startTracking(tx, row);
    tx.emit({ type: 'ticket.changed', ticketId: row.id, from: null, to: assignmentOf(row) });
    return row;
  }

  /** The conversation a forwarded message goes to: the contact's own, taken in hand by whoever forwards. */
  async function findOrOpenForForward(
    tx: Tx,
    actor: Actor,
    contact: { id: number; isGroup: boolean },
    connection: FullConnection,
    queueId: number | null,
  ): Promise<TicketRow> {
    const latest = await ticketStore.lockLatest(tx, contact.id, connection.id);
    if (latest && latest.status !== 'closed') {
      requireReadable(actor, latest);
      if (latest.status === 'pending')
        return command(tx, latest, { type: 'accept', by: actor.userId, queueId: latest.queueId ?? queueId });
      return latest;
    }
    const state: TicketState = {
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
  async function applyUpdate(tx: Tx, actor: Actor, id: number, change: LegacyTicketUpdate): Promise<FullTicket> {
    // What may bring a ticket to life waits in the contact's line, before it takes the ticket: everybody in this order.
    if (change.status === 'open' || change.status === 'group') {
      const { contactId } = assertFound(await ticketStore.byId(tx, id), 'ERR_NO_TICKET_FOUND');
      await contacts.lock(tx, contactId);
    }
    const ticket = assertFound(await ticketStore.lock(tx, id), 'ERR_NO_TICKET_FOUND');
    const request = parseCommand(change, ticket, actor.userId);
    if (!can(actor, 'ticket.read', ticket)) await refuseUnreadable(tx, actor, ticket, request);
    if (request.isTooLate) await refuseConflict(tx, ticket);
    const { command: ticketCommand, queueId } = request;
    if (queueId !== undefined && queueId !== null && (await existingQueueIds(tx, [queueId])).length === 0)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
    if (
      ticketCommand?.type === 'transfer' &&
      ticketCommand.userId !== null &&
      !(await userExists(tx, ticketCommand.userId))
    )
      refuse('ERR_NO_USER_FOUND', { field: 'userId', rule: 'unknown' });
    // Closing what nobody attended is a right of its own, with a farewell or without.
    const isWaiting = ticket.status === 'pending' || ticket.status === 'lgpd';
    if (ticketCommand?.type === 'ignore' || (ticketCommand?.type === 'close' && isWaiting))
      authorize(actor, 'ticket.ignore');
    if (ticketCommand?.type === 'reopen') {
      // Reopening beside a live one would make two: the live one is the answer; one that waits for a rating waits in vain.
      for (const live of await ticketStore.live(tx, ticket.contactId, ticket.connectionId)) {
        if (live.status !== 'nps') return live;
        const unrated = await ticketStore.lock(tx, live.id);
        if (unrated?.status === 'nps') await command(tx, unrated, { type: 'close', by: 'bot', farewell: false });
      }
    }
    const next = ticketCommand ? await command(tx, ticket, ticketCommand) : ticket;
    if (request.set) {
      const changed = await ticketStore.set(tx, next.id, request.set);
      if (request.set.queueId !== undefined) await ticketLogStore.moveQueue(tx, changed);
      tx.emit({ type: 'ticket.changed', ticketId: next.id, from: assignmentOf(next), to: assignmentOf(changed) });
    }
    return getFull(tx, next.id);
  }

  /** Whoever could have accepted it a moment ago is told who did; to everyone else it is unknown. */
  async function refuseUnreadable(tx: Tx, actor: Actor, ticket: TicketRow, request: TicketRequest): Promise<never> {
    const couldSee = can(actor, 'ticket.read', { ...ticket, userId: null });
    if (!couldSee || !request.isTooLate) return refuse('ERR_NO_TICKET_FOUND');
    return refuseConflict(tx, ticket);
  }
  async function refuseConflict(tx: Tx, ticket: TicketRow): Promise<never> {
    if (ticket.userId === null) return refuse('ERR_TICKET_TRANSITION');
    throw new AppError('ERR_OTHER_OPEN_TICKET', { conflict: presentConflict(await getFull(tx, ticket.id)) });
  }

  return {
    command,
    findOrOpen,
    findOrOpenForForward,
    touch: ticketStore.touch,
    touchMany: ticketStore.touchMany,
    lockLive: ticketStore.lockLive,
    /** Conversations of old: opened, filled and closed without anybody being told. */
    forImport: ticketStore.forImport,
    fillImported: ticketStore.fillImported,
    closeImported: ticketStore.closeImported,
    lock: ticketStore.lock,
    /** Run in the caller's transaction, without a permission check. */
    inTx: {
      get: getFull,
      find: (tx: Tx, id: number) => ticketStore.byId(tx, id),
      load: ticketStore.byIds,
    },
    set: ticketStore.set,
    /** When this person last wrote on this connection, in whichever ticket. */
    lastInbound: (tx: Tx, { contactId, connectionId }: Pick<TicketRow, 'contactId' | 'connectionId'>) =>
      ticketStore.lastInbound(tx, contactId, connectionId),
    requireReadable,
    /** Only for simulated connections. */
    age: ticketStore.age,
    /** After the bot's turn, several at once: places, counters and the lines that tell why. Whoever asks holds them. */
    async applyBotTurns(
      tx: Tx,
      updates: (BotTurnUpdate & { from: TicketAssignment; logEntries: LogEntry[] })[],
    ): Promise<void> {
      if (updates.length === 0) return;
      await ticketStore.applyBotTurns(tx, updates);
      await ticketLogStore.trackMany(tx, updates);
      await ticketLogStore.logMany(
        tx,
        updates.flatMap(({ ticket, logEntries }) => logEntries.map((entry) => ({ ...entry, ticketId: ticket.id }))),
      );
      for (const { ticket, from, logEntries } of updates) {
        const to = assignmentOf(ticket);
        const hasMoved = from.status !== to.status || from.userId !== to.userId || from.queueId !== to.queueId;
        // A new line of its history is told too: whoever looks at the conversation reads why.
        if (hasMoved || logEntries.length > 0) tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from, to });
      }
    },
    async rate(tx: Tx, { id }: TicketRow, rating: number) {
      await ticketLogStore.rated(tx, id, clock.now());
      return ticketStore.set(tx, id, { rating });
    },
    countWaiting: (tx: Tx, filter: Parameters<typeof ticketStore.countWaiting>[1]) =>
      ticketStore.countWaiting(tx, filter),
    /** What happened to it besides a step in its life. */
    appendLog: ticketLogStore.log,
    /** Into a lane of the board, or out of all of them. Whoever asks holds the ticket. */
    async setLane(tx: Tx, ticket: TicketRow, laneId: number | null, at: Date): Promise<TicketRow> {
      if (laneId === null) await laneStore.clear(tx, ticket.id);
      else await laneStore.set(tx, ticket.id, laneId);
      const moved = await ticketStore.set(tx, ticket.id, { laneId, laneAt: laneId === null ? null : at });
      tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignmentOf(ticket), to: assignmentOf(moved) });
      return moved;
    },

    /** A page of the list, made ready for whoever asked in the same look at the database. */
    list: <View>(
      actor: Actor,
      filter: Omit<TicketFilter, 'matching'>,
      loadViews: (tx: Tx, rows: FullTicket[], masked: boolean, pageContacts: FullContact[]) => Promise<View>,
    ) =>
      db.readCompany(actor.companyId, async (tx) => {
        // Only groups ask which connection a person is bound to.
        const connectionId = filter.tab === 'group' ? await connectionOfUser(tx, actor.userId) : null;
        const masked = await contacts.hidesNumbers(tx);
        const { rows, pageContacts, ...page } = await listStore.page(
          tx,
          { ...actor, connectionId },
          {
            ...filter,
            matching: (contactId, text) => contacts.meant(contactId, text, masked),
          },
          (contactIds) => contacts.byIds(tx, contactIds),
        );
        return { views: await loadViews(tx, rows, masked, pageContacts), ...page };
      }),
    counts: (actor: Actor, view: { showAll: boolean; queueIds: number[] }) =>
      db.readCompany(actor.companyId, async (tx) =>
        countStore.tabs(tx, { ...actor, connectionId: await connectionOfUser(tx, actor.userId) }, view),
      ),
    get: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => requireReadable(actor, await ticketStore.byId(tx, id))),
    getByUuid: (actor: Actor, uuid: string) =>
      db.readCompany(actor.companyId, async (tx) => requireReadable(actor, await ticketStore.byUuid(tx, uuid))),
    /** By its uuid, or its number as text. */
    getByName: async (tx: Tx, actor: Actor, name: string) =>
      requireReadable(
        actor,
        /^\d+$/.test(name) ? await ticketStore.byId(tx, Number(name)) : await ticketStore.byUuid(tx, name),
      ),
    /** Whoever leaves the company leaves nobody unattended without a word: what they had in hand waits again. */
    async returnTickets(tx: Tx, userId: number) {
      for (const ticket of await ticketStore.lockOf(tx, userId)) await command(tx, ticket, { type: 'return' });
    },

    /** Somebody opened the conversation: it is read (while attended), and the log knows who looked. */
    markSeen: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = requireReadable(actor, await ticketStore.lock(tx, id));
        if (!(await ticketLogStore.accessedRecently(tx, id, actor.userId, ACCESS_LOG_MINUTES))) {
          await ticketLogStore.log(tx, id, [{ type: 'access', userId: actor.userId, queueId: ticket.queueId }]);
        }
        const isAttended = ticket.status === 'open' || ticket.status === 'group';
        if (ticket.unread > 0 && isAttended && (await isConnected(tx, ticket)))
          await perform(tx, ticket, [{ type: 'mark-read' }]);
        return getFull(tx, id);
      }),

    /** A person starts a conversation. One open conversation a contact, whatever the connection. */
    create: (
      actor: Actor,
      draft: { contactId: number; queueId: number | null; connectionId: number | null; userId: number | null },
    ) =>
      db.inCompany(actor.companyId, async (tx) => {
        // Held, so that of two who start at once the second finds the first one's conversation.
        const contact = assertFound(await contacts.lock(tx, draft.contactId), 'ERR_NO_CONTACT_FOUND');
        if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
        if (draft.queueId !== null && (await existingQueueIds(tx, [draft.queueId])).length === 0)
          refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
        const userId = draft.userId ?? actor.userId;
        if (!(await userExists(tx, userId))) refuse('ERR_NO_USER_FOUND', { field: 'userId', rule: 'unknown' });
        const preferred = draft.connectionId ?? (await connectionOfUser(tx, actor.userId)) ?? contact.connectionId;
        const connection =
          draft.connectionId === null
            ? assertFound(await connections.usable(tx, preferred), 'ERR_NO_DEF_WAPP_FOUND')
            : assertFound(await connections.inTx.find(tx, draft.connectionId), 'ERR_NO_WAPP_FOUND');

        for (const other of await ticketStore.live(tx, contact.id)) {
          if (other.status !== 'nps') throw new AppError('ERR_OTHER_OPEN_TICKET', { conflict: presentConflict(other) });
          const unrated = await ticketStore.lock(tx, other.id);
          if (unrated?.status === 'nps') await command(tx, unrated, { type: 'close', by: 'bot', farewell: false });
        }
        const state: TicketState = {
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
        return getFull(tx, row.id);
      }),

    update: (actor: Actor, id: number, change: LegacyTicketUpdate) =>
      db.inCompany(actor.companyId, (tx) => applyUpdate(tx, actor, id, change)),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await extendTimeout(tx);
        const ticket = assertFound(await ticketStore.remove(tx, id), 'ERR_NO_TICKET_FOUND');
        await audit(tx, {
          userId: actor.userId,
          action: 'ticket.removed',
          subject: `ticket ${id}`,
          data: { contactId: ticket.contactId },
        });
        tx.emit({ type: 'ticket.removed', ticketId: id, from: assignmentOf(ticket) });
      }),

    async closeAll(actor: Actor, status: 'open' | 'pending' | 'group', queueIds: number[]) {
      for (;;) {
        const closed = await db.inCompany(actor.companyId, async (tx) => {
          const ids = await ticketStore.idsToClose(tx, status, queueIds, CLOSE_AT_ONCE);
          for (const id of ids) {
            const ticket = await ticketStore.lock(tx, id);
            if (ticket?.status === status) await command(tx, ticket, { type: 'close', by: 'admin', farewell: false });
          }
          return ids.length;
        });
        if (closed < CLOSE_AT_ONCE) return;
      }
    },

    log: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        requireReadable(actor, await ticketStore.byId(tx, id));
        return ticketLogStore.logOf(tx, id);
      }),
  };
}
export type Tickets = ReturnType<typeof createTickets>;
