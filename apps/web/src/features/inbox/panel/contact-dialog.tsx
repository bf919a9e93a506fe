/** A contact's own data, or a new contact. Who writes without a phone number needs none here. */
import { ContactDraft, type Contact } from '@balcao/contract/endpoints/contacts';
import { z } from 'zod';
import { useState } from 'react';
import { isMasked } from '@balcao/domain/contact/mask';
import { pictureOf } from '../../../entities/contacts/contact-picture.ts';
import { useSaveContact } from '../../../entities/contacts/contacts.api.ts';
import { useDraftForm } from '../../../lib/draft-form.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, Dialog, DialogCancel, IconButton, TextField, useToast } from '../../../ui/index.ts';
import type { ShownContact } from './shown-contact.ts';
import css from './panel.module.css';
import { panelTexts } from './panel.texts.ts';

/** Shorter than the contacts screen takes: here it must fit beside a conversation. */
const LONGEST_NAME = 50;
const MOST_FIELDS = 50;

/** A name that came longer may stay as it is; so may a number that is missing or masked. */
const draftFor = ({ name, number }: Start, isNew: boolean) =>
  ContactDraft.pick({ name: true, email: true, extraInfo: true }).extend({
    name: name.length > LONGEST_NAME ? ContactDraft.shape.name : z.string().trim().min(2).max(LONGEST_NAME),
    number:
      !isNew && (number === '' || isMasked(number))
        ? z.union([z.literal(number), ContactDraft.shape.number])
        : ContactDraft.shape.number,
  });

type Start = Pick<ShownContact, 'name' | 'number' | 'email' | 'urlPicture' | 'extraInfo'>;

export function ContactDialog({
  contact,
  start: begun,
  onSaved,
  onClose,
}: {
  /** None for a new one. */
  contact?: ShownContact;
  /** What is known of a new one already. */
  start?: { name: string; number: string };
  onSaved?: (contact: Contact) => void;
  onClose: () => void;
}) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const save = useSaveContact();
  // What was read at the start: news of the contact must not rewrite the form under the person's hands.
  const [start] = useState<Start>(
    contact ?? { name: '', number: '', email: '', urlPicture: '', extraInfo: [], ...begun },
  );
  const [schema] = useState(() => draftFor(start, !contact));
  const form = useDraftForm({
    schema,
    values: {
      name: start.name,
      number: start.number,
      email: start.email,
      extraInfo: start.extraInfo.map(({ name, value }) => ({ name, value })),
    },
    save: async (draft) => {
      const saved = await save.mutateAsync({ id: contact?.id, ...draft });
      onSaved?.(saved);
    },
    onSaved: () => {
      toast.done(t('contactSaved'));
      onClose();
    },
    onRefused: toast.failed,
    places: {
      ERR_DUPLICATED_CONTACT: 'number',
      ERR_WAPP_INVALID_CONTACT: 'number',
      ERR_WAPP_CHECK_CONTACT: 'number',
    },
  });
  const hasNone = contact?.number === '';
  const rows = form.watch('extraInfo') ?? [];
  const setRows = form.set('extraInfo');

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
            {t('saveContact')}
          </Button>
        </>
      }
    >
      <TextField label={t('name')} required autoComplete="off" {...form.text('name')} />
      <TextField
        label={t('number')}
        required={!hasNone}
        hint={t(hasNone ? 'withoutNumber' : 'numberHint')}
        inputMode="tel"
        autoComplete="off"
        {...form.text('number')}
      />
      <TextField label={t('email')} type="email" autoComplete="off" {...form.text('email')} />
      <fieldset className={css.fields}>
        <legend>{t('extra')}</legend>
        {rows.map((row, at) => (
          <div key={at} className={css.fieldRow}>
            <TextField
              label={t('field')}
              value={row.name}
              error={form.error(`extraInfo.${at}.name`)}
              onChange={(event) =>
                setRows(rows.map((one, index) => (index === at ? { ...one, name: event.target.value } : one)))
              }
            />
            <TextField
              label={t('value')}
              value={row.value}
              error={form.error(`extraInfo.${at}.value`)}
              onChange={(event) =>
                setRows(rows.map((one, index) => (index === at ? { ...one, value: event.target.value } : one)))
              }
            />
            <IconButton
              icon="trash"
              label={t('removeField')}
              onClick={() => setRows(rows.filter((_, index) => index !== at))}
            />
          </div>
        ))}
        {rows.length < MOST_FIELDS && (
          <Button size="sm" icon="plus" onClick={() => setRows([...rows, { name: '', value: '' }])}>
            {t('addField')}
          </Button>
        )}
      </fieldset>
    </Dialog>
  );
}
