import { digitsOf } from '@balcao/domain/contact/phone';
import type { Identity, Peer } from '../../channels/port.ts';
import type { ContactRow } from '../../foundation/db/schema/contacts.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore } from './identities.store.ts';
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
  for (const other of others)
    await mergeContacts(tx, {
      keptId: oldest,
      goneId: other,
      reason: 'The channel says that both are one person',
      by: null,
    });

  await identityStore.add(tx, oldest, peer.identities);
  const contact = (await contactStore.lock(tx, oldest))!;
  const change = {
    // A name that is only the number was ours for want of a better one.
    ...(peer.name && digitsOf(contact.name) === contact.number && contact.number !== '' && { name: peer.name }),
    ...(contact.number === '' && phoneOf(peer) && { number: phoneOf(peer)! }),
  };
  if (Object.keys(change).length === 0) return contact;
  await contactStore.update(tx, oldest, change);
  tx.emit({ is: 'contact.saved', contactId: oldest, isNew: false });
  return { ...contact, ...change };
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
  return contact;
}

const phoneOf = ({ identities }: { identities: Identity[] }): string | undefined =>
  identities.find((identity) => identity.kind === 'phone')?.value;
