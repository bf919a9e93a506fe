import { hasChangedOwner, isReassignable } from '@balcao/domain/contact/identity';
import { unnamedGroup } from '@balcao/domain/contact/group-name';
import { digitsOf, phoneKey } from '@balcao/domain/contact/phone';
import type { Peer } from '../../channels/port.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { contactRecordStore } from './contact-records.store.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore, keyOf } from './identities.store.ts';
import { mergeContacts } from './merge.ts';

export interface ResolveRequest {
  peer: Peer;
  channel: ContactRow['channel'];
  connectionId: number | null;
  acceptsAudio: boolean;
}

/**
 * Finds or creates the contact of a message's sender. An identity belongs to one contact, also when several transactions
 * resolve it at the same time. If the channel states that two identities are one person, their contacts are merged.
 */
export async function resolveContact(tx: Tx, request: ResolveRequest): Promise<ContactRow> {
  await releaseTransferredNames(tx, request.peer);
  return resolve(tx, request);
}

async function resolve(tx: Tx, request: ResolveRequest): Promise<ContactRow> {
  const { peer } = request;
  const [oldest, ...others] = await identityStore.find(tx, peer.identities);
  if (oldest === undefined) return createContact(tx, request);
  // Locked before the merge, oldest first. If another transaction merged them meanwhile, start again.
  if (others.length > 0)
    for (const id of [oldest, ...others]) if (!(await contactStore.lock(tx, id))) return resolve(tx, request);
  for (const other of others)
    await mergeContacts(tx, {
      survivorId: oldest,
      mergedId: other,
      reason: 'The channel says that both are one person',
      by: null,
    });

  await identityStore.add(tx, oldest, peer.identities);
  // Another transaction may have taken a free identity: then two contacts must be merged.
  if (peer.identities.length > 1 && (await identityStore.find(tx, peer.identities)).length > 1)
    return resolve(tx, request);
  const contact = await contactStore.lock(tx, oldest);
  // Merged into another contact while this transaction waited for the lock.
  if (!contact) return resolve(tx, request);
  const change = changesFrom(contact, peer);
  if (Object.keys(change).length === 0) return contact;
  await contactRecordStore.update(tx, oldest, change);
  tx.emit({ type: 'contact.saved', contactId: oldest, isNew: false });
  return { ...contact, ...change };
}

/** Removes a user name from its former owner if the channel assigned it to another account. */
async function releaseTransferredNames(tx: Tx, { identities }: Peer): Promise<void> {
  const names = identities.filter(({ kind }) => kind === 'username');
  if (names.length === 0 || names.length === identities.length) return;
  for (const name of names)
    for (const contactId of await identityStore.find(tx, [name]))
      if (hasChangedOwner(identities, await identityStore.of(tx, contactId)))
        await identityStore.remove(tx, contactId, [name]);
}

/**
 * Replaces the identities of a contact that changed its number or user name. The history stays with the contact, and a
 * contact that already has the new identity is merged into it. Former identities that another person may receive later are
 * removed.
 */
export async function renumber(tx: Tx, from: Peer, to: Peer): Promise<void> {
  const [contactId] = await identityStore.find(tx, from.identities);
  const before = contactId === undefined ? undefined : await contactStore.lock(tx, contactId);
  // The former identity is unknown, so the new one is resolved with its first message.
  if (!before) return;
  const { channel, connectionId, acceptsAudio } = before;
  const peer = { ...to, identities: [...from.identities, ...to.identities] };
  await releaseTransferredNames(tx, to);
  const { id } = await resolve(tx, { peer, channel, connectionId, acceptsAudio });
  const retained = new Set(to.identities.map(keyOf));
  const released = from.identities.filter((identity) => isReassignable(identity) && !retained.has(keyOf(identity)));
  await identityStore.remove(tx, id, released);
  const contact = (await contactStore.byId(tx, id))!;
  const number = phoneOf(to) ?? '';
  const isReleased =
    contact.number !== '' &&
    released.some((identity) => keyOf(identity) === keyOf({ kind: 'phone', value: contact.number }));
  if (!isReleased) return;
  const name = isNamedByNumber(contact) ? to.name || number || contact.name : contact.name;
  await contactRecordStore.update(tx, id, { number, name });
  tx.emit({ type: 'contact.saved', contactId: id, isNew: false });
}

