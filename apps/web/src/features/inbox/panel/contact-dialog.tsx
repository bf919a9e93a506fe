/** A contact's own data, or a new contact. Who writes without a phone number needs none here. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useState } from 'react';
import { z } from 'zod';
import { contactData, contactDraft, contactErrorFields } from '../../../entities/contacts/contact-form.ts';
import { contactTexts } from '../../../entities/contacts/contact.texts.ts';
import { pictureOf } from '../../../entities/contacts/contact-picture.ts';
import { useSaveContact } from '../../../entities/contacts/contacts.api.ts';
import { ExtraInfoFields } from '../../../entities/contacts/extra-info-fields.tsx';
import { useDraftForm } from '../../../lib/draft-form.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, Dialog, DialogCancel, TextField, useToast } from '../../../ui/index.ts';
import type { PanelContact } from './panel-contact.ts';
import { panelTexts } from './panel.texts.ts';

/** Shorter than the contacts screen takes: here it must fit beside a conversation. */
const MAX_NAME_LENGTH = 50;

/** A name that came longer may stay as it is. */
const draftFor = (start: Start, isNew: boolean) => {
  const draft = contactDraft(isNew ? undefined : start);
  return start.name.length > MAX_NAME_LENGTH
    ? draft
    : draft.extend({ name: z.string().trim().min(2).max(MAX_NAME_LENGTH) });
};

type Start = Pick<PanelContact, 'name' | 'number' | 'email' | 'urlPicture' | 'extraInfo'>;

export function ContactDialog({
  contact,
  start: initial,
  onSaved,
  onClose,
}: {
  /** None for a new one. */
  contact?: PanelContact;
  /** What is known of a new one already. */
  start?: { name: string; number: string };
  onSaved?: (contact: Contact) => void;
  onClose: () => void;
}) {
  const t = useTexts(panelTexts);
  const tContact = useTexts(contactTexts);
  const toast = useToast();
  const save = useSaveContact();
  // What was read at the start: news of the contact must not rewrite the form under the person's hands.
  const [start] = useState<Start>(
    contact ?? { name: '', number: '', email: '', urlPicture: '', extraInfo: [], ...initial },
  );
  const [schema] = useState(() => draftFor(start, !contact));
  const form = useDraftForm({
    schema,
    values: contactData(start),
    save: async (draft) => {
      const saved = await save.mutateAsync({ id: contact?.id, ...draft });
      onSaved?.(saved);
    },
    onSaved: () => {
      toast.done(tContact('contactSaved'));
      onClose();
    },
    onError: toast.failed,
    fieldByCode: contactErrorFields,
  });
  const hasNone = contact?.number === '';

  return (
    <Dialog
      title={t(contact ? 'editTitle' : 'newTitle')}
      icon={contact && <Avatar name={start.name} src={pictureOf(start.urlPicture)} size={36} />}
      dirty={form.dirty}
      onClose={onClose}
      onSubmit={form.submit}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" busy={form.busy}>
            {tContact('saveContact')}
          </Button>
        </>
      }
    >
      <TextField label={tContact('name')} required autoComplete="off" {...form.text('name')} />
      <TextField
        label={tContact('number')}
        required={!hasNone}
        hint={tContact(hasNone ? 'withoutNumber' : 'numberHint')}
        inputMode="tel"
        autoComplete="off"
        {...form.text('number')}
      />
      <TextField label={tContact('email')} type="email" autoComplete="off" {...form.text('email')} />
      <ExtraInfoFields
        rows={form.watch('extraInfo') ?? []}
        onChange={form.set('extraInfo')}
        errorAt={(at, part) => form.error(`extraInfo.${at}.${part}`)}
      />
    </Dialog>
  );
}
