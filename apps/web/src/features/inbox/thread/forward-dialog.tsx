import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pictureOf } from '../../../entities/contacts/contact-picture.ts';
import { useForward } from '../../../entities/messages/messages.api.ts';
import { api } from '../../../lib/api.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, Checkbox, Dialog, DialogCancel, ErrorState, SearchBox, useToast } from '../../../ui/index.ts';
import css from './forward.module.css';
import { forwardTexts } from './thread.texts.ts';

const MIN_SEARCH_LENGTH = 3;

interface ForwardDialogProps {
  /** In their original order. */
  messageIds: number[];
  onDone(): void;
  onClose(): void;
}

/** Chooses the contact, searched by name or number. */
export function ForwardDialog({ messageIds, onDone, onClose }: ForwardDialogProps) {
  const t = useTexts(forwardTexts);
  const toast = useToast();
  const forward = useForward();
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState<{ id: number; name: string } | null>(null);
  const [isSigned, setSigned] = useState(false);
  const term = search.trim();
  const isLongEnough = term.length >= MIN_SEARCH_LENGTH;
  const contactsQuery = useQuery({
    ...api.contacts.list.query({ query: { searchParam: term } }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const contacts = isLongEnough ? (contactsQuery.data?.contacts.filter(({ active }) => active) ?? []) : [];
  const send = () => {
    if (!chosen) return;
    forward.mutate(
      { messageId: messageIds, contactId: chosen.id, signMessage: isSigned },
      {
        onSuccess: () => {
          toast.done(t('done', { name: chosen.name }));
          onDone();
        },
        onError: toast.failed,
      },
    );
  };
  return (
    <Dialog
      title={t('title')}
      width={440}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" icon="forward" disabled={!chosen} busy={forward.isPending} onClick={send}>
            {t('forward')}
          </Button>
        </>
      }
    >
      <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
      <div className={css.people} role="radiogroup" aria-label={t('results')}>
        {!isLongEnough && <p className={css.hint}>{t('searchHint')}</p>}
        {contactsQuery.isError && isLongEnough && <ErrorState compact onRetry={() => void contactsQuery.refetch()} />}
        {isLongEnough && contactsQuery.data && contacts.length === 0 && <p className={css.hint}>{t('nobody')}</p>}
        {contacts.map((contact) => (
          <label key={contact.id} className={css.person}>
            <input
              type="radio"
              name="forward-to"
              checked={chosen?.id === contact.id}
              onChange={() => choose({ id: contact.id, name: contact.name })}
            />
            <Avatar name={contact.name} src={pictureOf(contact.urlPicture)} size={32} />
            <span className={css.texts}>
              <b className="cut">{contact.name}</b>
              <span className="num">{formatPhone(contact.number)}</span>
            </span>
          </label>
        ))}
      </div>
      <Checkbox label={t('sign')} checked={isSigned} onChange={(event) => setSigned(event.target.checked)} />
    </Dialog>
  );
}
