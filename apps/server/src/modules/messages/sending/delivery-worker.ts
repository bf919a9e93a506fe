import type { Outgoing } from '../../../channels/port.ts';
import type { ConnectionRow } from '../../../infrastructure/db/schema/connections.ts';
import type { MessageRow, OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Connections } from '../../connections/index.ts';
import type { Contacts } from '../../contacts/index.ts';
import { assignmentOf, type Tickets } from '../../tickets/index.ts';
import { createSendScheduler } from './send-scheduler.ts';
import { messageStore } from '../messages.store.ts';
import { markUnknown, markSent } from './outcome.ts';
import { LEASE_SECONDS, outboxStore, type SendQueueKey } from './outbox.store.ts';
import { createRateLimit, rateLimitOf } from './rate-limit.ts';
import { BULK, rateLimitStore } from './rate-limit.store.ts';
import { createRetryPolicy, type AttemptOutcome } from './retry-policy.ts';
import type { ReplyWindow } from './reply-window.ts';

interface Deps {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  replyWindow: ReplyWindow;
  /** What became of a try, counted for the health of its account. */
  onAttempt(companyId: number, connectionId: number, outcome: AttemptOutcome): void;
  onError(error: unknown): void;
}
const SWEEP_LIMIT = 200;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
/** Longer than any channel is waited for: what hangs even longer is nobody's any more. */
const MAX_RENEWALS = 36;

/**
 * Brings messages to the channels: in the order of each conversation, once each. What surely did not leave is tried
 * again; what may have left is not, unless the channel knows the same message when it sees it twice.
 */
