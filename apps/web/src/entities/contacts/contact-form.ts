/** What every form of a contact has in common: its data as it begins, and where a refusal stands. */
import { ContactDraft, type Contact } from '@balcao/contract/endpoints/contacts';
import { isMasked } from '@balcao/domain/contact/mask';
import { z } from 'zod';

type Data = Pick<Contact, 'name' | 'number' | 'email' | 'extraInfo'>;

export const contactData = ({ name, number, email, extraInfo }: Data = EMPTY) => ({
  name,
  number,
  email,
  extraInfo: extraInfo.map((info) => ({ name: info.name, value: info.value })),
});
const EMPTY: Data = { name: '', number: '', email: '', extraInfo: [] };

/** Of somebody who is known already, a number that is missing or masked may stay as it is; a group has none of its own. */
export const contactDraft = (existing?: { number: string; isGroup?: boolean }) =>
  ContactDraft.pick({ name: true, email: true, extraInfo: true }).extend({
    number:
      existing && (existing.isGroup || existing.number === '' || isMasked(existing.number))
        ? z.union([z.literal(existing.number), ContactDraft.shape.number])
        : ContactDraft.shape.number,
  });

export const contactErrorFields = {
  ERR_DUPLICATED_CONTACT: 'number',
  ERR_WAPP_INVALID_CONTACT: 'number',
  ERR_WAPP_CHECK_CONTACT: 'number',
} as const;
