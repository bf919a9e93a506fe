/** Identities of contacts: number, business-scoped id, or both if the payload links them. */
import { phoneForms, phoneKey } from '@balcao/domain/contact/phone';
import type { Account, Identity, Peer } from '../../port.ts';
import { scopeOf } from '../field-parsers.ts';
import type { Contact } from './wire-format.ts';

export interface PeerIds {
  phone?: string | undefined;
  userId?: string | undefined;
}

/** Contacts described in a delivery, indexed because there can be a thousand. */
export interface ContactIndex {
  byPhone: ReadonlyMap<string, Contact>;
  byId: ReadonlyMap<string, Contact>;
  /** Set if there is exactly one. */
  only: Contact | undefined;
}
export const indexContacts = (contacts: Contact[]): ContactIndex => ({
  byPhone: new Map(
    contacts.flatMap((contact) => (contact.wa_id === undefined ? [] : [[phoneKey(contact.wa_id), contact]])),
  ),
  byId: new Map(contacts.flatMap((contact) => (contact.user_id === undefined ? [] : [[contact.user_id, contact]]))),
  only: contacts.length === 1 ? contacts[0] : undefined,
});

/** Merges the ids of a message with the described contact; undefined if no contact is named. */
export function peerOf({ phone, userId }: PeerIds, contacts: ContactIndex, account: Account): Peer | undefined {
  const contact =
    (phone === undefined ? undefined : contacts.byPhone.get(phoneKey(phone))) ??
    (userId === undefined ? undefined : contacts.byId.get(userId)) ??
    // A delivery with one contact need not repeat its id.
    (phone === undefined && userId === undefined ? contacts.only : undefined);
  const number = phone ?? contact?.wa_id;
  const id = userId ?? contact?.user_id;
  const username = contact?.profile?.username;
  const scope = scopeOf(account);
  const identities: Identity[] = [
    ...(number === undefined ? [] : [{ kind: 'phone' as const, value: number }]),
    ...(id === undefined ? [] : [{ kind: 'bsuid' as const, value: id, scope }]),
  ];
  // A user name can change owners, so it is used only if there is no other id.
  if (identities.length === 0) {
    if (username === undefined) return undefined;
    identities.push({ kind: 'username', value: username, scope });
  }
  const displayName = contact?.profile?.name || username;
  return { identities, ...(displayName && { name: displayName }), ...(username && { username }), isGroup: false };
}

/** Recipient fields of a send. The number is preferred: it is valid for every account. */
export function recipientOf({ identities, isGroup }: Peer, account: Account): Record<string, string> | undefined {
  if (isGroup) return undefined;
  const scope = scopeOf(account);
  const phone = identities.find(({ kind }) => kind === 'phone');
  if (phone) return { recipient_type: 'individual', to: phone.value.replace(/\D/g, '') };
  // Ids of another account are invalid here or belong to another contact.
  const own = identities.find((identity) => identity.kind === 'bsuid' && (!identity.scope || identity.scope === scope));
  return own && { recipient_type: 'individual', recipient: own.value };
}

/** Brazil: area code, then eight digits (landline) or nine (mobile); old mobile numbers still have eight. */
const BRAZIL = /^55[1-9]\d(?:9\d{8}|[2-9]\d{7})$/;
/** The Cloud API cannot look up accounts: every plausible number counts, in its modern form. */
export function normalizeNumber(digits: string): { number: string } | null {
  if (!/^[1-9]\d{7,14}$/.test(digits)) return null;
  if (digits.startsWith('55') && !BRAZIL.test(digits)) return null;
  return { number: phoneForms(digits)[0]! };
}