export function createDeliveryWorker({ db, connections, contacts, tickets, replyWindow, onAttempt, onError }: Deps) {
  const rateLimit = createRateLimit();
  const scheduler = createSendScheduler({
    deliverNext: (queueKey) => deliverNext(queueKey),
    checkAccount: ({ companyId, connectionId }, limit) =>
      db.readCompany(companyId, async (tx) => {
        const pauseMs = await connections.pauseMsOf(tx, connectionId);
        return { pauseMs, ticketIds: pauseMs > 0 ? [] : await outboxStore.waitingFor(tx, connectionId, limit) };
      }),
    sweep: () => sweep(),
    onError,
  });

  /** Keeps what became of it and tells it; the fence refuses the word of a worker that came too late. */
  const settle = (queueKey: SendQueueKey, message: MessageRow, save: (tx: Tx) => Promise<void>) =>
    db.inCompany(queueKey.companyId, async (tx) => {
      await save(tx);
      // Removed while it was being sent: then there is nobody to tell.
      const ticket = await tickets.inTx.find(tx, queueKey.ticketId);
      if (ticket)
        tx.emit({
          type: 'message.changed',
          messageId: message.id,
          ticketId: queueKey.ticketId,
          assignment: assignmentOf(ticket),
        });
    });

  const retryPolicy = createRetryPolicy({ db, connections, scheduler, settle, onAttempt, onError });

  /** The head of a line with all that is needed to send it, or how long it still has to wait. */
  const claim = (queueKey: SendQueueKey) =>
    db.inCompany(queueKey.companyId, async (tx) => {
      const row = await outboxStore.claim(tx, queueKey);
      if (!row) return { dueIn: await outboxStore.dueIn(tx, queueKey) };
      const message = (await messageStore.byId(tx, row.messageId))!;
      const connection = await connections.inTx.get(tx, queueKey.connectionId);
      const limit = rateLimitOf(connections.rateLimitOf(connection), connection);
      const throttled = limit && (await rateLimit.reserve(tx, { ...queueKey, contactId: message.contactId, limit }));
      if (throttled) {
        await outboxStore.release(tx, row, throttled.scope === 'pair' ? throttled.waitMs : 0);
        return { throttled };
      }
      const ticket = await tickets.inTx.get(tx, queueKey.ticketId);
      const to = { identities: await contacts.peerOf(tx, message.contactId), isGroup: ticket.isGroup };
      const windowCheck = await replyWindow.check(tx, { row, message, ticket, connection });
      if (windowCheck !== undefined)
        tx.emit({
          type: 'message.changed',
          messageId: message.id,
          ticketId: queueKey.ticketId,
          assignment: assignmentOf(ticket),
        });
      if (windowCheck === 'shut') return { isSettled: true as const };
      const quoted = message.quotedId === null ? undefined : await messageStore.byId(tx, message.quotedId);
      const quotes = quoted?.isPrivate ? undefined : (quoted?.wid ?? undefined);
      return { row, message, connection, to, quotes, replacement: windowCheck?.replacement };
    });

  /** True when there may be more in this line. */
  async function deliverNext(queueKey: SendQueueKey): Promise<boolean> {
    const claimed = await claim(queueKey);
    if (claimed.isSettled) return true;
    if (claimed.throttled) {
      if (claimed.throttled.scope === 'account') {
        scheduler.throttle(queueKey, claimed.throttled.waitMs);
        scheduler.wake(queueKey);
      } else scheduler.wakeIn(queueKey, claimed.throttled.waitMs);
      return false;
    }
    if (!claimed.row) {
      if (claimed.dueIn !== undefined) scheduler.wakeIn(queueKey, claimed.dueIn);
      return false;
    }
    const { row, message, connection, to, quotes, replacement } = claimed;
    // Told to wait while this was being fetched.
    if (scheduler.isPaused(queueKey.connectionId)) {
      await db.inCompany(queueKey.companyId, (tx) => outboxStore.release(tx, row, 0));
      return true;
    }
    let wid = message.wid ?? undefined;
    let isIdempotent = false;
    const stopRenewing = startLeaseRenewal(queueKey, row);
    try {
      const channel = connections.channelOf(connection);
      isIdempotent = channel.abilities(connection.channel).idempotent;
      const account = connections.accountOf(connection);
      const payload = row.payload as { content?: Outgoing['content']; text?: string };
      if (row.act === 'edit') await channel.edit?.(account, to, message.wid!, payload.text!);
      else if (row.act === 'remove') await channel.remove?.(account, to, message.wid!);
      else {
        const content = replacement ?? payload.content!;
        const outgoing: Outgoing = {
          to,
          content,
          correlation: row.correlation,
          ...(quotes && content.kind !== 'reaction' && { quotes }),
          ...(message.isForwarded && { isForwarded: true }),
        };
        ({ wid } = await channel.send(account, outgoing));
      }
    } catch (error) {
      await retryPolicy.handleSendError(
        { queueKey, row, message, canRepeat: isIdempotent || row.act !== 'send' },
        error,
      );
      return true;
    } finally {
      stopRenewing();
    }
    scheduler.recordAttempt(queueKey.connectionId, true);
    onAttempt(queueKey.companyId, queueKey.connectionId, 'sent');
    const hadBackoff = retryPolicy.clearBackoff(queueKey.connectionId);
    await settle(queueKey, message, async (tx) => {
      await markSent(tx, row, { wid, isGroup: to.isGroup });
      if (hadBackoff) await rateLimitStore.resetBackoff(tx, queueKey.connectionId);
    });
    return true;
  }

  /** A slow send is not a dead worker: given to another, it would be sent twice, or be overtaken by the next. */
  function startLeaseRenewal(queueKey: SendQueueKey, row: OutboxRow): () => void {
    let remaining = MAX_RENEWALS;
    const timer = setInterval(() => {
      if ((remaining -= 1) < 0) return clearInterval(timer);
      db.inCompany(queueKey.companyId, (tx) => outboxStore.renew(tx, row)).catch(onError);
    }, RENEW_MS).unref();
    return () => clearInterval(timer);
  }

  /** What a crash left: lines nobody was woken for, and sends whose worker died. */
  async function sweep() {
    for (const { companyId, id } of await db.onPlatform((tx) => outboxStore.expiredLeases(tx, SWEEP_LIMIT))) {
      await db
        .inCompany(companyId, async (tx) => {
          const row = await outboxStore.lock(tx, id);
          if (row?.state !== 'sending' || !(await outboxStore.isLeaseExpired(tx, id))) return;
          const connection = await connections.inTx.find(tx, row.connectionId);
          const canRepeat =
            row.act !== 'send' ||
            (connection !== undefined && connections.channelOf(connection).abilities(connection.channel).idempotent);
          if (canRepeat) await outboxStore.set(tx, id, { state: 'queued', now: true });
          else await markUnknown(tx, row);
          const ticket = await tickets.inTx.get(tx, row.ticketId);
          tx.emit({
            type: 'message.changed',
            messageId: row.messageId,
            ticketId: row.ticketId,
            assignment: assignmentOf(ticket),
          });
        })
        .catch(onError);
    }
    const due = await db.onPlatform((tx) => outboxStore.due(tx, SWEEP_LIMIT));
    scheduler.setHasMore(due.length === SWEEP_LIMIT);
    for (const queueKey of due) scheduler.wake(queueKey);
  }

  return {
    wake: scheduler.wake,
    wakeConnection: scheduler.wakeConnection,
    sweep,
    /** Its connection is about to go: what waits says so, instead of waiting for ever. */
    failPending: (tx: Tx, connectionId: number) => messageStore.failAll(tx, connectionId, 'ERR_NO_WAPP_FOUND'),
    /** What has left and settled long ago is told by its message and its receipts. */
    prune: (companyId: number, before: Date) =>
      db.inCompany(companyId, async (tx) => {
        await outboxStore.prune(tx, before);
        await rateLimitStore.prune(tx);
      }),
    backlog: outboxStore.backlog,
    /** What an account may send: its channel's pace, or its own where that is less. */
    rateLimitOf: (connection: ConnectionRow) => rateLimitOf(connections.rateLimitOf(connection), connection),
    /** Mass sending has a share of its own; it may be one piece ahead. */
    reserveBulk: (tx: Tx, connectionId: number, intervalMs: number) =>
      rateLimitStore.reserve(tx, { connectionId, peer: BULK, intervalMs, burstMs: 0 }),
    isIdle: scheduler.isIdle,
    stop: scheduler.stop,
  };
}
export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>;