/**
 * Finds the contacts of a batch in two statements. Returns only contacts that have all identities of the peer and need no
 * update; every other peer must be resolved on its own.
 */
export async function findKnownContacts(tx: Tx, peers: Peer[]): Promise<(peer: Peer) => ContactRow | undefined> {
  const holders = await identityStore.holders(
    tx,
    peers.flatMap((peer) => peer.identities),
  );
  const ids = [...new Set(holders.values())];
  const rows = new Map((ids.length === 0 ? [] : await contactStore.lockMany(tx, ids)).map((row) => [row.id, row]));
  return (peer) => {
    const [id, ...others] = new Set(peer.identities.map((identity) => holders.get(keyOf(identity))));
    const contact = id === undefined || others.length > 0 ? undefined : rows.get(id);
    return contact && Object.keys(changesFrom(contact, peer)).length === 0 ? contact : undefined;
  };
}

async function createContact(tx: Tx, request: ResolveRequest): Promise<ContactRow> {
  const { peer, channel, connectionId, acceptsAudio } = request;
  const number = phoneOf(peer) ?? '';
  const contact = await contactRecordStore.insert(tx, {
    name: peer.name ?? placeholderName(peer, number),
    number,
    username: peer.username ?? '',
    channel,
    connectionId,
    isGroup: peer.isGroup,
    acceptsAudio,
  });
  if ((await identityStore.add(tx, contact.id, peer.identities)) === 0) {
    // Another transaction created the contact first.
    await contactRecordStore.discard(tx, contact.id);
    return resolve(tx, request);
  }
  tx.emit({ type: 'contact.saved', contactId: contact.id, isNew: true });
  // Webhooks of Facebook and Instagram contain no names, so a job fetches the profile.
  if (!peer.name && connectionId !== null && (channel === 'facebook' || channel === 'instagram'))
    await tx.enqueue('contact-profile.fetch', { companyId: tx.companyId, contactId: contact.id, connectionId });
  // Another transaction may have created a contact for another identity of this person: resolving again merges both.
  return peer.identities.length > 1 ? resolve(tx, request) : contact;
}

/** Without a name: the number, a neutral name for a group, else the user name or the channel's id. */
function placeholderName({ identities, isGroup, username }: Peer, number: string): string {
  if (number !== '') return number;
  const { value } = identities[0]!;
  return isGroup ? unnamedGroup(value) : (username ?? value);
}

/** Name, number and user name that the channel states and the contact lacks. */
function changesFrom(contact: ContactRow, peer: Peer): Partial<Pick<ContactRow, 'name' | 'number' | 'username'>> {
  const phone = phoneOf(peer);
  return {
    // A name that is the number or the channel's id is a placeholder.
    ...(peer.name && peer.name !== contact.name && isNameless(contact, peer) && { name: peer.name }),
    ...(contact.number === '' && phone && { number: phone }),
    ...(peer.username && peer.username !== contact.username && { username: peer.username }),
  };
}
/** Whether the name is only the number, in either spelling. */
const isNamedByNumber = ({ name, number }: Pick<ContactRow, 'name' | 'number'>): boolean =>
  number !== '' && /^[\d\s()+.-]+$/.test(name) && phoneKey(digitsOf(name)) === phoneKey(number);
const isNameless = (contact: ContactRow, { identities }: Peer): boolean =>
  isNamedByNumber(contact) ||
  (contact.username !== '' && contact.name === contact.username) ||
  identities.some(
    ({ kind, value }) => value === contact.name || (kind === 'group' && unnamedGroup(value) === contact.name),
  );
const phoneOf = ({ identities }: Peer): string | undefined => {
  const phone = identities.find((identity) => identity.kind === 'phone');
  return phone && digitsOf(phone.value);
};
