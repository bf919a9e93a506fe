import type { Outgoing } from '../../channels/port.ts';
import type { ConnectionRow } from '../../foundation/db/schema/connections.ts';
import type { MessageRow, OutboxRow } from '../../foundation/db/schema/messages.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { createLines } from './lines.ts';
import { messageStore } from './messages.store.ts';
import { letGo, sent } from './outcome.ts';
import { LEASE_SECONDS, outboxStore, type Line } from './outbox.store.ts';
import { createPace, paceOf } from './pace.ts';
import { MASSES, paceStore } from './paces.store.ts';
import { createSetbacks, type TryEnd } from './setbacks.ts';
import type { Window } from './window.ts';

interface Needs {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  window: Window;
  /** What became of a try, counted for the health of its account. */
  noted(companyId: number, connectionId: number, what: TryEnd): void;
  failed(fault: unknown): void;
}
const SWEEP = 200;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
/** Longer than any channel is waited for: what hangs even longer is nobody's any more. */
const MOST_RENEWALS = 36;

/**
 * Brings messages to the channels: in the order of each conversation, once each. What surely did not leave is tried
 * again; what may have left is not, unless the channel knows the same message when it sees it twice.
 */
export function createDelivery({ db, connections, contacts, tickets, window, noted, failed }: Needs) {
  const pace = createPace();
  const lines = createLines({
    deliverOne: (line) => deliverOne(line),
    look: ({ companyId, connectionId }, atMost) =>
      db.readCompany(companyId, async (tx) => {
        const restMs = await connections.restOf(tx, connectionId);
        return { restMs, ticketIds: restMs > 0 ? [] : await outboxStore.waitingFor(tx, connectionId, atMost) };
      }),
    sweep: () => sweep(),
    failed,
  });

  /** Keeps what became of it and tells it; the fence refuses the word of a worker that came too late. */
  const settle = (line: Line, message: MessageRow, keep: (tx: Tx) => Promise<void>) =>
    db.inCompany(line.companyId, async (tx) => {
      await keep(tx);
      // Removed while it was being sent: then there is nobody to tell.
      const ticket = await tickets.tryWithin(tx, line.ticketId);
      if (ticket)
        tx.emit({ is: 'message.changed', messageId: message.id, ticketId: line.ticketId, place: placeOf(ticket) });
    });

  const setbacks = createSetbacks({ db, connections, lines, settle, noted, failed });

  /** The head of a line with all that is needed to send it, or how long it still has to wait. */
  const claim = (line: Line) =>
    db.inCompany(line.companyId, async (tx) => {
      const row = await outboxStore.claim(tx, line);
      if (!row) return { dueIn: await outboxStore.dueIn(tx, line) };
      const message = (await messageStore.byId(tx, row.messageId))!;
      const connection = await connections.within(tx, line.connectionId);
      const allowed = paceOf(connections.paceOf(connection), connection);
      const held = allowed && (await pace.hold(tx, { ...line, contactId: message.contactId, pace: allowed }));
      if (held) {
        await outboxStore.putBack(tx, row, held.who === 'pair' ? held.waitMs : 0);
        return { held };
      }
      const ticket = await tickets.within(tx, line.ticketId);
      const to = { identities: await contacts.peerOf(tx, message.contactId), isGroup: ticket.isGroup };
      const atTheDoor = await window.look(tx, { row, message, ticket, connection });
      if (atTheDoor !== undefined)
        tx.emit({ is: 'message.changed', messageId: message.id, ticketId: line.ticketId, place: placeOf(ticket) });
      if (atTheDoor === 'shut') return { isSettled: true as const };
      const quoted = message.quotedId === null ? undefined : await messageStore.byId(tx, message.quotedId);
      const quotes = quoted?.isPrivate ? undefined : (quoted?.wid ?? undefined);
      return { row, message, connection, to, quotes, instead: atTheDoor?.leaves };
    });

  /** True when there may be more in this line. */
  async function deliverOne(line: Line): Promise<boolean> {
    const claimed = await claim(line);
    if (claimed.isSettled) return true;
    if (claimed.held) {
      if (claimed.held.who === 'account') {
        lines.breathe(line, claimed.held.waitMs);
        lines.wake(line);
      } else lines.wakeIn(line, claimed.held.waitMs);
      return false;
    }
    if (!claimed.row) {
      if (claimed.dueIn !== undefined) lines.wakeIn(line, claimed.dueIn);
      return false;
    }
    const { row, message, connection, to, quotes, instead } = claimed;
    // Told to wait while this was being fetched.
    if (lines.isPaused(line.connectionId)) {
      await db.inCompany(line.companyId, (tx) => outboxStore.putBack(tx, row, 0));
      return true;
    }
    let wid = message.wid ?? undefined;
    let isIdempotent = false;
    const stopRenewing = keepLease(line, row);
    try {
      const channel = connections.channelOf(connection);
      isIdempotent = channel.abilities(connection.channel).idempotent;
      const account = connections.accountOf(connection);
      const payload = row.payload as { content?: Outgoing['content']; text?: string };
      if (row.act === 'edit') await channel.edit?.(account, to, message.wid!, payload.text!);
      else if (row.act === 'remove') await channel.remove?.(account, to, message.wid!);
      else {
        const content = instead ?? payload.content!;
        const outgoing: Outgoing = {
          to,
          content,
          correlation: row.correlation,
          ...(quotes && content.kind !== 'reaction' && { quotes }),
          ...(message.isForwarded && { isForwarded: true }),
        };
        ({ wid } = await channel.send(account, outgoing));
      }
    } catch (fault) {
      await setbacks.settleFault({ line, row, message, mayRepeat: isIdempotent || row.act !== 'send' }, fault);
      return true;
    } finally {
      stopRenewing();
    }
    lines.noted(line.connectionId, true);
    noted(line.companyId, line.connectionId, 'sent');
    const isForgiven = setbacks.isForgiven(line.connectionId);
    await settle(line, message, async (tx) => {
      await sent(tx, row, { wid, isGroup: to.isGroup });
      if (isForgiven) await paceStore.forgive(tx, line.connectionId);
    });
    return true;
  }

  /** A slow send is not a dead worker: given to another, it would be sent twice, or be overtaken by the next. */
  function keepLease(line: Line, row: OutboxRow): () => void {
    let left = MOST_RENEWALS;
    const timer = setInterval(() => {
      if ((left -= 1) < 0) return clearInterval(timer);
      db.inCompany(line.companyId, (tx) => outboxStore.renew(tx, row)).catch(failed);
    }, RENEW_MS).unref();
    return () => clearInterval(timer);
  }

  /** What a crash left: lines nobody was woken for, and sends whose worker died. */
  async function sweep() {
    for (const { companyId, id } of await db.onPlatform((tx) => outboxStore.leasesOver(tx, SWEEP))) {
      await db
        .inCompany(companyId, async (tx) => {
          const row = await outboxStore.lock(tx, id);
          if (row?.state !== 'sending' || !(await outboxStore.isLeaseOver(tx, id))) return;
          const connection = await connections.tryWithin(tx, row.connectionId);
          const mayRepeat =
            row.act !== 'send' ||
            (connection !== undefined && connections.channelOf(connection).abilities(connection.channel).idempotent);
          if (mayRepeat) await outboxStore.set(tx, id, { state: 'queued', now: true });
          else await letGo(tx, row);
          const ticket = await tickets.within(tx, row.ticketId);
          tx.emit({ is: 'message.changed', messageId: row.messageId, ticketId: row.ticketId, place: placeOf(ticket) });
        })
        .catch(failed);
    }
    const due = await db.onPlatform((tx) => outboxStore.due(tx, SWEEP));
    lines.areMore(due.length === SWEEP);
    for (const line of due) lines.wake(line);
  }

  return {
    wake: lines.wake,
    wakeConnection: lines.wakeConnection,
    sweep,
    /** Its connection is about to go: what waits says so, instead of waiting for ever. */
    letGo: (tx: Tx, connectionId: number) => messageStore.failAll(tx, connectionId, 'ERR_NO_WAPP_FOUND'),
    /** What has left and settled long ago is told by its message and its receipts. */
    prune: (companyId: number, before: Date) =>
      db.inCompany(companyId, async (tx) => {
        await outboxStore.prune(tx, before);
        await paceStore.prune(tx);
      }),
    backlog: outboxStore.backlog,
    /** What an account may send: its channel's pace, or its own where that is less. */
    paceOf: (connection: ConnectionRow) => paceOf(connections.paceOf(connection), connection),
    /** Mass sending has a share of its own; it may be one piece ahead. */
    takeForMasses: (tx: Tx, connectionId: number, everyMs: number) =>
      paceStore.take(tx, { connectionId, peer: MASSES, everyMs, borrowMs: 0 }),
    idle: lines.isIdle,
    stop: lines.stop,
  };
}
export type Delivery = ReturnType<typeof createDelivery>;
