import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useDraftForm } from '../../lib/draft-form.ts';
import { formatPhone } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, FormDialog, TextField, useToast } from '../../ui/index.ts';
import { useCompanySetting } from '../settings/company-setting.ts';
import { contactData, contactDraft, contactErrorFields } from './contact-form.ts';
import { useSaveContactForm } from './contact-mutations.ts';
import { pictureOf } from './contact-picture.ts';
import { contactTexts } from './contact.texts.ts';
import { ExtraInfoFields } from './extra-info-fields.tsx';
import { PhoneField, useDefaultCountry } from './phone-field.tsx';

/** A conversation carries most of its contact; the account owner is only in the contact itself. */
export type FormContact = Ticket['contact'] & Partial<Pick<Contact, 'walletUserId' | 'walletQueueId'>>;

/** Fields of the full form, with the texts of the contacts screen. */
export interface FullContactFields {
  number: (form: ContactFormState) => ReactNode;
  tags: (form: ContactFormState) => ReactNode;
  preferences: (form: ContactFormState) => ReactNode;
  /** A new contact was created, but a later step of saving failed. */
  onPartlySaved: () => void;
}

interface ContactFormDialogProps {
  title: string;
  /** None for a new contact. */
  contact?: FormContact | undefined;
  /** What is known of a new contact. */
  initial?: { name: string; number: string };
  /** Without them the form has only the contact's data, and names are short enough to fit beside a conversation. */
  full?: FullContactFields;
  onSaved?: (contact: Contact) => void;
  onClose: () => void;
}

/** Shorter than the server's limit: beside a conversation the name must fit. */
const MAX_SHORT_NAME_LENGTH = 50;

function schemaFor(contact: FormContact | undefined, country: DefaultCountry, isFull: boolean) {
  const draft = contactDraft(country, contact).extend({
    tagIds: z.array(z.number()),
    acceptAudioMessage: z.boolean(),
    disableBot: z.boolean(),
    walletUserId: z.number().nullable(),
    walletQueueId: z.number().nullable(),
  });
  // An existing longer name can be saved unchanged.
  if (isFull || (contact && contact.name.length > MAX_SHORT_NAME_LENGTH)) return draft;
  return draft.extend({ name: z.string().trim().min(2).max(MAX_SHORT_NAME_LENGTH) });
}
export type ContactFormState = ReturnType<typeof useDraftForm<ReturnType<typeof schemaFor>>>;

/** Creates or edits a contact. */
export function ContactFormDialog({ title, contact, initial, full, onSaved, onClose }: ContactFormDialogProps) {
  const t = useTexts(contactTexts);
  const toast = useToast();
  const audioByDefault = useCompanySetting('acceptAudioMessageContact') === 'enabled';
  const country = useDefaultCountry();
  const save = useSaveContactForm();
  // The contact as it was when the dialog opened: updates of the contact must not overwrite what is typed.
  const [start] = useState(contact);
  const [schema] = useState(() => schemaFor(start, country, full !== undefined));
  // Saving has several requests. After a failed later one, a retry must not create a second contact.
  const savedContact = useRef<{ id: number } | undefined>(start);

  const before = {
    acceptAudioMessage: start?.acceptAudioMessage ?? audioByDefault,
    disableBot: start?.disableBot ?? false,
    walletUserId: start?.walletUserId ?? null,
    walletQueueId: start?.walletQueueId ?? null,
  };
  const form = useDraftForm({
    schema,
    values: {
      ...contactData(start ?? (initial && { email: '', extraInfo: [], ...initial })),
      ...(start && { number: formatPhone(start.number) }),
      tagIds: (start?.tags ?? []).map(({ id }) => id),
      ...before,
    },
    save: async ({ name, number, email, extraInfo, tagIds, ...chosen }) => {
      const isNew = savedContact.current === undefined;
      const saved = await save
        .mutateAsync({
          existing: savedContact.current,
          data: { name, number, email, extraInfo },
          choices: changedChoices(before, chosen),
          ...(full && { tagIds }),
          onCreated: (created) => (savedContact.current = created),
        })
        .catch((error: unknown) => {
          if (isNew && savedContact.current) full?.onPartlySaved();
          throw error;
        });
      onSaved?.(saved);
    },
    ...toast.saved(t('contactSaved'), onClose),
    fieldByCode: contactErrorFields,
  });
  const hasNoNumber = start?.number === '';

  return (
    <FormDialog
      title={title}
      icon={start && <Avatar name={start.name} src={pictureOf(start.urlPicture)} size={36} />}
      form={form}
      verb={t('saveContact')}
      onClose={onClose}
    >
      <TextField label={t('name')} required autoComplete="off" {...form.text('name')} />
      {!start?.isGroup && (
        <>
          {full ? (
            full.number(form)
          ) : (
            <PhoneField
              typed={form.watch('number')}
              stored={formatPhone(start?.number ?? '')}
              required={!hasNoNumber}
              hint={hasNoNumber && form.watch('number') === '' ? t('withoutNumber') : undefined}
              onChoose={form.set('number')}
              field={form.text('number')}
            />
          )}
          <TextField label={t('email')} type="email" autoComplete="off" {...form.text('email')} />
        </>
      )}
      {full?.tags(form)}
      <ExtraInfoFields
        rows={form.watch('extraInfo') ?? []}
        onChange={form.set('extraInfo')}
        errorAt={(at, part) => form.error(`extraInfo.${at}.${part}`)}
      />
      {full?.preferences(form)}
    </FormDialog>
  );
}

interface Choices {
  acceptAudioMessage: boolean;
  disableBot: boolean;
  walletUserId: number | null;
  walletQueueId: number | null;
}

/** Only what changed is sent. The account owner is sent as a whole: user and queue belong together. */
function changedChoices(before: Choices, chosen: Choices): Partial<Choices> {
  const { walletUserId, walletQueueId } = chosen;
  const hasNewOwner = walletUserId !== before.walletUserId || walletQueueId !== before.walletQueueId;
  return {
    ...(chosen.acceptAudioMessage !== before.acceptAudioMessage && { acceptAudioMessage: chosen.acceptAudioMessage }),
    ...(chosen.disableBot !== before.disableBot && { disableBot: chosen.disableBot }),
    ...(hasNewOwner && { walletUserId, walletQueueId }),
  };
}
