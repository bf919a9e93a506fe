import { NotSent, OutcomeUnknown, Refused, type Outgoing } from '../../channels/port.ts';
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

interface Needs {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  failed(fault: unknown): void;
}
const SWEEP = 200;
/** More lines than this are not kept in mind: the sweep finds them. */
const MOST_WAITING = 10_000;
const STOP_WITHIN_MS = 8000;
/** After so many tries that surely did not arrive (a quarter of an hour), a person decides. */
const MOST_TRIES = 12;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 5 * 60_000;
const waitAfter = (tries: number) => Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);

/**
 * Brings messages to the channels: in the order of each conversation, once each. What surely did not leave is tried
 * again; what may have left is not, unless the channel knows the same message when it sees it twice.
 */
export function createDelivery({ db, connections, contacts, tickets, failed }: Needs) {
  const waiting = new Map<string, Line>();
  const share = createFairShare();
  const timers = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  /** The last sweep found as many as it looks for: there are others. */
  let isMore = false;
  const nameOf = ({ companyId, connectionId, ticketId }: Line) => `${companyId} ${connectionId} ${ticketId}`;

  function wake(line: Line) {
    if (isStopped) return;
    const name = nameOf(line);
    if (waiting.size >= MOST_WAITING) return void (isMore = true);
    waiting.set(name, line);
    if (share.hasRoom(name, line.connectionId)) void work(name, line.connectionId);
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
        while (!isStopped && (await deliverOne(line)));
      }
    } catch (fault) {
      failed(fault);
      // Whatever troubles us, the next look is a minute away.
      isMore = false;
    } finally {
      share.end(name);
    }
    for (const [next, line] of waiting) {
      if (isStopped) return;
      if (share.hasRoom(next, line.connectionId)) void work(next, line.connectionId);
    }
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
      const to = {
        identities: await contacts.peerOf(tx, message.contactId),
        isGroup: (await tickets.within(tx, line.ticketId)).isGroup,
      };
      const quoted = message.quotedId === null ? undefined : await messageStore.byId(tx, message.quotedId);
      return { row, message, connection, to, quotes: quoted?.isPrivate ? undefined : (quoted?.wid ?? undefined) };
    });

  /** True when there may be more in this line. */
  async function deliverOne(line: Line): Promise<boolean> {
    const claimed = await claim(line);
    if (!claimed.row) {
      if (claimed.dueIn !== undefined) wakeIn(line, claimed.dueIn);
      return false;
    }
    const { row, message, connection, to, quotes } = claimed;
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
        const content = payload.content!;
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
      const isDown = fault instanceof NotSent && fault.fault.code === 'ERR_CHANNEL_DOWN';
      share.noted(line.connectionId, !isDown && !(fault instanceof OutcomeUnknown));
      return settleFault(line, row, message, fault, isIdempotent || row.act !== 'send');
    }
    share.noted(line.connectionId, true);
    await settle(line, message, (tx) => sent(tx, row, { wid, isGroup: to.isGroup }));
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
    const fault = told instanceof Refusal ? new NotSent({ code: told.code, detail: told.message }) : told;
    if (fault instanceof NotSent || (fault instanceof OutcomeUnknown && mayRepeat)) {
      const { code, detail } =
        fault instanceof NotSent ? fault.fault : { code: 'ERR_CHANNEL_DOWN', detail: 'no answer' };
      const asked = fault instanceof NotSent ? (fault.retryAfterMs ?? 0) : 0;
      await settle(line, message, async (tx) => {
        if (row.tries >= MOST_TRIES) return giveUp(tx, row, { code, detail });
        const waitMs = Math.max(waitAfter(row.tries), asked);
        if (!(await outboxStore.settle(tx, row, { state: 'queued', fault: code, waitMs }))) return;
        await messageStore.receipt(tx, message.id, 'waiting', detail);
        // «Slower» is said to the account, not to one conversation.
        if (code === 'ERR_CHANNEL_RATE' && asked > 0)
          await connections.pause(tx, line.connectionId, new Date(Date.now() + asked), code);
      });
    } else if (fault instanceof Refused) {
      await settle(line, message, async (tx) => {
        await giveUp(tx, row, fault.fault);
        if (fault.isAccountDead) await connections.pause(tx, line.connectionId, null, fault.fault.code);
      });
    } else {
      // A fault of ours says as little about the outcome as silence does.
      if (!(fault instanceof OutcomeUnknown)) failed(fault);
      await settle(line, message, (tx) => letGo(tx, row));
    }
    return true;
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

  return {
    wake,
    sweep,
    /** Its connection is about to go: what waits says so, instead of waiting for ever. */
    letGo: (tx: Tx, connectionId: number) => messageStore.failAll(tx, connectionId, 'ERR_NO_WAPP_FOUND'),
    /** What has left and settled long ago is told by its message and its receipts. */
    prune: (companyId: number, before: Date) => db.inCompany(companyId, (tx) => outboxStore.prune(tx, before)),
    /** A connection is back: whatever waited for it goes on. */
    async wakeConnection(companyId: number, connectionId: number) {
      const ids = await db.readCompany(companyId, (tx) => outboxStore.waitingFor(tx, connectionId, SWEEP));
      isMore ||= ids.length === SWEEP;
      for (const ticketId of ids) wake({ companyId, connectionId, ticketId });
    },
    idle: () => share.isIdle() && waiting.size === 0,
    /** Lets what is being sent finish; nothing new is begun. */
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      // Whoever hangs longer is cut off: its lease ends, and then nobody knows.
      const end = Date.now() + STOP_WITHIN_MS;
      while (!share.isIdle() && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
    },
  };
}
export type Delivery = ReturnType<typeof createDelivery>;
