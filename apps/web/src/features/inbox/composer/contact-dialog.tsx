/** Sends a name and a number as a contact card. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pictureOf } from '../../../entities/contacts/contact-picture.ts';
import { outbox } from '../../../entities/outbox/outbox.ts';
import { api } from '../../../lib/api.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Dialog, Skeleton, TextField } from '../../../ui/index.ts';
import css from './contact-dialog.module.css';
import { mediaTexts } from './media.texts.ts';

const MIN_SEARCH_LENGTH = 3;
const TYPING_PAUSE_MS = 300;

export default function ContactDialog({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const t = useTexts(mediaTexts);
  const [typed, setTyped] = useState('');
  const searchTerm = useDebouncedText(typed.trim());
  const isLong = searchTerm.length >= MIN_SEARCH_LENGTH;
  const contactsQuery = useQuery({
    ...api.contacts.list.query({ query: { searchParam: searchTerm } }),
    enabled: isLong,
    placeholderData: keepPreviousData,
  });
  const contacts = isLong ? (contactsQuery.data?.contacts ?? []).filter(({ isGroup }) => !isGroup) : [];

  return (
    <Dialog title={t('contactTitle')} width={440} onClose={onClose}>
      <TextField
        label={t('contactSearch')}
        icon="search"
        data-autofocus
        autoComplete="off"
        value={typed}
        hint={isLong ? undefined : t('contactHint')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isLong && contactsQuery.isPending && <Skeleton height={44} />}
      {isLong && contactsQuery.data && contacts.length === 0 && (
        <p role="status">{t('contactNone', { typed: searchTerm })}</p>
      )}
      <ul className={css.people}>
        {contacts.map(({ id, name, number, urlPicture }) => (
          <li key={id}>
            <button
              type="button"
              className={css.person}
              onClick={() => {
                outbox.send({ ticketId, vCard: { name, number } });
                onClose();
              }}
            >
              <Avatar name={name} src={pictureOf(urlPicture)} size={32} />
              <span className={css.texts}>
                <b className="cut">{name}</b>
                <span className="num">{formatPhone(number)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function useDebouncedText(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setDebouncedText(text), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return debouncedText;
}
