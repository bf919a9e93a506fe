/** A contact's whole form: data, tags, preferences and, for admins, whose customer this is. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { isMasked } from '@balcao/domain/contact/mask';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { contactData, contactDraft, contactFaults } from '../../entities/contacts/contact-form.ts';
import { pictureOf } from '../../entities/contacts/contact-picture.ts';
import { useSaveWholeContact } from '../../entities/contacts/contact-saving.ts';
import { contactTexts } from '../../entities/contacts/contact.texts.ts';
import { useRevealNumber } from '../../entities/contacts/contacts.api.ts';
import { ExtraInfoFields } from '../../entities/contacts/extra-info-fields.tsx';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useTagPicks } from '../../entities/tags/tags.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useMay } from '../../lib/session.tsx';
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
import { WalletFields } from './wallet-fields.tsx';

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
  const word = useTexts(contactTexts);
  const toast = useToast();
  const mayWallet = useMay('contact.delete');
  const audioByDefault = useCompanySetting('acceptAudioMessageContact') === 'enabled';
  const save = useSaveWholeContact();
  const tags = useTagPicks().data ?? contact?.tags ?? [];
  // What was read at the start: news of the contact must not rewrite the form under the person's hands.
  const [start] = useState(contact);
  const [schema] = useState(() => formFor(start));
  // Saved in steps: after a lost second one, another try must not make a second contact.
  const made = useRef(start);
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
      const isNew = made.current === undefined;
      const wallet = { walletUserId: chosen.walletUserId, walletQueueId: chosen.walletQueueId };
      const hasMoved = wallet.walletUserId !== before.walletUserId || wallet.walletQueueId !== before.walletQueueId;
      await save
        .mutateAsync({
          known: made.current,
          data: { name, number, email, extraInfo },
          choices: {
            ...(chosen.acceptAudioMessage !== before.acceptAudioMessage && {
              acceptAudioMessage: chosen.acceptAudioMessage,
            }),
            ...(chosen.disableBot !== before.disableBot && { disableBot: chosen.disableBot }),
            ...(hasMoved && wallet),
          },
          tagIds,
          onMade: (one) => (made.current = one),
        })
        .catch((error: unknown) => {
          if (isNew && made.current) toast.warn(t('partlySaved'));
          throw error;
        });
    },
    onSaved: () => {
      toast.done(word('contactSaved'));
      onClose();
    },
    onRefused: toast.failed,
    places: contactFaults,
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
            {word('saveContact')}
          </Button>
        </>
      }
    >
      <TextField label={word('name')} required autoComplete="off" {...form.text('name')} />
      {!isGroup && (
        <>
          <NumberRow
            contact={start}
            number={form.watch('number')}
            onRevealed={(number) => form.begin('number', number)}
            field={form.text('number')}
          />
          <TextField label={word('email')} type="email" autoComplete="off" {...form.text('email')} />
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
      {mayWallet && !isGroup && (
        <WalletFields
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
  const word = useTexts(contactTexts);
  const toast = useToast();
  const mayReveal = useMay('contact.reveal-number');
  const reveal = useRevealNumber();
  const hasNone = contact?.number === '';
  const isHidden = contact !== undefined && isMasked(number) && number === contact.number;
  const hint = hasNone
    ? word('withoutNumber')
    : isHidden
      ? t(mayReveal ? 'maskedHint' : 'maskedPlainHint')
      : word('numberHint');
  return (
    <TextField
      label={word('number')}
      required={!hasNone}
      hint={hint}
      inputMode="tel"
      autoComplete="off"
      {...field}
      end={
        isHidden &&
        mayReveal && (
          <IconButton
            icon="eye"
            label={t('reveal')}
            disabled={reveal.isPending}
            onClick={() =>
              reveal.mutate(contact.id, {
                onSuccess: (shown) => onRevealed(shown.number),
                onError: toast.failed,
              })
            }
          />
        )
      }
    />
  );
}
