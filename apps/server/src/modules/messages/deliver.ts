import { NotSent, OutcomeUnknown, Refused, type Identity, type Outgoing } from '../../channels/port.ts';
import type { MessageRow, OutboxRow } from '../../foundation/db/schema/messages.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { messageStore } from './messages.store.ts';
import { outboxStore, type Line } from './outbox.store.ts';

interface Needs {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  failed(fault: unknown): void;
}
const AT_ONCE = 16;
const SWEEP = 200;
/** After so many tries that surely did not arrive, a person decides. */
const MOST_TRIES = 8;
const firstWaitMs = 1000;
const LONGEST_WAIT_MS = 5 * 60_000;
const waitAfter = (tries: number) => Math.min(firstWaitMs * 2 ** (tries - 1), LONGEST_WAIT_MS);

/**
 * Brings messages to the channels: in the order of each conversation, once each. What surely did not leave is tried
 * again; what may have left is not, unless the channel knows the same message when it sees it twice.
 */
export function createDelivery({ db, connections, contacts, tickets, failed }: Needs) {
  const waiting = new Map<string, Line>();
  const busy = new Set<string>();
  let isStopped = false;
  const nameOf = ({ companyId, connectionId, ticketId }: Line) => `${companyId} ${connectionId} ${ticketId}`;

  function wake(line: Line) {
    if (isStopped) return;
    const name = nameOf(line);
    waiting.set(name, line);
    if (busy.size < AT_ONCE && !busy.has(name)) void work(name);
  }

  async function work(name: string) {
    busy.add(name);
    try {
      for (let line = waiting.get(name); line && !isStopped; line = waiting.get(name)) {
        waiting.delete(name);
        while (!isStopped && (await deliverOne(line)));
      }
    } catch (fault) {
      failed(fault);
    } finally {
      busy.delete(name);
    }
    const [next] = waiting.keys();
    if (next !== undefined && !busy.has(next) && busy.size < AT_ONCE) void work(next);
  }

  /** True when there may be more in this line. */
  async function deliverOne(line: Line): Promise<boolean> {
    const claimed = await db.inCompany(line.companyId, async (tx) => {
      const row = await outboxStore.claim(tx, line);
      if (!row) return undefined;
      const message = (await messageStore.byId(tx, row.messageId))!;
      const connection = await connections.within(tx, line.connectionId);
      const to = {
        identities: (await contacts.peerOf(tx, message.contactId)) as Identity[],
        isGroup: (await tickets.within(tx, line.ticketId)).isGroup,
      };
      const quotes = message.quotedId === null ? undefined : (await messageStore.byId(tx, message.quotedId))?.wid;
      return { row, message, connection, to, quotes };
    });
    if (!claimed) return false;
    const { row, message, connection, to, quotes } = claimed;
    const channel = connections.channelOf(connection);
    const account = connections.accountOf(connection);
    const payload = row.payload as { content?: Outgoing['content']; text?: string };
    try {
      let wid = message.wid ?? undefined;
      if (row.act === 'send' || row.act === 'react') {
        const outgoing: Outgoing = {
          to,
          content: payload.content!,
          correlation: row.correlation,
          ...(quotes && { quotes }),
          ...(message.isForwarded && { isForwarded: true }),
        };
        ({ wid } = await channel.send(account, outgoing));
      } else if (row.act === 'edit') await channel.edit?.(account, to, message.wid!, payload.text!);
      else await channel.remove?.(account, to, message.wid!);
      return await settle(line, row, message, (tx) => sent(tx, row, message, wid));
    } catch (fault) {
      return settleFault(line, row, message, fault, channel.abilities(connection.channel).idempotent);
    }
  }

  async function settle(
    line: Line,
    row: OutboxRow,
    message: MessageRow,
    work: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    return db.inCompany(line.companyId, async (tx) => {
      const goesOn = await work(tx);
      const ticket = await tickets.within(tx, line.ticketId);
      tx.emit({ is: 'message.changed', messageId: message.id, ticketId: line.ticketId, place: placeOf(ticket) });
      return goesOn;
    });
  }

  async function sent(tx: Tx, row: OutboxRow, message: MessageRow, wid: string | undefined): Promise<boolean> {
    // Refused by the fence: a late worker's word no longer counts.
    if (!(await outboxStore.settle(tx, row, { state: 'done' }))) return true;
    if (row.act !== 'send') return true;
    const known = (await messageStore.lock(tx, message.id))!;
    await messageStore.update(tx, message.id, {
      ...(known.wid === null && wid !== undefined && { wid }),
      ack: Math.max(known.ack, 1),
      ...(known.ack < 2 && { delivery: 'sent', failureCode: null }),
    });
    await messageStore.receipt(tx, message.id, 'accepted');
    return true;
  }

  async function settleFault(
    line: Line,
    row: OutboxRow,
    message: MessageRow,
    fault: unknown,
    isIdempotent: boolean,
  ): Promise<boolean> {
    if (fault instanceof NotSent || (fault instanceof OutcomeUnknown && isIdempotent)) {
      const code = fault instanceof NotSent ? fault.fault.code : 'ERR_CHANNEL_DOWN';
      const isLast = row.tries >= MOST_TRIES;
      const waitMs = Math.max(waitAfter(row.tries), fault instanceof NotSent ? (fault.retryAfterMs ?? 0) : 0);
      await settle(line, row, message, async (tx) => {
        if (
          !(await outboxStore.settle(
            tx,
            row,
            isLast ? { state: 'failed', fault: code } : { state: 'queued', fault: code, waitMs },
          ))
        )
          return true;
        await messageStore.receipt(tx, message.id, isLast ? 'failed' : 'waiting', fault.message);
        if (isLast) await messageStore.update(tx, message.id, { delivery: 'failed', failureCode: code });
        return true;
      });
      if (!isLast) setTimeout(() => wake(line), waitMs + 20).unref();
      return isLast;
    }
    if (fault instanceof Refused) {
      return settle(line, row, message, async (tx) => {
        if (!(await outboxStore.settle(tx, row, { state: 'failed', fault: fault.fault.code }))) return true;
        await messageStore.update(tx, message.id, { delivery: 'failed', failureCode: fault.fault.code });
        await messageStore.receipt(tx, message.id, 'failed', fault.fault.detail);
        if (fault.isAccountDead) await connections.pause(tx, line.connectionId, null, fault.fault.code);
        return !fault.isAccountDead;
      });
    }
    // A fault of ours says as little about the outcome as silence does.
    if (!(fault instanceof OutcomeUnknown)) failed(fault);
    return settle(line, row, message, async (tx) => {
      if (await outboxStore.settle(tx, row, { state: 'unknown', fault: 'ERR_OUTCOME_UNKNOWN' }))
        await leaveUnknown(tx, message.id);
      return true;
    });
  }

  async function leaveUnknown(tx: Tx, messageId: number) {
    await messageStore.update(tx, messageId, { delivery: 'unknown', failureCode: 'ERR_OUTCOME_UNKNOWN' });
    await messageStore.receipt(tx, messageId, 'unknown');
  }

  /** What a crash left: lines nobody was woken for, and sends whose worker died. */
  async function sweep() {
    for (const { companyId, id } of await db.onPlatform((tx) => outboxStore.leasesOver(tx, SWEEP))) {
      await db.inCompany(companyId, async (tx) => {
        const row = await outboxStore.lock(tx, id);
        if (row?.state !== 'sending' || !row.leaseUntil || row.leaseUntil > new Date()) return;
        const connection = await connections.tryWithin(tx, row.connectionId);
        const isIdempotent = connection
          ? connections.channelOf(connection).abilities(connection.channel).idempotent
          : false;
        await outboxStore.set(
          tx,
          id,
          isIdempotent ? { state: 'queued', now: true } : { state: 'unknown', fault: 'ERR_OUTCOME_UNKNOWN' },
        );
        if (!isIdempotent) await leaveUnknown(tx, row.messageId);
        const ticket = await tickets.within(tx, row.ticketId);
        tx.emit({ is: 'message.changed', messageId: row.messageId, ticketId: row.ticketId, place: placeOf(ticket) });
      });
    }
    for (const line of await db.onPlatform((tx) => outboxStore.due(tx, SWEEP))) wake(line);
  }

  return {
    wake,
    sweep,
    idle: () => busy.size === 0 && waiting.size === 0,
    /** Lets what is being sent finish; nothing new is begun. */
    async stop() {
      isStopped = true;
      while (busy.size > 0) await new Promise((done) => setTimeout(done, 20));
    },
  };
}
export type Delivery = ReturnType<typeof createDelivery>;
