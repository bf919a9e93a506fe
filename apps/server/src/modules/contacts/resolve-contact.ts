import { hasChangedOwner, isReassignable } from '@balcao/domain/contact/identity';
import { digitsOf } from '@balcao/domain/contact/phone';
import type { Peer } from '../../channels/port.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { contactStore } from './contacts.store.ts';
import { isNamedByNumber } from './contacts.wire.ts';
import { identityStore, keyOf } from './identities.store.ts';
import { mergeContacts } from './merge.ts';

export interface ResolveRequest {
  peer: Peer;
  channel: ContactRow['channel'];
  connectionId: number | null;
  acceptsAudio: boolean;
}

/**
 * Whose message is this? One contact an identity, whoever else is asking at the same moment; and when the channel
 * vouches that two identities are one person, their contacts become one.
 */
export async function resolveContact(tx: Tx, request: ResolveRequest): Promise<ContactRow> {
  await releaseTransferredNames(tx, request.peer);
  return resolve(tx, request);
}

async function resolve(tx: Tx, request: ResolveRequest): Promise<ContactRow> {
  const { peer } = request;
  const [oldest, ...others] = await identityStore.find(tx, peer.identities);
  if (oldest === undefined) return createContact(tx, request);
  // Held, oldest first, before they are made one; when another did that while this waited, it is looked at again.
  if (others.length > 0)
    for (const id of [oldest, ...others]) if (!(await contactStore.lock(tx, id))) return resolve(tx, request);
  for (const other of others)
    await mergeContacts(tx, {
      keptId: oldest,
      goneId: other,
      reason: 'The channel says that both are one person',
      by: null,
    });

  await identityStore.add(tx, oldest, peer.identities);
  // One that was free a moment ago may have been taken since: then there are two to be made one.
  if (peer.identities.length > 1 && (await identityStore.find(tx, peer.identities)).length > 1)
    return resolve(tx, request);
  const contact = await contactStore.lock(tx, oldest);
  // Merged into another while this waited for it.
  if (!contact) return resolve(tx, request);
  const change = changesFrom(contact, peer);
  if (Object.keys(change).length === 0) return contact;
  await contactStore.update(tx, oldest, change);
  tx.emit({ type: 'contact.saved', contactId: oldest, isNew: false });
  return { ...contact, ...change };
}

/** A user name that was taken over by somebody else is no longer the former owner's. */
async function releaseTransferredNames(tx: Tx, { identities }: Peer): Promise<void> {
  const names = identities.filter(({ kind }) => kind === 'username');
  if (names.length === 0 || names.length === identities.length) return;
  for (const name of names)
    for (const holder of await identityStore.find(tx, [name]))
      if (hasChangedOwner(identities, await identityStore.of(tx, holder)))
        await identityStore.remove(tx, holder, [name]);
}

/**
 * One person under another name from now on. Everything that was said stays with them; whoever was met under the new name
 * meanwhile turns out to be the same. What the former name was worth is given up where others may have it tomorrow.
 */
export async function renumber(tx: Tx, from: Peer, to: Peer): Promise<void> {
  const [contactId] = await identityStore.find(tx, from.identities);
  const before = contactId === undefined ? undefined : await contactStore.lock(tx, contactId);
  // Nobody here knew them: under the new name they are met as anybody.
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
  const isFormer =
    contact.number !== '' && released.some((identity) => keyOf(identity) === keyOf(phoneNamed(contact.number)));
  if (!isFormer) return;
  const name = isNamedByNumber(contact) ? to.name || number || contact.name : contact.name;
  await contactStore.update(tx, id, { number, name });
  tx.emit({ type: 'contact.saved', contactId: id, isNew: false });
}
const phoneNamed = (value: string) => ({ kind: 'phone' as const, value });

/**
 * Many people at once, in two statements: those who are known by all their names and about whom nothing is new. Whoever
 * is not among them has to be recognised one by one.
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
  const contact = await contactStore.insert(tx, {
    name: peer.name ?? (number === '' ? peer.identities[0]!.value : number),
    number,
    channel,
    connectionId,
    isGroup: peer.isGroup,
    acceptsAudio,
  });
  if ((await identityStore.add(tx, contact.id, peer.identities)) === 0) {
    // Somebody else met this person a moment earlier: theirs is the contact.
    await contactStore.remove(tx, contact.id);
    return resolve(tx, request);
  }
  tx.emit({ type: 'contact.saved', contactId: contact.id, isNew: true });
  // Pages and Instagram name nobody in what they deliver: they have to be asked.
  if (!peer.name && connectionId !== null && (channel === 'facebook' || channel === 'instagram'))
    await tx.enqueue('contact.introduce', { companyId: tx.companyId, contactId: contact.id, connectionId });
  // Somebody else met this person under another of these names: found again, both become one.
  return peer.identities.length > 1 ? resolve(tx, request) : contact;
}

/** What the channel knows better than we do. */
function changesFrom(contact: ContactRow, peer: Peer): Partial<Pick<ContactRow, 'name' | 'number'>> {
  const phone = phoneOf(peer);
  return {
    // A name that is only the number, or the channel's id, was ours for want of a better one.
    ...(peer.name && peer.name !== contact.name && isNameless(contact, peer) && { name: peer.name }),
    ...(contact.number === '' && phone && { number: phone }),
  };
}
const isNameless = (contact: ContactRow, { identities }: Peer): boolean =>
  isNamedByNumber(contact) || identities.some((identity) => identity.value === contact.name);
const phoneOf = ({ identities }: Peer): string | undefined => {
  const phone = identities.find((identity) => identity.kind === 'phone');
  return phone && digitsOf(phone.value);
};
