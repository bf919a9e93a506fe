/** The contact form of the contacts screen, with tags, preferences and, for admins, the account owner. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { isMasked } from '@balcao/domain/contact/mask';
import { useState } from 'react';
import { ContactFormDialog } from '../../entities/contacts/contact-form-dialog.tsx';
import { contactTexts } from '../../entities/contacts/contact.texts.ts';
import { PhoneField } from '../../entities/contacts/phone-field.tsx';
import { useRevealNumber } from '../../entities/contacts/contacts.api.ts';
import { useTagPicks } from '../../entities/tags/tags.api.ts';
import { formatPhone } from '../../lib/format.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, MultiSelectField, SwitchGroup, SwitchRow, useToast } from '../../ui/index.ts';
import { contactsTexts } from './contacts.texts.ts';
import { AccountOwnerFields } from './account-owner-fields.tsx';

export function ContactDialog({ contact, onClose }: { contact?: Contact | undefined; onClose: () => void }) {
  const t = useTexts(contactsTexts);
  const toast = useToast();
  const canSetAccountOwner = useCan('contact.delete');
  const tags = useTagPicks().data ?? contact?.tags ?? [];
  const [start] = useState(contact);

  return (
    <ContactFormDialog
      title={t(start ? 'editTitle' : 'newTitle')}
      contact={start}
      onClose={onClose}
      full={{
        number: (form) => (
          <NumberRow
            contact={start}
            number={form.watch('number')}
            onRevealed={(number) => form.setInitial('number', formatPhone(number))}
            onChoose={form.set('number')}
            field={form.text('number')}
          />
        ),
        tags: (form) => (
          <MultiSelectField
            label={t('tags')}
            placeholder={t('noTags')}
            options={tags.map(({ id, name, color }) => ({ value: id, label: name, color }))}
            {...form.choice('tagIds')}
          />
        ),
        preferences: (form) => (
          <>
            <SwitchGroup title={t('preferences')}>
              <SwitchRow
                label={t('acceptsAudio')}
                text={t('acceptsAudioText')}
                {...form.toggle('acceptAudioMessage')}
              />
              <SwitchRow
                label={t('botReplies')}
                text={t('botRepliesText')}
                checked={!form.watch('disableBot')}
                onChange={(on) => form.set('disableBot')(!on)}
              />
            </SwitchGroup>
            {canSetAccountOwner && !start?.isGroup && (
              <AccountOwnerFields
                userId={form.watch('walletUserId')}
                queueId={form.watch('walletQueueId')}
                onUser={form.set('walletUserId')}
                onQueue={form.set('walletQueueId')}
              />
            )}
          </>
        ),
        onPartlySaved: () => toast.warn(t('partlySaved')),
      }}
    />
  );
}

/** A masked number is saved unchanged unless it is retyped. Users with the permission can reveal it, which is audited. */
function NumberRow({
  contact,
  number,
  onRevealed,
  onChoose,
  field,
}: {
  contact: Contact | undefined;
  number: string;
  onRevealed: (number: string) => void;
  onChoose: (number: string) => void;
  field: object;
}) {
  const t = useTexts(contactsTexts);
  const tContact = useTexts(contactTexts);
  const toast = useToast();
  const canReveal = useCan('contact.reveal-number');
  const reveal = useRevealNumber();
  const revealed = reveal.data?.number;
  const hasNone = contact?.number === '';
  const isHidden = contact !== undefined && isMasked(number) && number === contact.number;
  const hint = isHidden
    ? t(canReveal ? 'maskedHint' : 'maskedPlainHint')
    : hasNone && number === ''
      ? tContact('withoutNumber')
      : undefined;
  return (
    <PhoneField
      typed={number}
      stored={formatPhone(revealed ?? contact?.number ?? '')}
      required={!hasNone}
      hint={hint}
      onChoose={onChoose}
      field={field}
      end={
        isHidden &&
        canReveal && (
          <IconButton
            icon="eye"
            label={t('reveal')}
            disabled={reveal.isPending}
            onClick={() =>
              reveal.mutate(contact.id, {
                onSuccess: (answer) => onRevealed(answer.number),
                onError: toast.failed,
              })
            }
          />
        )
      }
    />
  );
}
