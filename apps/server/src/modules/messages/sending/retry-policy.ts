import { accountWait, messageWait, atLeast, pairWait } from '@balcao/domain/connection-health/backoff';
import { NotSent, OutcomeUnknown, Refused } from '../../../channels/port.ts';
import type { MessageRow, OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import { AppError } from '../../../infrastructure/app-error.ts';
import type { Connections } from '../../connections/index.ts';
import type { SendScheduler } from './send-scheduler.ts';
import { messageStore } from '../messages.store.ts';
import { markFailed, markUnknown } from './outcome.ts';
import { outboxStore, type SendQueueKey } from './outbox.store.ts';
import { rateLimitStore } from './rate-limit.store.ts';

/** What becomes of a try, as far as the health of its account is concerned. */
export type AttemptOutcome = 'sent' | 'refused' | 'slowedDown' | 'unanswered';
export interface Attempt {
  queueKey: SendQueueKey;
  row: OutboxRow;
  message: MessageRow;
  /** The channel knows the same message when it sees it twice. */
  canRepeat: boolean;
}
interface Deps {
  db: Db;
  connections: Connections;
  scheduler: Pick<SendScheduler, 'pause' | 'isPaused' | 'recordAttempt'>;
  settle(queueKey: SendQueueKey, message: MessageRow, save: (tx: Tx) => Promise<void>): Promise<void>;
  onAttempt(companyId: number, connectionId: number, outcome: AttemptOutcome): void;
  onError(error: unknown): void;
}
/** After so many tries that surely did not arrive (a quarter of an hour), a person decides. */
const MAX_TRIES = 12;
/** A dead account rests in the database until it is mended; here, so long that what was under way finds out. */
const DEAD_ACCOUNT_PAUSE_MS = 60_000;
/** «Not now» with a time to it means the whole account, also where it only seems to be down. */
const MIN_PAUSE_MS = 1000;
/** Said of what we wanted to send, not of how the account is seen. */
const CONTENT_ERROR_CODES = new Set(['ERR_REPLY_WINDOW', 'ERR_CONTENT_UNSUPPORTED']);

/** What is done about a try that did not end well: who has to wait, for how long, and what is over. */
export function createRetryPolicy({ db, connections, scheduler, settle, onAttempt, onError }: Deps) {
  /** Accounts that were told to wait, or gave no answer: the next that arrives makes it good. */
  const backingOff = new Set<number>();

  async function handleSendError({ queueKey, row, message, canRepeat }: Attempt, thrown: unknown): Promise<void> {
    // Refused in our own house: it never got as far as the channel.
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
      await settle(queueKey, message, async (tx) => {
        if (row.tries >= MAX_TRIES) return markFailed(tx, row, { code, detail });
        const ownWaitMs = isPairOnly ? pairWait(row.tries, Math.random()) : messageWait(row.tries, Math.random());
        // Where all of them wait, this one waits no longer than the others: not even when somebody mends it sooner.
        const waitMs = isAccountPaused ? 0 : atLeast(requestedMs, ownWaitMs, Math.random());
        if (!(await outboxStore.settle(tx, row, { state: 'queued', fault: code, waitMs }))) return;
        await messageStore.addReceipt(tx, message.id, 'waiting', detail);
      });
    } else if (error instanceof Refused) {
      if (error.isAccountDead) scheduler.pause(queueKey, DEAD_ACCOUNT_PAUSE_MS);
      else if (!CONTENT_ERROR_CODES.has(error.fault.code)) onAttempt(companyId, connectionId, 'refused');
      await settle(queueKey, message, async (tx) => {
        await markFailed(tx, row, error.fault);
        if (error.isAccountDead) await connections.pause(tx, connectionId, null, error.fault.code);
      });
    } else {
      // A fault of ours says as little about the outcome as silence does.
      if (!(error instanceof OutcomeUnknown)) onError(error);
      else if (isCircuitOpen) await pauseAccount(queueKey, 'ERR_CHANNEL_DOWN', 0);
      await settle(queueKey, message, (tx) => markUnknown(tx, row));
    }
  }

  /** The whole account rests: here at once, on all nodes with the commit. True when it does. */
  async function pauseAccount(queueKey: SendQueueKey, code: string, requestedMs: number): Promise<boolean> {
    const { companyId, connectionId } = queueKey;
    // Several were under way when it was told: it is one refusal, not eight.
    if (scheduler.isPaused(connectionId)) return true;
    // Until it is known how often it was refused, at least so long.
    scheduler.pause(queueKey, Math.max(requestedMs, MIN_PAUSE_MS));
    backingOff.add(connectionId);
    return db.inCompany(companyId, async (tx) => {
      const ms = atLeast(
        requestedMs,
        accountWait(await rateLimitStore.recordBackoff(tx, connectionId), Math.random()),
        Math.random(),
      );
      await connections.pause(tx, connectionId, new Date(Date.now() + ms), code);
      scheduler.pause(queueKey, ms);
      return true;
    });
  }

  return {
    handleSendError,
    /** It answered well: true when that makes something good. */
    clearBackoff: (connectionId: number) => backingOff.delete(connectionId),
  };
}
