import { accountWait, messageWait, atLeast, pairWait } from '@balcao/domain/connection-health/backoff';
import { countsAgainstAccount } from '@balcao/domain/connection-health/refusals';
import { NotSent, OutcomeUnknown, Refused, type ChannelFault } from '../../../channels/port.ts';
import type { OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import { AppError } from '../../../infrastructure/app-error.ts';
import type { Connections } from '../../connections/index.ts';
import type { SendScheduler } from './send-scheduler.ts';
import { messageStore } from '../messages.store.ts';
import { faultDetail, markFailed, markUnknown } from './outcome.ts';
import { outboxStore, type ClaimedMessage, type SendQueueKey } from './outbox.store.ts';
import { rateLimitStore } from './rate-limit.store.ts';

/** Outcome of an attempt as counted for the connection's health. */
export type AttemptOutcome = 'sent' | 'refused' | 'slowedDown' | 'unanswered';
export interface Attempt {
  queueKey: SendQueueKey;
  row: OutboxRow;
  message: ClaimedMessage;
  /** The channel recognizes a repeated message, so the attempt may be repeated. */
  canRepeat: boolean;
}
interface Deps {
  db: Db;
  connections: Connections;
  scheduler: Pick<SendScheduler, 'pause' | 'isPaused' | 'recordAttempt'>;
  settle(attempt: Pick<Attempt, 'queueKey' | 'row' | 'message'>, save: (tx: Tx) => Promise<void>): Promise<void>;
  onAttempt(companyId: number, connectionId: number, outcome: AttemptOutcome): void;
  /** The contact stopped marketing in the channel, which therefore refused the message. */
  onOptedOut(tx: Tx, connectionId: number, contactId: number): Promise<unknown>;
  /** The channel refused the message. It may block the whole account. */
  onRefused(tx: Tx, connectionId: number, fault: ChannelFault): Promise<void>;
  onError(error: unknown): void;
}
/** After this many unsuccessful tries (a quarter of an hour) the message fails and the user decides. */
const MAX_TRIES = 12;
/** Local pause of a rejected account; the database pauses it until the connection is repaired. Covers running sends. */
const DEAD_ACCOUNT_PAUSE_MS = 60_000;
/** A retry time of at least this pauses the whole account, even if the channel only seems to be down. */
const MIN_PAUSE_MS = 1000;

/** Handles failed attempts: retry with backoff, pause the account, fail the message or mark its outcome unknown. */
export function createRetryPolicy(deps: Deps) {
  const { db, connections, scheduler, settle, onAttempt, onOptedOut, onRefused, onError } = deps;
  /** Accounts with recorded backoff; the next successful send resets it. */
  const backingOff = new Set<number>();

  async function handleSendError({ queueKey, row, message, canRepeat }: Attempt, thrown: unknown): Promise<void> {
    // Thrown by this server before the channel was called.
    const error =
      thrown instanceof AppError ? new NotSent({ code: thrown.code, detail: thrown.message }, 0, 'pair') : thrown;
    const isUnanswered =
      error instanceof OutcomeUnknown ||
      (error instanceof NotSent && error.scope === 'account' && error.fault.code === 'ERR_CHANNEL_DOWN');
    const { companyId, connectionId } = queueKey;
    const isCircuitOpen = scheduler.recordAttempt(connectionId, !isUnanswered);
    if (isUnanswered) onAttempt(companyId, connectionId, 'unanswered');
    if (error instanceof NotSent || (error instanceof OutcomeUnknown && canRepeat)) {
      const { code, detail } =
        error instanceof NotSent ? error.fault : { code: 'ERR_CHANNEL_DOWN', detail: 'no answer' };
      const requestedMs = error instanceof NotSent ? (error.retryAfterMs ?? 0) : 0;
      const isPairOnly = error instanceof NotSent && error.scope === 'pair';
      if (!isUnanswered && !(thrown instanceof AppError)) onAttempt(companyId, connectionId, 'slowedDown');
      const isAccountWide = !isPairOnly && (isUnanswered ? isCircuitOpen || requestedMs >= MIN_PAUSE_MS : true);
      const isAccountPaused = isAccountWide && (await pauseAccount(queueKey, code, requestedMs));
      await settle({ queueKey, row, message }, async (tx) => {
        if (row.tries >= MAX_TRIES) return markFailed(tx, row, { code, detail });
        const ownWaitMs = isPairOnly ? pairWait(row.tries, Math.random()) : messageWait(row.tries, Math.random());
        // The account pause already delays the message; an own wait would outlast a pause that ends early.
        const waitMs = isAccountPaused ? 0 : atLeast(requestedMs, ownWaitMs, Math.random());
        if (!(await outboxStore.settle(tx, row, { state: 'queued', fault: code, waitMs }))) return;
        await messageStore.addReceipt(tx, message.id, 'waiting', faultDetail({ code, detail }));
      });
    } else if (error instanceof Refused) {
      if (error.isAccountDead) scheduler.pause(queueKey, DEAD_ACCOUNT_PAUSE_MS);
      else if (countsAgainstAccount(error.fault.code)) onAttempt(companyId, connectionId, 'refused');
      await settle({ queueKey, row, message }, async (tx) => {
        await markFailed(tx, row, error.fault);
        await onRefused(tx, connectionId, error.fault);
        if (error.fault.code === 'ERR_CHANNEL_OPTED_OUT') await onOptedOut(tx, connectionId, message.contactId);
        if (error.isAccountDead) await connections.inTx.pause(tx, connectionId, null, error.fault.code);
      });
    } else {
      // An unexpected error leaves the outcome unknown, like a missing answer.
      if (!(error instanceof OutcomeUnknown)) onError(error);
      else if (isCircuitOpen) await pauseAccount(queueKey, 'ERR_CHANNEL_DOWN', 0);
      await settle({ queueKey, row, message }, (tx) => markUnknown(tx, row));
    }
  }

  /** Pauses the account: on this node at once, on all nodes with the commit. */
  async function pauseAccount(queueKey: SendQueueKey, code: string, requestedMs: number): Promise<boolean> {
    const { companyId, connectionId } = queueKey;
    // Several sends were running when the channel refused: this counts as one refusal, not eight.
    if (scheduler.isPaused(connectionId)) return true;
    // Minimum pause until the number of refusals is known.
    scheduler.pause(queueKey, Math.max(requestedMs, MIN_PAUSE_MS));
    backingOff.add(connectionId);
    return db.inCompany(companyId, async (tx) => {
      const ms = atLeast(
        requestedMs,
        accountWait(await rateLimitStore.recordBackoff(tx, connectionId), Math.random()),
        Math.random(),
      );
      await connections.inTx.pause(tx, connectionId, new Date(Date.now() + ms), code);
      scheduler.pause(queueKey, ms);
      return true;
    });
  }

  return {
    handleSendError,
    /** After a successful send; true when a recorded backoff must be reset. */
    clearBackoff: (connectionId: number) => backingOff.delete(connectionId),
  };
}
