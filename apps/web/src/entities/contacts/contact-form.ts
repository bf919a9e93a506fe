/** Shared by the contact forms: initial values, schema, and the fields of error codes. */
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

/** An existing contact may keep a missing or masked number; a group has no number of its own. */
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
