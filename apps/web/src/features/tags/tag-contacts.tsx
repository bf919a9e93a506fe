/** The contacts of a tag, page by page; single contacts can be removed from it. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Tag } from '@balcao/contract/endpoints/tags';
import { useState } from 'react';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { useTagContacts, useRemoveTagFrom } from '../../entities/tags/tag-contacts.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  DialogCancel,
  EmptyState,
  ErrorState,
  IconButton,
  SearchBox,
  Skeleton,
  useToast,
} from '../../ui/index.ts';
import { tagContactTexts } from './tag-contacts.texts.ts';
import css from './tags.module.css';

export function TagContacts({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const t = useTexts(tagContactTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [removing, setRemoving] = useState<Contact | null>(null);
  const contacts = useTagContacts(tag.id, search);
  return (
    <Dialog title={t('title', { name: tag.name })} onClose={onClose} footer={<DialogCancel>{t('close')}</DialogCancel>}>
      <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
      {contacts.error && contacts.rows.length === 0 ? (
        <ErrorState text={errorText(contacts.error, language)} onRetry={contacts.retry} />
      ) : contacts.rows.length === 0 && !contacts.loading ? (
        <EmptyState icon="users" title={search === '' ? t('nobody') : t('nothing', { search })} />
      ) : (
        <ul className={css.people} aria-label={t('title', { name: tag.name })} aria-busy={contacts.loading}>
          {contacts.rows.map((contact) => (
            <li key={contact.id} className={css.person}>
              <ContactAvatar contact={contact} channel={contact.channel} size={32} />
              <span className={css.who}>
                <span className="cut">{contact.name}</span>
                <span className={css.number}>{formatPhone(contact.number)}</span>
              </span>
              <IconButton icon="x" label={t('takeOut', { name: contact.name })} onClick={() => setRemoving(contact)} />
            </li>
          ))}
          {contacts.loading && <Waiting rows={contacts.rows.length === 0 ? 5 : 1} />}
        </ul>
      )}
      {contacts.hasMore && (
        <Button full onClick={contacts.more} busy={contacts.loading}>
          {t('more')}
        </Button>
      )}
      {removing && <RemoveFromTag tag={tag} contact={removing} onClose={() => setRemoving(null)} />}
    </Dialog>
  );
}

function RemoveFromTag({ tag, contact, onClose }: { tag: Tag; contact: Contact; onClose: () => void }) {
  const t = useTexts(tagContactTexts);
  const toast = useToast();
  const take = useRemoveTagFrom();
  return (
    <ConfirmDialog
      title={t('takeTitle', { name: contact.name, tag: tag.name })}
      text={t('takeText')}
      verb={t('take')}
      danger
      busy={take.isPending}
      onConfirm={() => take.mutate({ tagId: tag.id, contactId: contact.id }, toast.outcome(t('taken'), onClose))}
      onClose={onClose}
    />
  );
}

const Waiting = ({ rows }: { rows: number }) =>
  Array.from({ length: rows }, (_, at) => (
    <li key={`waiting-${at}`} className={css.person} aria-hidden="true">
      <Skeleton width={32} height={32} round />
      <Skeleton width="60%" />
    </li>
  ));
