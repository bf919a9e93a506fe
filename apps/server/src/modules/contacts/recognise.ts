import { digitsOf } from '@balcao/domain/contact/phone';
import type { Peer } from '../../channels/port.ts';
import type { ContactRow } from '../../foundation/db/schema/contacts.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { contactStore } from './contacts.store.ts';
import { isNamedByNumber } from './contacts.wire.ts';
import { identityStore, keyOf } from './identities.store.ts';
import { mergeContacts } from './merging.ts';

export interface Meeting {
  peer: Peer;
  channel: ContactRow['channel'];
  connectionId: number;
  acceptsAudio: boolean;
}

/**
 * Whose message is this? One contact an identity, whoever else is asking at the same moment; and when the channel
 * vouches that two identities are one person, their contacts become one.
 */
export async function recognise(tx: Tx, meeting: Meeting): Promise<ContactRow> {
  const { peer } = meeting;
  const [oldest, ...others] = await identityStore.find(tx, peer.identities);
  if (oldest === undefined) return meetAnew(tx, meeting);
  // Held, oldest first, before they are made one; when another did that while this waited, it is looked at again.
  if (others.length > 0)
    for (const id of [oldest, ...others]) if (!(await contactStore.lock(tx, id))) return recognise(tx, meeting);
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
    return recognise(tx, meeting);
  const contact = await contactStore.lock(tx, oldest);
  // Merged into another while this waited for it.
  if (!contact) return recognise(tx, meeting);
  const change = newsOf(contact, peer);
  if (Object.keys(change).length === 0) return contact;
  await contactStore.update(tx, oldest, change);
  tx.emit({ is: 'contact.saved', contactId: oldest, isNew: false });
  return { ...contact, ...change };
}

/**
 * Many people at once, in two statements: those who are known by all their names and about whom nothing is new. Whoever
 * is not among them has to be recognised one by one.
 */
export async function acquaintances(tx: Tx, peers: Peer[]): Promise<(peer: Peer) => ContactRow | undefined> {
  const holders = await identityStore.holders(
    tx,
    peers.flatMap((peer) => peer.identities),
  );
  const ids = [...new Set(holders.values())];
  const rows = new Map((ids.length === 0 ? [] : await contactStore.lockMany(tx, ids)).map((row) => [row.id, row]));
  return (peer) => {
    const [id, ...others] = new Set(peer.identities.map((identity) => holders.get(keyOf(identity))));
    const contact = id === undefined || others.length > 0 ? undefined : rows.get(id);
    return contact && Object.keys(newsOf(contact, peer)).length === 0 ? contact : undefined;
  };
}

async function meetAnew(tx: Tx, meeting: Meeting): Promise<ContactRow> {
  const { peer, channel, connectionId, acceptsAudio } = meeting;
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
    return recognise(tx, meeting);
  }
  tx.emit({ is: 'contact.saved', contactId: contact.id, isNew: true });
  // Somebody else met this person under another of these names: found again, both become one.
  return peer.identities.length > 1 ? recognise(tx, meeting) : contact;
}

/** What the channel knows better than we do. */
function newsOf(contact: ContactRow, peer: Peer): Partial<Pick<ContactRow, 'name' | 'number'>> {
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
