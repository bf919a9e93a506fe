/** Who is who: by number, by business-scoped id, or by both when the channel says so. */
import { phoneForms, phoneKey } from '@balcao/domain/contact/phone';
import type { Account, Identity, Peer } from '../../port.ts';
import { scopeOf } from '../field-parsers.ts';
import type { Contact } from './wire-format.ts';

export interface PeerIds {
  phone?: string | undefined;
  userId?: string | undefined;
}

/** Whom a delivery describes besides naming them; a thousand of them are found as quickly as one. */
export interface ContactIndex {
  byPhone: ReadonlyMap<string, Contact>;
  byId: ReadonlyMap<string, Contact>;
  /** The only one there is. */
  only: Contact | undefined;
}
export const indexContacts = (contacts: Contact[]): ContactIndex => ({
  byPhone: new Map(
    contacts.flatMap((contact) => (contact.wa_id === undefined ? [] : [[phoneKey(contact.wa_id), contact]])),
  ),
  byId: new Map(contacts.flatMap((contact) => (contact.user_id === undefined ? [] : [[contact.user_id, contact]]))),
  only: contacts.length === 1 ? contacts[0] : undefined,
});

/** What the delivery says elsewhere about the same person is brought together; undefined when nobody is named at all. */
export function peerOf({ phone, userId }: PeerIds, contacts: ContactIndex, account: Account): Peer | undefined {
  const contact =
    (phone === undefined ? undefined : contacts.byPhone.get(phoneKey(phone))) ??
    (userId === undefined ? undefined : contacts.byId.get(userId)) ??
    // A delivery about one person need not name them twice.
    (phone === undefined && userId === undefined ? contacts.only : undefined);
  const number = phone ?? contact?.wa_id;
  const id = userId ?? contact?.user_id;
  const username = contact?.profile?.username;
  const scope = scopeOf(account);
  const identities: Identity[] = [
    ...(number === undefined ? [] : [{ kind: 'phone' as const, value: number }]),
    ...(id === undefined ? [] : [{ kind: 'bsuid' as const, value: id, scope }]),
  ];
  // A user name may be given up and taken by somebody else: it names a person only where nothing better does.
  if (identities.length === 0) {
    if (username === undefined) return undefined;
    identities.push({ kind: 'username', value: username, scope });
  }
  const displayName = contact?.profile?.name || username;
  return { identities, ...(displayName && { name: displayName }), isGroup: false };
}

/** How a send names its recipient. A number goes first: it is the same for every account. */
export function recipientOf({ identities, isGroup }: Peer, account: Account): Record<string, string> | undefined {
  if (isGroup) return undefined;
  const scope = scopeOf(account);
  const phone = identities.find(({ kind }) => kind === 'phone');
  if (phone) return { recipient_type: 'individual', to: phone.value.replace(/\D/g, '') };
  // An id of another account's making means nothing here, or somebody else.
  const own = identities.find((identity) => identity.kind === 'bsuid' && (!identity.scope || identity.scope === scope));
  return own && { recipient_type: 'individual', recipient: own.value };
}

/** Brazil: area code, then eight digits of a landline or nine of a mobile; old mobiles still come with eight. */
const BRAZIL = /^55[1-9]\d(?:9\d{8}|[2-9]\d{7})$/;
/** The Cloud API has no way to ask who has an account: a number that can exist is one, in its modern spelling. */
export function normalizeNumber(digits: string): { number: string } | null {
  if (!/^[1-9]\d{7,14}$/.test(digits)) return null;
  if (digits.startsWith('55') && !BRAZIL.test(digits)) return null;
  return { number: phoneForms(digits)[0]! };
}
