import { accountWait, messageWait, noSoonerThan, pairWait } from '@balcao/domain/channel-health/patience';
import { NotSent, OutcomeUnknown, Refused } from '../../channels/port.ts';
import type { MessageRow, OutboxRow } from '../../foundation/db/schema/messages.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { Refusal } from '../../foundation/refusal.ts';
import type { Connections } from '../connections/index.ts';
import type { Lines } from './lines.ts';
import { messageStore } from './messages.store.ts';
import { giveUp, letGo } from './outcome.ts';
import { outboxStore, type Line } from './outbox.store.ts';
import { paceStore } from './paces.store.ts';

/** What becomes of a try, as far as the health of its account is concerned. */
export type TryEnd = 'sent' | 'refused' | 'slowedDown' | 'unanswered';
export interface Tried {
  line: Line;
  row: OutboxRow;
  message: MessageRow;
  /** The channel knows the same message when it sees it twice. */
  mayRepeat: boolean;
}
interface Needs {
  db: Db;
  connections: Connections;
  lines: Pick<Lines, 'pause' | 'isPaused' | 'noted'>;
  settle(line: Line, message: MessageRow, keep: (tx: Tx) => Promise<void>): Promise<void>;
  noted(companyId: number, connectionId: number, what: TryEnd): void;
  failed(fault: unknown): void;
}
/** After so many tries that surely did not arrive (a quarter of an hour), a person decides. */
const MOST_TRIES = 12;
/** A dead account rests in the database until it is mended; here, so long that what was under way finds out. */
const DEAD_REST_MS = 60_000;
/** «Not now» with a time to it means the whole account, also where it only seems to be down. */
const WORTH_A_PAUSE_MS = 1000;
/** Said of what we wanted to send, not of how the account is seen. */
const OURS = new Set(['ERR_REPLY_WINDOW', 'ERR_CONTENT_UNSUPPORTED']);

/** What is done about a try that did not end well: who has to wait, for how long, and what is over. */
export function createSetbacks({ db, connections, lines, settle, noted, failed }: Needs) {
  /** Accounts that were told to wait, or gave no answer: the next that arrives makes it good. */
  const struck = new Set<number>();

  async function settleFault({ line, row, message, mayRepeat }: Tried, told: unknown): Promise<void> {
    // Refused in our own house: it never got as far as the channel.
    const fault = told instanceof Refusal ? new NotSent({ code: told.code, detail: told.message }, 0, 'pair') : told;
    const isSilence =
      fault instanceof OutcomeUnknown ||
      (fault instanceof NotSent && fault.scope === 'account' && fault.fault.code === 'ERR_CHANNEL_DOWN');
    const { companyId, connectionId } = line;
    const isBroken = lines.noted(connectionId, !isSilence);
    if (isSilence) noted(companyId, connectionId, 'unanswered');
    if (fault instanceof NotSent || (fault instanceof OutcomeUnknown && mayRepeat)) {
      const { code, detail } =
        fault instanceof NotSent ? fault.fault : { code: 'ERR_CHANNEL_DOWN', detail: 'no answer' };
      const asked = fault instanceof NotSent ? (fault.retryAfterMs ?? 0) : 0;
      const isOfPair = fault instanceof NotSent && fault.scope === 'pair';
      if (!isSilence && !(told instanceof Refusal)) noted(companyId, connectionId, 'slowedDown');
      const isOfAll = !isOfPair && (isSilence ? isBroken || asked >= WORTH_A_PAUSE_MS : true);
      const allRest = isOfAll && (await restAll(line, code, asked));
      await settle(line, message, async (tx) => {
        if (row.tries >= MOST_TRIES) return giveUp(tx, row, { code, detail });
        const own = isOfPair ? pairWait(row.tries, Math.random()) : messageWait(row.tries, Math.random());
        // Where all of them wait, this one waits no longer than the others: not even when somebody mends it sooner.
        const waitMs = allRest ? 0 : noSoonerThan(asked, own, Math.random());
        if (!(await outboxStore.settle(tx, row, { state: 'queued', fault: code, waitMs }))) return;
        await messageStore.receipt(tx, message.id, 'waiting', detail);
      });
    } else if (fault instanceof Refused) {
      if (fault.isAccountDead) lines.pause(line, DEAD_REST_MS);
      else if (!OURS.has(fault.fault.code)) noted(companyId, connectionId, 'refused');
      await settle(line, message, async (tx) => {
        await giveUp(tx, row, fault.fault);
        if (fault.isAccountDead) await connections.pause(tx, connectionId, null, fault.fault.code);
      });
    } else {
      // A fault of ours says as little about the outcome as silence does.
      if (!(fault instanceof OutcomeUnknown)) failed(fault);
      else if (isBroken) await restAll(line, 'ERR_CHANNEL_DOWN', 0);
      await settle(line, message, (tx) => letGo(tx, row));
    }
  }

  /** The whole account rests: here at once, on all nodes with the commit. True when it does. */
  async function restAll(line: Line, code: string, asked: number): Promise<boolean> {
    const { companyId, connectionId } = line;
    // Several were under way when it was told: it is one refusal, not eight.
    if (lines.isPaused(connectionId)) return true;
    // Until it is known how often it was refused, at least so long.
    lines.pause(line, Math.max(asked, WORTH_A_PAUSE_MS));
    struck.add(connectionId);
    return db.inCompany(companyId, async (tx) => {
      const ms = noSoonerThan(
        asked,
        accountWait(await paceStore.strike(tx, connectionId), Math.random()),
        Math.random(),
      );
      await connections.pause(tx, connectionId, new Date(Date.now() + ms), code);
      lines.pause(line, ms);
      return true;
    });
  }

  return {
    settleFault,
    /** It answered well: true when that makes something good. */
    isForgiven: (connectionId: number) => struck.delete(connectionId),
  };
}
