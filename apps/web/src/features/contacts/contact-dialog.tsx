/** A contact's whole form: data, tags, preferences and, for admins, whose customer this is. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { isMasked } from '@balcao/domain/contact/mask';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { contactData, contactDraft, contactErrorFields } from '../../entities/contacts/contact-form.ts';
import { pictureOf } from '../../entities/contacts/contact-picture.ts';
import { useSaveContactForm } from '../../entities/contacts/contact-mutations.ts';
import { contactTexts } from '../../entities/contacts/contact.texts.ts';
import { useRevealNumber } from '../../entities/contacts/contacts.api.ts';
import { ExtraInfoFields } from '../../entities/contacts/extra-info-fields.tsx';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useTagPicks } from '../../entities/tags/tags.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Avatar,
  Button,
  Dialog,
  DialogCancel,
  IconButton,
  MultiSelectField,
  SwitchGroup,
  SwitchRow,
  TextField,
  useToast,
} from '../../ui/index.ts';
import { contactsTexts } from './contacts.texts.ts';
import { AccountOwnerFields } from './account-owner-fields.tsx';

const formFor = (contact: Contact | undefined) =>
  contactDraft(contact).extend({
    tagIds: z.array(z.number()),
    acceptAudioMessage: z.boolean(),
    disableBot: z.boolean(),
    walletUserId: z.number().nullable(),
    walletQueueId: z.number().nullable(),
  });

export function ContactDialog({ contact, onClose }: { contact?: Contact | undefined; onClose: () => void }) {
  const t = useTexts(contactsTexts);
  const tContact = useTexts(contactTexts);
  const toast = useToast();
  const canSetAccountOwner = useCan('contact.delete');
  const audioByDefault = useCompanySetting('acceptAudioMessageContact') === 'enabled';
  const save = useSaveContactForm();
  const tags = useTagPicks().data ?? contact?.tags ?? [];
  // What was read at the start: news of the contact must not rewrite the form under the person's hands.
  const [start] = useState(contact);
  const [schema] = useState(() => formFor(start));
  // Saved in steps: after a lost second one, another try must not make a second contact.
  const savedContact = useRef(start);
  const isGroup = start?.isGroup ?? false;

  const before = {
    acceptAudioMessage: start?.acceptAudioMessage ?? audioByDefault,
    disableBot: start?.disableBot ?? false,
    walletUserId: start?.walletUserId ?? null,
    walletQueueId: start?.walletQueueId ?? null,
  };
  const form = useDraftForm({
    schema,
    values: {
      ...contactData(start),
      tagIds: (start?.tags ?? []).map(({ id }) => id),
      ...before,
    },
    save: async ({ name, number, email, extraInfo, tagIds, ...chosen }) => {
      const isNew = savedContact.current === undefined;
      const accountOwner = { walletUserId: chosen.walletUserId, walletQueueId: chosen.walletQueueId };
      const hasMoved =
        accountOwner.walletUserId !== before.walletUserId || accountOwner.walletQueueId !== before.walletQueueId;
      await save
        .mutateAsync({
          existing: savedContact.current,
          data: { name, number, email, extraInfo },
          choices: {
            ...(chosen.acceptAudioMessage !== before.acceptAudioMessage && {
              acceptAudioMessage: chosen.acceptAudioMessage,
            }),
            ...(chosen.disableBot !== before.disableBot && { disableBot: chosen.disableBot }),
            ...(hasMoved && accountOwner),
          },
          tagIds,
          onCreated: (created) => (savedContact.current = created),
        })
        .catch((error: unknown) => {
          if (isNew && savedContact.current) toast.warn(t('partlySaved'));
          throw error;
        });
    },
    onSaved: () => {
      toast.done(tContact('contactSaved'));
      onClose();
    },
    onError: toast.failed,
    fieldByCode: contactErrorFields,
  });

  return (
    <Dialog
      title={t(start ? 'editTitle' : 'newTitle')}
      icon={start && <Avatar name={start.name} src={pictureOf(start.urlPicture)} size={36} />}
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
      {!isGroup && (
        <>
          <NumberRow
            contact={start}
            number={form.watch('number')}
            onRevealed={(number) => form.setInitial('number', number)}
            field={form.text('number')}
          />
          <TextField label={tContact('email')} type="email" autoComplete="off" {...form.text('email')} />
        </>
      )}
      <MultiSelectField
        label={t('tags')}
        placeholder={t('noTags')}
        options={tags.map(({ id, name, color }) => ({ value: id, label: name, color }))}
        {...form.choice('tagIds')}
      />
      <ExtraInfoFields
        rows={form.watch('extraInfo') ?? []}
        onChange={form.set('extraInfo')}
        errorAt={(at, part) => form.error(`extraInfo.${at}.${part}`)}
      />
      <SwitchGroup title={t('preferences')}>
        <SwitchRow label={t('acceptsAudio')} text={t('acceptsAudioText')} {...form.toggle('acceptAudioMessage')} />
        <SwitchRow label={t('botOff')} text={t('botOffText')} {...form.toggle('disableBot')} />
      </SwitchGroup>
      {canSetAccountOwner && !isGroup && (
        <AccountOwnerFields
          userId={form.watch('walletUserId')}
          queueId={form.watch('walletQueueId')}
          onUser={form.set('walletUserId')}
          onQueue={form.set('walletQueueId')}
        />
      )}
    </Dialog>
  );
}

/** A masked number stays as it is unless it is written anew; those who may can have it shown, and that is written down. */
function NumberRow({
  contact,
  number,
  onRevealed,
  field,
}: {
  contact: Contact | undefined;
  number: string;
  onRevealed: (number: string) => void;
  field: object;
}) {
  const t = useTexts(contactsTexts);
  const tContact = useTexts(contactTexts);
  const toast = useToast();
  const canReveal = useCan('contact.reveal-number');
  const reveal = useRevealNumber();
  const hasNone = contact?.number === '';
  const isHidden = contact !== undefined && isMasked(number) && number === contact.number;
  const hint = hasNone
    ? tContact('withoutNumber')
    : isHidden
      ? t(canReveal ? 'maskedHint' : 'maskedPlainHint')
      : tContact('numberHint');
  return (
    <TextField
      label={tContact('number')}
      required={!hasNone}
      hint={hint}
      inputMode="tel"
      autoComplete="off"
      {...field}
      end={
        isHidden &&
        canReveal && (
          <IconButton
            icon="eye"
            label={t('reveal')}
            disabled={reveal.isPending}
            onClick={() =>
              reveal.mutate(contact.id, {
                onSuccess: (revealed) => onRevealed(revealed.number),
                onError: toast.failed,
              })
            }
          />
        )
      }
    />
  );
}
