import {
  accountWait,
  LONGEST_WAIT_MS,
  messageWait,
  noSoonerThan,
  pairWait,
} from '@balcao/domain/channel-health/patience';
import { NotSent, OutcomeUnknown, Refused, type Outgoing } from '../../channels/port.ts';
import type { ConnectionRow } from '../../foundation/db/schema/connections.ts';
import type { MessageRow, OutboxRow } from '../../foundation/db/schema/messages.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { Refusal } from '../../foundation/refusal.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { createFairShare } from './fair-share.ts';
import { giveUp, letGo, sent } from './outcome.ts';
import { messageStore } from './messages.store.ts';
import { outboxStore, type Line } from './outbox.store.ts';
import { createPace, paceOf } from './pace.ts';
import { MASSES, paceStore } from './paces.store.ts';
import { createRests } from './rests.ts';
import type { Window } from './window.ts';

interface Needs {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  window: Window;
  /** What became of a try, counted for the health of its account. */
  noted(companyId: number, connectionId: number, what: 'sent' | 'refused' | 'slowedDown' | 'unanswered'): void;
  failed(fault: unknown): void;
}
const SWEEP = 200;
/** More lines than this are not kept in mind: the sweep finds them. */
const MOST_WAITING = 10_000;
const STOP_WITHIN_MS = 8000;
/** After so many tries that surely did not arrive (a quarter of an hour), a person decides. */
const MOST_TRIES = 12;
/** A dead account rests in the database until it is mended; here, so long that what was under way finds out. */
const DEAD_REST_MS = 60_000;
/** «Not now» with a time to it means the whole account, also where it only seems to be down. */
const WORTH_A_PAUSE_MS = 1000;
/** Said of what we wanted to send, not of how the account is seen. */
const OURS = new Set(['ERR_REPLY_WINDOW', 'ERR_CONTENT_UNSUPPORTED']);

/**
 * Brings messages to the channels: in the order of each conversation, once each. What surely did not leave is tried
 * again; what may have left is not, unless the channel knows the same message when it sees it twice.
 */
