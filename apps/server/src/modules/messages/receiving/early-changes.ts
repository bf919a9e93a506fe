/** Edits and deletions that arrive before their message: remembered, and applied when the message is stored. */
import { createHash } from 'node:crypto';
import { isOlderEdit } from '@balcao/domain/message/edit-order';
import type { ChannelEvent, MessageChange } from '../../../channels/port.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { earlyChangeStore } from './early-changes.store.ts';
import { fromStoredEvent, toStoredEvent } from './stored-event.ts';

type Edit = Extract<ChannelEvent, { type: 'edited' }>;
type Removal = Extract<ChannelEvent, { type: 'removed' }>;
export type EarlyEvents = (Edit | Removal)[];

const orderOf = ({ at, version }: Edit) => ({ at: new Date(at), version: version ?? null });
/** Further parts of a message have its id with a number. */
const baseOf = (wid: string): string => wid.replace(/#\d+$/, '');
const keyOf = (connectionId: number, wid: string): string => `${connectionId} ${baseOf(wid)}`;
/** A sender can name any message, so the changes of one never replace those of another. */
const senderOf = ({ fromMe, peer, author }: MessageChange): string =>
  createHash('sha256')
    .update(JSON.stringify([fromMe, peer.identities, author?.identities ?? null]))
    .digest('hex');

export const earlyChanges = {
  async save(tx: Tx, connectionId: number, event: Edit | Removal): Promise<void> {
    const key = { connectionId, wid: event.wid, sender: senderOf(event) };
    const { edit = null, removal = null } = (await earlyChangeStore.lock(tx, key)) ?? {};
    const stored = toStoredEvent(event);
    if (event.type === 'removed') {
      if (!removal) await earlyChangeStore.save(tx, { ...key, edit, removal: stored });
      return;
    }
    if (edit && isOlderEdit(orderOf(event), orderOf(fromStoredEvent(edit) as Edit))) return;
    await earlyChangeStore.save(tx, { ...key, edit: stored, removal });
  },

  /** The remembered events of new messages, in one statement. */
  async load(
    tx: Tx,
    messages: { connectionId: number; wid: string }[],
  ): Promise<(connectionId: number, wid: string) => EarlyEvents> {
    if (messages.length === 0) return () => [];
    const refs = new Map(
      messages.map(({ connectionId, wid }) => [keyOf(connectionId, wid), { connectionId, wid: baseOf(wid) }]),
    );
    const rows = await earlyChangeStore.load(tx, [...refs.values()]);
    const found = Map.groupBy(rows, ({ connectionId, wid }) => keyOf(connectionId, wid));
    const events = new Map(
      [...found].map(([key, changes]) => [
        key,
        changes
          .flatMap(({ edit, removal }) => [edit, removal])
          .flatMap((event) => (event === null ? [] : [fromStoredEvent(event) as Edit | Removal])),
      ]),
    );
    return (connectionId, wid) => events.get(keyOf(connectionId, wid)) ?? [];
  },

  prune: earlyChangeStore.prune,
};

/** Whether the change comes from the sender of this message; for messages that are not stored by contact yet. */
export function isSameSender(change: MessageChange, message: Extract<ChannelEvent, { type: 'message' }>): boolean {
  if (change.fromMe !== message.fromMe || !overlaps(change.peer, message.peer)) return false;
  if (!message.peer.isGroup || message.fromMe) return true;
  return change.author !== undefined && message.author !== undefined && overlaps(change.author, message.author);
}
const overlaps = (one: MessageChange['peer'], other: MessageChange['peer']): boolean =>
  one.identities.some(({ kind, value }) =>
    other.identities.some((identity) => identity.kind === kind && identity.value === value),
  );
