import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import type { ChannelFault, Outgoing } from '../../../channels/port.ts';
import type { ConnectionRow } from '../../../infrastructure/db/schema/connections.ts';
import type { OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import { inPortions } from '../../../infrastructure/db/portions.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Connections } from '../../connections/index.ts';
import type { Contacts } from '../../contacts/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { channelIdOf } from '../channel-ids.ts';
import type { OutgoingContent } from '../content.ts';
import { emitChanged } from '../message-events.ts';
import { messageStore } from '../messages.store.ts';
import { updateTicketPreview } from '../ticket-preview.ts';
import { createClaim, type ClaimDeps, type Delivery } from './claim-delivery.ts';
import { LEASE_SECONDS, outboxStore, type SendQueueKey } from './outbox.store.ts';
import { markSent } from './outcome.ts';
import { rateLimitOf } from './rate-limit.ts';
import { BULK, rateLimitStore } from './rate-limit.store.ts';
import { createDeliveryRecovery } from './recover-deliveries.ts';
import type { ReplyWindow } from './reply-window.ts';
import { createRetryPolicy, type Attempt, type AttemptOutcome } from './retry-policy.ts';
import { createSendScheduler } from './send-scheduler.ts';

export interface DeliveryDeps {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  replyWindow: ReplyWindow;
  hasOptedOut: ClaimDeps['hasOptedOut'];
  countReached: ClaimDeps['countReached'];
  /** Outcome of an attempt, counted for the health of the connection. */
  onAttempt(companyId: number, connectionId: number, outcome: AttemptOutcome): void;
  /** The contact stopped marketing in the channel, which therefore refused the message. */
  onOptedOut(tx: Tx, connectionId: number, contactId: number): Promise<unknown>;
  /** The channel refused the message. It may block the whole account. */
  onRefused(tx: Tx, connectionId: number, fault: ChannelFault): Promise<void>;
  /** After a restore messages wait until a person lets them go. */
  isHeld(): boolean;
  onError(error: unknown): void;
}
const SWEEP_LIMIT = 200;
const BULK_AHEAD_MS = 250;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
/** Four hours: longer than the slowest allowed upload with its wait for the upload budget. A call that hangs even longer loses its lease. */
const MAX_RENEWALS = 720;

/**
 * Sends the rows of the outbox to the channels: in the order of each conversation, once each. A message that surely was
 * not sent is retried. One that may have been sent is not, unless the channel recognizes a repeated message.
 */
export function createDeliveryWorker(deps: DeliveryDeps) {
  const { db, connections, tickets, onAttempt, onError } = deps;
  const claim = createClaim(deps);
  const recoverExpired = createDeliveryRecovery(deps);
  const scheduler = createSendScheduler({
    deliverNext: (queueKey) => deliverNext(queueKey),
    checkAccount: ({ companyId, connectionId }, limit) =>
      db.readCompany(companyId, async (tx) => {
        const pauseMs = await connections.inTx.pauseMsOf(tx, connectionId);
        return { pauseMs, ticketIds: pauseMs > 0 ? [] : await outboxStore.waitingFor(tx, connectionId, limit) };
      }),
    sweep: () => sweep(),
    onError,
  });

  /** Locks the ticket before row and message, like every change of them. */
  async function withPreview<Saved>(
    tx: Tx,
    { queueKey, row, message }: Pick<Attempt, 'queueKey' | 'row' | 'message'>,
    save: (tx: Tx) => Promise<Saved>,
  ): Promise<Saved> {
    const ticket = changesText(row) ? await tickets.inTx.lock(tx, queueKey.ticketId) : undefined;
    const saved = await save(tx);
    if (ticket) await updateTicketPreview(tx, tickets, ticket, message.id);
    return saved;
  }

  /** Saves the outcome and records the change; the fencing token rejects a worker whose lease has expired. */
  const settle = (attempt: Pick<Attempt, 'queueKey' | 'row' | 'message'>, save: (tx: Tx) => Promise<void>) =>
    db.inCompany(attempt.queueKey.companyId, async (tx) => {
      const { queueKey, message } = attempt;
      await withPreview(tx, attempt, save);
      // The ticket may have been removed during the send: then no screen shows the message.
      const ticket = await tickets.inTx.findRow(tx, queueKey.ticketId);
      if (ticket) emitChanged(tx, message.id, ticket);
    });

  const retryPolicy = createRetryPolicy({ ...deps, scheduler, settle });

  /** True when the queue may have another row to send. */
  async function deliverNext(queueKey: SendQueueKey): Promise<boolean> {
    if (deps.isHeld()) return false;
    const claimed = await claim(queueKey);
    switch (claimed.type) {
      case 'refused':
        return true;
      case 'none':
        if (claimed.dueIn !== undefined) scheduler.wakeIn(queueKey, claimed.dueIn);
        return false;
      case 'throttled':
        if (claimed.scope === 'account') {
          scheduler.throttle(queueKey, claimed.waitMs);
          scheduler.wake(queueKey);
        } else scheduler.wakeIn(queueKey, claimed.waitMs);
        return false;
      case 'delivery':
        return deliver(queueKey, claimed.delivery);
    }
  }

  /** False when the message was sent and none waited behind it: a later one wakes its queue. */
  async function deliver(queueKey: SendQueueKey, delivery: Delivery): Promise<boolean> {
    const { row, message, connection, to } = delivery;
    // The account was paused while the row was being claimed.
    if (scheduler.isPaused(queueKey.connectionId)) {
      await db.inCompany(queueKey.companyId, (tx) => outboxStore.release(tx, row, 0));
      return true;
    }
    let sent: { wid: string | undefined; isHeld?: boolean };
    let isIdempotent = false;
    const stopRenewing = startLeaseRenewal(queueKey, row);
    try {
      isIdempotent = connections.channelOf(connection).abilities(connection.channel).idempotent;
      sent = await callChannel(connections, delivery);
    } catch (error) {
      const canRepeat = isIdempotent || row.act !== 'send';
      await retryPolicy.handleSendError({ queueKey, row, message, canRepeat }, error);
      return true;
    } finally {
      stopRenewing();
    }
    scheduler.recordAttempt(queueKey.connectionId, true);
    onAttempt(queueKey.companyId, queueKey.connectionId, 'sent');
    const hadBackoff = retryPolicy.clearBackoff(queueKey.connectionId);
    return db.inCompany(queueKey.companyId, async (tx) => {
      const { assignment, hasMore } = await withPreview(tx, { queueKey, row, message }, () =>
        markSent(tx, row, { ...sent, isGroup: to.isGroup }),
      );
      if (assignment) emitChanged(tx, message.id, { id: queueKey.ticketId, ...assignment });
      if (hadBackoff) await rateLimitStore.resetBackoff(tx, queueKey.connectionId);
      return hasMore;
    });
  }

  /** A slow send is not a dead worker: a second worker would send the message twice, or the next one before it. */
  function startLeaseRenewal(queueKey: SendQueueKey, row: OutboxRow): () => void {
    let remaining = MAX_RENEWALS;
    const timer = setInterval(() => {
      if ((remaining -= 1) < 0) return clearInterval(timer);
      db.inCompany(queueKey.companyId, (tx) => outboxStore.renew(tx, row)).catch(onError);
    }, RENEW_MS).unref();
    return () => clearInterval(timer);
  }

  /** Processes what a crash left behind: deliveries of dead workers, and queues whose wake-up was lost. */
  async function sweep() {
    if (deps.isHeld()) return;
    await recoverExpired(SWEEP_LIMIT);
    const due = await db.onPlatform((tx) => outboxStore.due(tx, SWEEP_LIMIT));
    scheduler.setHasMore(due.length === SWEEP_LIMIT);
    for (const queueKey of due) scheduler.wake(queueKey);
  }

  return {
    wake: scheduler.wake,
    wakeConnection: scheduler.wakeConnection,
    sweep,
    /** After a restore: a send in progress may have arrived long ago, so no channel may repeat it; a person decides. */
    async giveUpExpired(): Promise<void> {
      while ((await recoverExpired(SWEEP_LIMIT, { mayRepeat: false })) > 0);
    },
    /** Removes old sent rows: the message and its receipts hold the outcome. */
    async prune(companyId: number, before: Date) {
      await inPortions((limit) => db.inCompany(companyId, (tx) => outboxStore.prune(tx, before, limit)));
      await inPortions((limit) => db.inCompany(companyId, (tx) => rateLimitStore.prune(tx, limit)));
    },
    backlog: outboxStore.backlog,
    /** Messages that the channel holds back, counted up to a limit. */
    held: messageStore.countHeld,
    /** The channel's rate limit, or the connection's own where it is lower. */
    rateLimitOf: (connection: ConnectionRow) => rateLimitOf(connections.rateLimitOf(connection), connection),
    /** Bulk sending has its own share of the rate; it may be one step of a campaign ahead. */
    reserveBulk: (tx: Tx, connectionId: number, intervalMs: number) =>
      rateLimitStore.reserve(tx, { connectionId, peer: BULK, intervalMs, burstMs: BULK_AHEAD_MS }),
    isIdle: scheduler.isIdle,
    stop: scheduler.stop,
  };
}
export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>;

/** Sending may change the stored text: a refused edit or deletion is reverted, and a template replaced an automatic text. */
function changesText({ act, payload }: OutboxRow): boolean {
  const { content, occasion } = payload as { content?: OutgoingContent; occasion?: AutomaticOccasion };
  return act === 'edit' || act === 'remove' || (occasion !== undefined && content?.kind === 'template');
}

/** Performs the row's action; returns the channel's id of the message, and whether the channel holds it back. */
async function callChannel(
  connections: Connections,
  { row, message, connection, to, isLateAgentReply }: Delivery,
): Promise<{ wid: string | undefined; isHeld?: boolean }> {
  const channel = connections.channelOf(connection);
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
      ...(message.quotedWid !== null && content.kind !== 'reaction' && { quotes: channelIdOf(message.quotedWid) }),
      ...(message.isForwarded && { isForwarded: true }),
      ...(isLateAgentReply && { isLateAgentReply }),
    };
    return channel.send(account, outgoing);
  }
  return { wid: message.wid ?? undefined };
}