export function createDelivery({ db, connections, contacts, tickets, window, noted, failed }: Needs) {
  const waiting = new Map<string, Line>();
  const share = createFairShare();
  const pace = createPace();
  const rests = createRests((companyId, connectionId, wasLong) => {
    if (isStopped) return;
    startWaiting();
    if (wasLong) void wakeConnection(companyId, connectionId).catch(failed);
  });
  /** Accounts that were told to wait, or gave no answer: the next that arrives makes it good. */
  const struck = new Set<number>();
  const timers = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  /** The last sweep found as many as it looks for: there are others. */
  let isMore = false;
  const nameOf = ({ companyId, connectionId, ticketId }: Line) => `${companyId} ${connectionId} ${ticketId}`;

  function wake(line: Line) {
    // Whoever rests longer is looked for when that is over: its lines must not stand in the way of others.
    if (isStopped || rests.isLong(line.connectionId)) return;
    const name = nameOf(line);
    if (waiting.size >= MOST_WAITING) return void (isMore = true);
    waiting.set(name, line);
    if (mayBegin(name, line)) void work(name, line.connectionId);
  }
  const mayBegin = (name: string, { connectionId }: Line) =>
    rests.left(connectionId) === 0 && share.hasRoom(name, connectionId);
  function startWaiting() {
    for (const [next, line] of waiting) {
      if (isStopped) return;
      if (mayBegin(next, line)) void work(next, line.connectionId);
    }
  }
  /** Nothing leaves through this account for so long. */
  function leaveAlone({ companyId, connectionId }: Line, ms: number) {
    rests.rest(companyId, connectionId, ms);
    if (!rests.isLong(connectionId)) return;
    for (const [name, line] of waiting) if (line.connectionId === connectionId) waiting.delete(name);
  }
  function wakeIn(line: Line, ms: number) {
    const name = nameOf(line);
    clearTimeout(timers.get(name));
    const timer = setTimeout(
      () => {
        timers.delete(name);
        wake(line);
      },
      Math.min(ms, LONGEST_WAIT_MS) + 5,
    );
    timers.set(name, timer.unref());
  }

  async function work(name: string, connectionId: number) {
    share.begin(name, connectionId);
    try {
      for (let line = waiting.get(name); line && !isStopped; line = waiting.get(name)) {
        waiting.delete(name);
        let isMoreIn = true;
        while (isMoreIn && !isStopped && rests.left(connectionId) === 0) isMoreIn = await deliverOne(line);
        // Interrupted by a rest of its account: it keeps its place, or is looked for when a long one is over.
        if (isMoreIn) wake(line);
        if (rests.left(connectionId) > 0) break;
      }
    } catch (fault) {
      failed(fault);
      // Whatever troubles us, the next look is a minute away.
      isMore = false;
    } finally {
      share.end(name);
    }
    startWaiting();
    // Not in a minute: what is left waits for nobody but us.
    if (isMore && share.isIdle() && waiting.size === 0) await sweep().catch(failed);
  }

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
        leaveAlone(line, claimed.held.waitMs);
        wake(line);
      } else wakeIn(line, claimed.held.waitMs);
      return false;
    }
    if (!claimed.row) {
      if (claimed.dueIn !== undefined) wakeIn(line, claimed.dueIn);
      return false;
    }
    const { row, message, connection, to, quotes, instead } = claimed;
    // Told to wait while this was being fetched.
    if (rests.isLong(line.connectionId)) {
      await db.inCompany(line.companyId, (tx) => outboxStore.putBack(tx, row, 0));
      return false;
    }
    let wid = message.wid ?? undefined;
    let isIdempotent = false;
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
      return settleFault(line, row, message, fault, isIdempotent || row.act !== 'send');
    }
    share.noted(line.connectionId, true);
    noted(line.companyId, line.connectionId, 'sent');
    const isForgiven = struck.delete(line.connectionId);
    await settle(line, message, async (tx) => {
      await sent(tx, row, { wid, isGroup: to.isGroup });
      if (isForgiven) await paceStore.forgive(tx, line.connectionId);
    });
    return true;
  }

  /** Keeps what became of it and tells it; the fence refuses the word of a worker that came too late. */
  const settle = (line: Line, message: MessageRow, keep: (tx: Tx) => Promise<void>) =>
    db.inCompany(line.companyId, async (tx) => {
      await keep(tx);
      // Removed while it was being sent: then there is nobody to tell.
      const ticket = await tickets.tryWithin(tx, line.ticketId);
      if (ticket)
        tx.emit({ is: 'message.changed', messageId: message.id, ticketId: line.ticketId, place: placeOf(ticket) });
    });

  async function settleFault(
    line: Line,
    row: OutboxRow,
    message: MessageRow,
    told: unknown,
    mayRepeat: boolean,
  ): Promise<boolean> {
    // Refused in our own house: it never got as far as the channel.
    const fault = told instanceof Refusal ? new NotSent({ code: told.code, detail: told.message }, 0, 'pair') : told;
    const isSilence =
      fault instanceof OutcomeUnknown ||
      (fault instanceof NotSent && fault.scope === 'account' && fault.fault.code === 'ERR_CHANNEL_DOWN');
    const { companyId, connectionId } = line;
    const isBroken = share.noted(connectionId, !isSilence);
    if (isSilence) noted(companyId, connectionId, 'unanswered');
    if (fault instanceof NotSent || (fault instanceof OutcomeUnknown && mayRepeat)) {
      const { code, detail } =
        fault instanceof NotSent ? fault.fault : { code: 'ERR_CHANNEL_DOWN', detail: 'no answer' };
      const asked = fault instanceof NotSent ? (fault.retryAfterMs ?? 0) : 0;
      const isOfPair = fault instanceof NotSent && fault.scope === 'pair';
      if (!isSilence && !(told instanceof Refusal)) noted(companyId, connectionId, 'slowedDown');
      const isOfAll = !isOfPair && (isSilence ? isBroken || asked >= WORTH_A_PAUSE_MS : true);
      const rest = isOfAll ? await pause(line, code, asked) : 0;
      await settle(line, message, async (tx) => {
        if (row.tries >= MOST_TRIES) return giveUp(tx, row, { code, detail });
        const own = isOfPair ? pairWait(row.tries, Math.random()) : messageWait(row.tries, Math.random());
        // Where all of them wait, this one waits no longer than the others.
        const waitMs = rest > 0 ? rest : noSoonerThan(asked, own, Math.random());
        if (!(await outboxStore.settle(tx, row, { state: 'queued', fault: code, waitMs }))) return;
        await messageStore.receipt(tx, message.id, 'waiting', detail);
      });
    } else if (fault instanceof Refused) {
      if (fault.isAccountDead) leaveAlone(line, DEAD_REST_MS);
      else if (!OURS.has(fault.fault.code)) noted(companyId, connectionId, 'refused');
      await settle(line, message, async (tx) => {
        await giveUp(tx, row, fault.fault);
        if (fault.isAccountDead) await connections.pause(tx, connectionId, null, fault.fault.code);
      });
    } else {
      // A fault of ours says as little about the outcome as silence does.
      if (!(fault instanceof OutcomeUnknown)) failed(fault);
      else if (isBroken) await pause(line, 'ERR_CHANNEL_DOWN', 0);
      await settle(line, message, (tx) => letGo(tx, row));
    }
    return true;
  }

  /** The whole account rests: here at once, on all nodes with the commit. Answers how long. */
  async function pause(line: Line, code: string, asked: number): Promise<number> {
    const { companyId, connectionId } = line;
    // Several were under way when it was told: it is one refusal, not eight.
    if (rests.isLong(connectionId)) return rests.left(connectionId);
    // Until it is known how often it was refused, at least so long.
    leaveAlone(line, Math.max(asked, WORTH_A_PAUSE_MS));
    struck.add(connectionId);
    return db.inCompany(companyId, async (tx) => {
      const ms = noSoonerThan(
        asked,
        accountWait(await paceStore.strike(tx, connectionId), Math.random()),
        Math.random(),
      );
      await connections.pause(tx, connectionId, new Date(Date.now() + ms), code);
      leaveAlone(line, ms);
      return ms;
    });
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
    isMore = due.length === SWEEP;
    for (const line of due) wake(line);
  }

  /** A connection took a step: whatever waited for it goes on, or rests as long as it does. */
  async function wakeConnection(companyId: number, connectionId: number) {
    const { ids, restMs } = await db.readCompany(companyId, async (tx) => {
      const restMs = await connections.restOf(tx, connectionId);
      return { restMs, ids: restMs > 0 ? [] : await outboxStore.waitingFor(tx, connectionId, SWEEP) };
    });
    if (restMs > 0) return leaveAlone({ companyId, connectionId, ticketId: 0 }, restMs);
    rests.end(connectionId);
    isMore ||= ids.length === SWEEP;
    for (const ticketId of ids) wake({ companyId, connectionId, ticketId });
  }

  return {
    wake,
    sweep,
    /** Its connection is about to go: what waits says so, instead of waiting for ever. */
    letGo: (tx: Tx, connectionId: number) => messageStore.failAll(tx, connectionId, 'ERR_NO_WAPP_FOUND'),
    /** What has left and settled long ago is told by its message and its receipts. */
    prune: (companyId: number, before: Date) =>
      db.inCompany(companyId, async (tx) => {
        await outboxStore.prune(tx, before);
        await paceStore.prune(tx);
      }),
    wakeConnection,
    backlog: outboxStore.backlog,
    /** What an account may send: its channel's pace, or its own where that is less. */
    paceOf: (connection: ConnectionRow) => paceOf(connections.paceOf(connection), connection),
    /** Mass sending has a share of its own; it may be one piece ahead. */
    takeForMasses: (tx: Tx, connectionId: number, everyMs: number) =>
      paceStore.take(tx, { connectionId, peer: MASSES, everyMs, borrowMs: 0 }),
    idle: () => share.isIdle() && waiting.size === 0,
    /** Lets what is being sent finish; nothing new is begun. */
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      rests.stop();
      // Whoever hangs longer is cut off: its lease ends, and then nobody knows.
      const end = Date.now() + STOP_WITHIN_MS;
      while (!share.isIdle() && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
    },
  };
}
export type Delivery = ReturnType<typeof createDelivery>;
