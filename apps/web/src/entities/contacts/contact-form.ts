/** Shared by the contact forms: initial values, schema, and the fields of error codes. */
import { ContactDraft, type Contact } from '@balcao/contract/endpoints/contacts';
import { phoneRule } from '@balcao/contract/errors/phone-rules';
import { isMasked } from '@balcao/domain/contact/mask';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import { parsePhone } from '@balcao/domain/phone/parse-phone';
import { z } from 'zod';
import { formatPhone } from '../../lib/format.ts';

type Data = Pick<Contact, 'name' | 'number' | 'email' | 'extraInfo'>;

export const contactData = ({ name, number, email, extraInfo }: Data = EMPTY) => ({
  name,
  number,
  email,
  extraInfo: extraInfo.map((info) => ({ name: info.name, value: info.value })),
});
const EMPTY: Data = { name: '', number: '', email: '', extraInfo: [] };

/** An existing contact may keep a missing or masked number; a group has no number of its own. */
export const contactDraft = (country: DefaultCountry, existing?: { number: string; isGroup?: boolean }) => {
  const number = ContactDraft.shape.number.superRefine((typed, context) => {
    const rule = isUnchanged(typed, existing) ? undefined : phoneRule(parsePhone(typed, country));
    if (rule) context.addIssue({ code: 'custom', params: { rule } });
  });
  return ContactDraft.pick({ name: true, email: true, extraInfo: true }).extend({
    number:
      existing && (existing.isGroup || existing.number === '' || isMasked(existing.number))
        ? z.union([z.literal(existing.number), number])
        : number,
  });
};
/** A number that was stored before stays as it is until a user corrects it. */
const isUnchanged = (typed: string, existing: { number: string } | undefined): boolean =>
  existing !== undefined && (typed === existing.number || typed === formatPhone(existing.number));

export const contactErrorFields = {
  ERR_DUPLICATED_CONTACT: 'number',
  ERR_WAPP_INVALID_CONTACT: 'number',
  ERR_WAPP_CHECK_CONTACT: 'number',
} as const;
