/** Picture, name, number, e-mail, and the actions on the contact. */
import { isMasked } from '@balcao/domain/contact/mask';
import { Suspense, useState } from 'react';
import { pictureOf } from '../../../entities/contacts/contact-picture.ts';
import { useBlockContact, useRevealNumber } from '../../../entities/contacts/contacts.api.ts';
import { formatPhone } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useCan } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, IconButton, StatusPill, useToast } from '../../../ui/index.ts';
import type { PanelContact } from './panel-contact.ts';
import css from './panel.module.css';
import { panelTexts } from './panel.texts.ts';

const PersonDataDialog = lazyPart(() =>
  import('../../../entities/privacy/person-data-dialog.tsx').then((module) => module.PersonDataDialog),
);
const ContactFormDialog = lazyPart(() =>
  import('../../../entities/contacts/contact-form-dialog.tsx').then((module) => module.ContactFormDialog),
);

export function ContactIdentity({ contact, username }: { contact: PanelContact; username: string }) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const [open, setOpen] = useState<'form' | 'data' | null>(null);
  const close = () => setOpen(null);
  const canExport = useCan('contact.export');
  const block = useBlockContact(contact.id);

  const setActive = (active: boolean) =>
    block.mutate(active, {
      onSuccess: () =>
        toast.done(t(active ? 'unblocked' : 'blocked'), { label: t('undo'), onClick: () => setActive(!active) }),
      onError: toast.failed,
    });

  return (
    <div className={css.identity}>
      <Avatar name={contact.name} src={pictureOf(contact.urlPicture)} size={76} />
      <h3 className={css.name}>{contact.name}</h3>
      {!contact.active && <StatusPill tone="danger">{t('blockedMark')}</StatusPill>}
      {!contact.isGroup && (
        <>
          <PhoneNumber contact={contact} />
          {username !== '' && <p className={css.line}>@{username}</p>}
          {contact.email && <p className={css.line}>{contact.email}</p>}
          <div className={css.actions}>
            <Button size="sm" icon="edit" onClick={() => setOpen('form')}>
              {t('edit')}
            </Button>
            <Button size="sm" icon="ban" busy={block.isPending} onClick={() => setActive(!contact.active)}>
              {t(contact.active ? 'block' : 'unblock')}
            </Button>
            {canExport && (
              <Button size="sm" icon="lock" className={css.wide} onClick={() => setOpen('data')}>
                {t('personData')}
              </Button>
            )}
          </div>
        </>
      )}
      <Suspense fallback={null}>
        {open === 'form' && <ContactFormDialog title={t('editTitle')} contact={contact} onClose={close} />}
        {open === 'data' && <PersonDataDialog contact={contact} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** Users with the permission can reveal a masked number, which is audited. */
function PhoneNumber({ contact }: { contact: PanelContact }) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const canReveal = useCan('contact.reveal-number');
  const reveal = useRevealNumber();
  const number = reveal.data?.number ?? contact.number;
  if (number === '') return null;
  const isHidden = isMasked(number);

  const copy = () =>
    // The clipboard is missing on a page without https.
    Promise.resolve(
      navigator.clipboard?.writeText(formatPhone(number)) ?? Promise.reject(new Error('no clipboard')),
    ).then(
      () => toast.done(t('copied')),
      () => toast.warn(t('notCopied')),
    );
  return (
    <p className={css.line}>
      <span className="num">{formatPhone(number)}</span>
      {!isHidden && <IconButton icon="copy" label={t('copyNumber')} onClick={() => void copy()} />}
      {isHidden && canReveal && (
        <IconButton
          icon="eye"
          label={t('reveal')}
          disabled={reveal.isPending}
          onClick={() => reveal.mutate(contact.id, { onError: toast.failed })}
        />
      )}
    </p>
  );
}
