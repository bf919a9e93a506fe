import type { ChannelFault } from '../../../channels/port.ts';
import type { OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { messageStore } from '../messages.store.ts';
import { outboxStore } from './outbox.store.ts';

// What became of one entry of the outbox. Each locks the entry before its message, as receipts do.

/** These promise that it leaves by itself. Of what has failed for good that is no longer true. */
const RETRYABLE_CODES = new Set(['ERR_CHANNEL_DOWN', 'ERR_CHANNEL_RATE', 'ERR_CHANNEL_PAIR_RATE']);
export const finalCode = (code: string): string => (RETRYABLE_CODES.has(code) ? 'ERR_CHANNEL_UNDELIVERED' : code);

/** The channel took it. */
export async function markSent(
  tx: Tx,
  row: OutboxRow,
  { wid, isGroup }: { wid: string | undefined; isGroup: boolean },
) {
  if (!(await outboxStore.settle(tx, row, { state: 'done' }))) return;
  if (row.act !== 'send') return;
  const { pauseMs } = row.payload as { pauseMs?: number };
  if (pauseMs !== undefined) await outboxStore.delayNext(tx, row, pauseMs);
  const message = (await messageStore.lock(tx, row.messageId))!;
  // A name that another message has already (the channel's mistake, or its echo without our correlation) must not keep
  // this one from being settled: it would be sent again and again.
  const isFree = wid !== undefined && (await messageStore.idByWid(tx, row.connectionId, wid)) === undefined;
  await messageStore.update(tx, row.messageId, {
    ...(message.wid === null && isFree && { wid }),
    // Nobody tells how many of a group received it: what left counts as delivered.
    ack: Math.max(message.ack, isGroup ? 2 : 1),
    ...(message.ack < 2 && { delivery: 'sent', failureCode: null }),
  });
  await messageStore.addReceipt(tx, row.messageId, 'accepted');
}

/** It will not arrive any more. A change that the channel did not take is taken back here, or the two would differ. */
export async function markFailed(tx: Tx, row: OutboxRow, { code, detail }: ChannelFault) {
  if (!(await outboxStore.settle(tx, row, { state: 'failed', fault: code }))) return;
  const message = (await messageStore.lock(tx, row.messageId))!;
  if (row.act === 'send') {
    // A receipt was quicker than the refusal: what was received was received.
    if (message.ack < 2)
      await messageStore.update(tx, row.messageId, { delivery: 'failed', failureCode: finalCode(code) });
    return void (await messageStore.addReceipt(tx, row.messageId, 'failed', detail));
  }
  if (row.act === 'remove') await messageStore.update(tx, row.messageId, { isDeleted: false });
  else {
    const { text, before } = row.payload as { text: string; before: { body: string; isEdited: boolean } };
    if (message.body === text) await messageStore.update(tx, row.messageId, before);
  }
  await messageStore.addReceipt(tx, row.messageId, `${row.act}-failed`, detail);
}

/** Nobody knows: a person decides, unless a receipt settles it, or already has. */
export async function markUnknown(tx: Tx, row: OutboxRow) {
  if (!(await outboxStore.settle(tx, row, { state: 'unknown', fault: 'ERR_OUTCOME_UNKNOWN' }))) return;
  const message = (await messageStore.lock(tx, row.messageId))!;
  if (message.ack > 0) return outboxStore.set(tx, row.id, { state: 'done' });
  await messageStore.update(tx, row.messageId, { delivery: 'unknown', failureCode: 'ERR_OUTCOME_UNKNOWN' });
  await messageStore.addReceipt(tx, row.messageId, 'unknown');
}
