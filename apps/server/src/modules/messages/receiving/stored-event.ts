import type { ChannelEvent } from '../../../channels/port.ts';

/** A channel event as the columns `signals.signal` and `history_messages.signal` hold it. */
export type StoredEvent = Record<string, unknown> & { is: ChannelEvent['type'] };

/**
 * The stored JSON has the keys of earlier versions: rows queued before an upgrade are read after it, and nodes of both
 * versions can work on one queue.
 */
export function toStoredEvent(event: ChannelEvent): StoredEvent {
  const { type, ...rest } = event;
  const stored: StoredEvent = { is: type, ...rest };
  if (type === 'receipt' || type === 'read-up-to') renameKey(stored, 'status', 'told');
  if (type === 'health') renameKey(stored, 'update', 'what');
  if (type === 'message') renameKey(stored, 'isUnrecognized', 'isPuzzle');
  return stored;
}

export function fromStoredEvent({ is: type, ...rest }: StoredEvent): ChannelEvent {
  const event: Record<string, unknown> = { type, ...rest };
  if (type === 'receipt' || type === 'read-up-to') renameKey(event, 'told', 'status');
  if (type === 'health') renameKey(event, 'what', 'update');
  if (type === 'message') renameKey(event, 'isPuzzle', 'isUnrecognized');
  // Rows of an earlier version name no sender; they count as the customer's.
  if (type === 'edited' || type === 'removed') event['fromMe'] ??= false;
  return event as ChannelEvent;
}

function renameKey(record: Record<string, unknown>, from: string, to: string): void {
  if (!(from in record)) return;
  record[to] = record[from];
  delete record[from];
}
