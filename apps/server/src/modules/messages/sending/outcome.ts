import type { ChannelFault } from '../../../channels/port.ts';
import type { OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { messageRecordStore } from '../message-records.store.ts';
import { messageStore } from '../messages.store.ts';
import { outboxStore } from './outbox.store.ts';
import { outgoingStore, type SentOutcome } from './outgoing.store.ts';

// Outcome of one outbox row. Each function locks the row before its message, like receipts do.

/** The texts of these codes promise another try, which is wrong for a message that has finally failed. */
const RETRYABLE_CODES = new Set(['ERR_CHANNEL_DOWN', 'ERR_CHANNEL_RATE', 'ERR_CHANNEL_PAIR_RATE']);
export const finalCode = (code: string): string => (RETRYABLE_CODES.has(code) ? 'ERR_CHANNEL_UNDELIVERED' : code);

/** For the delivery history: screens show the text of the code; the channel's own words follow for support. */
export const faultDetail = ({ code, detail }: ChannelFault): string => (detail === '' ? code : `${code}: ${detail}`);

/** The channel has accepted the message, its edit or its deletion. */
export async function markSent(
  tx: Tx,
  row: OutboxRow,
  { wid, isGroup, isHeld = false }: { wid: string | undefined; isGroup: boolean; isHeld?: boolean | undefined },
): Promise<SentOutcome> {
  if (row.act !== 'send') return outgoingStore.settleChange(tx, row);
  // Groups have no delivery receipts: a sent message counts as delivered. A held one is not sent yet.
  const ack = isGroup ? 2 : isHeld ? 0 : 1;
  const kind = isHeld
    ? { delivery: 'held' as const, receipt: 'held' }
    : { delivery: 'sent' as const, receipt: 'accepted' };
  const outcome = await outgoingStore.settleSent(tx, row, { wid, ack, ...kind });
  const { pauseMs } = row.payload as { pauseMs?: number };
  if (outcome.isSettled && pauseMs !== undefined) await outboxStore.delayNext(tx, row, pauseMs);
  return outcome;
}

/** Final failure. An edit or deletion that the channel refused is reverted here, so that both sides show the same. */
export async function markFailed(tx: Tx, row: OutboxRow, { code, detail }: ChannelFault) {
  const reason = faultDetail({ code: finalCode(code), detail });
  if (!(await outboxStore.settle(tx, row, { state: 'failed', fault: code }))) return;
  const message = (await messageStore.lock(tx, row.messageId))!;
  if (row.act === 'send') {
    // A delivery receipt may have arrived before the refusal; it wins.
    if (message.ack < 2)
      await messageRecordStore.update(tx, row.messageId, { delivery: 'failed', failureCode: finalCode(code) });
    return void (await messageStore.addReceipt(tx, row.messageId, 'failed', reason));
  }
  if (row.act === 'remove') await messageRecordStore.update(tx, row.messageId, { isDeleted: false });
  else {
    const { text, before } = row.payload as { text: string; before: { body: string; isEdited: boolean } };
    if (message.body === text) await messageRecordStore.update(tx, row.messageId, before);
  }
  await messageStore.addReceipt(tx, row.messageId, `${row.act}-failed`, reason);
}

/** Unknown outcome: the user decides whether to resend, unless a receipt settles it or has already done so. */
export async function markUnknown(tx: Tx, row: OutboxRow) {
  if (!(await outboxStore.settle(tx, row, { state: 'unknown', fault: 'ERR_OUTCOME_UNKNOWN' }))) return;
  const message = (await messageStore.lock(tx, row.messageId))!;
  if (message.ack > 0 || message.delivery === 'held') return outboxStore.set(tx, row.id, { state: 'done' });
  await messageRecordStore.update(tx, row.messageId, { delivery: 'unknown', failureCode: 'ERR_OUTCOME_UNKNOWN' });
  await messageStore.addReceipt(tx, row.messageId, 'unknown');
}
