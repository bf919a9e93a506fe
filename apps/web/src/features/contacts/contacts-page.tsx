/** The /contacts screen: everyone who writes to the company, to be found, filtered and acted upon. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { lazy, Suspense, useState } from 'react';
import type { ChannelFamily } from '../../entities/connections/reaching.ts';
import { isFiltered, useContactPages, type ContactFilters } from '../../entities/contacts/contact-lists.ts';
import { explain } from '../../lib/explain.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EndlessTable, Page, SearchBox } from '../../ui/index.ts';
import { ChannelFilter, TagFilter } from './contact-filters.tsx';
import { useContactColumns } from './contact-columns.tsx';
import css from './contacts.module.css';
import { contactsTexts } from './contacts.texts.ts';
import { SheetsMenu } from './sheets-menu.tsx';
import { sheetTexts } from './sheets.texts.ts';
import { RemoveContact } from './remove-contact.tsx';
import { useBlocking } from './use-blocking.ts';

// A list is read more often than written: what forms need comes with the first form.
const ContactDialog = lazy(() => import('./contact-dialog.tsx').then((room) => ({ default: room.ContactDialog })));
const StartDialog = lazy(() => import('./start-dialog.tsx').then((room) => ({ default: room.StartDialog })));
const MergesDialog = lazy(() => import('./merges-dialog.tsx').then((room) => ({ default: room.MergesDialog })));
const PersonDataDialog = lazy(() =>
  import('../../entities/privacy/person-data-dialog.tsx').then((room) => ({ default: room.PersonDataDialog })),
);
const PhoneDialog = lazy(() => import('./phone-dialog.tsx').then((room) => ({ default: room.PhoneDialog })));
const ExportDialog = lazy(() => import('./export-dialog.tsx').then((room) => ({ default: room.ExportDialog })));
const DuplicatesDialog = lazy(() =>
  import('./duplicates-dialog.tsx').then((room) => ({ default: room.DuplicatesDialog })),
);

/** One thing at a time lies over the list. */
type Open =
  | { is: 'form'; contact?: Contact }
  | { is: 'start'; contact: Contact; on: ChannelFamily }
  | { is: 'merges' | 'data' | 'remove'; contact: Contact }
  | { is: 'phone' | 'export' | 'duplicates' }
  | null;

const noFilters: ContactFilters = { search: '', tagIds: [], kind: undefined };

export function ContactsPage() {
  const t = useTexts(contactsTexts);
  const sheet = useTexts(sheetTexts);
  const mayMerge = useMay('contact.delete');
  const language = useLanguage();
  const [filters, setFilters] = useState(noFilters);
  const [open, setOpen] = useState<Open>(null);
  const contacts = useContactPages(filters);
  const setActive = useBlocking();
  const close = () => setOpen(null);
  const change = (part: Partial<ContactFilters>) => setFilters((now) => ({ ...now, ...part }));

  const columns = useContactColumns({
    onStart: (contact, on) => setOpen({ is: 'start', contact, on }),
    onEdit: (contact) => setOpen({ is: 'form', contact }),
    onMerges: (contact) => setOpen({ is: 'merges', contact }),
    onPersonData: (contact) => setOpen({ is: 'data', contact }),
    onRemove: (contact) => setOpen({ is: 'remove', contact }),
    onSetActive: setActive,
  });
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ is: 'form' })}>
      {t('add')}
    </Button>
  );
  const clear = <Button onClick={() => setFilters(noFilters)}>{t('clearFilters')}</Button>;

  return (
    <Page
      title={t('title')}
      count={contacts.last?.count}
      actions={
        <>
          <SheetsMenu onPhone={() => setOpen({ is: 'phone' })} onExport={() => setOpen({ is: 'export' })} />
          {add}
        </>
      }
      toolbar={
        <>
          <SearchBox
            value={filters.search}
            onChange={(search) => change({ search })}
            label={t('search')}
            placeholder={t('search')}
          />
          <TagFilter chosen={filters.tagIds} onChange={(tagIds) => change({ tagIds })} />
          <ChannelFilter chosen={filters.kind} onChange={(kind) => change({ kind })} />
          {isFiltered({ ...filters, search: '' }) && (
            <Button kind="ghost" icon="x" onClick={() => change({ tagIds: [], kind: undefined })}>
              {t('clearFilters')}
            </Button>
          )}
          {mayMerge && (
            <Button kind="ghost" icon="users" className={css.apart} onClick={() => setOpen({ is: 'duplicates' })}>
              {sheet('duplicates')}
            </Button>
          )}
        </>
      }
    >
      <EndlessTable
        label={t('title')}
        rows={contacts.rows}
        rowKey={(contact) => contact.id}
        columns={columns}
        hasMore={contacts.hasMore}
        onMore={contacts.more}
        loading={contacts.loading}
        error={contacts.error && explain(contacts.error, language)}
        onRetry={contacts.retry}
        empty={
          isFiltered(filters)
            ? {
                icon: 'search',
                title: filters.search === '' ? t('nothingTitle') : t('nothingFor', { search: filters.search }),
                action: clear,
              }
            : { icon: 'users', title: t('emptyTitle'), text: t('emptyText'), action: add }
        }
      />
      <Suspense fallback={null}>
        {open?.is === 'form' && <ContactDialog contact={open.contact} onClose={close} />}
        {open?.is === 'start' && <StartDialog contact={open.contact} on={open.on} onClose={close} />}
        {open?.is === 'merges' && <MergesDialog contact={open.contact} onClose={close} />}
        {open?.is === 'data' && <PersonDataDialog person={open.contact} onClose={close} />}
        {open?.is === 'phone' && <PhoneDialog onClose={close} />}
        {open?.is === 'export' && <ExportDialog filters={filters} onClose={close} />}
        {open?.is === 'duplicates' && <DuplicatesDialog onClose={close} />}
      </Suspense>
      {open?.is === 'remove' && <RemoveContact contact={open.contact} onClose={close} />}
    </Page>
  );
}
