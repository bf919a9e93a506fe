/** The /contacts screen: search, filters and actions for the contacts of the company. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { lazy, Suspense, useState } from 'react';
import type { ChannelFamily } from '../../entities/connections/default-connection.ts';
import { isFiltered, useContactPages, type ContactFilters } from '../../entities/contacts/contact-lists.ts';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { useContactOfAddress } from '../../entities/contacts/use-contact-of-address.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, type ButtonKind, InfiniteTable, Page, SearchBox } from '../../ui/index.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { BulkAction } from './bulk-dialog.tsx';
import { ChannelFilter, TagFilter } from './contact-filters.tsx';
import { useContactColumns } from './contact-columns.tsx';
import css from './contacts.module.css';
import { contactsTexts } from './contacts.texts.ts';
import { SpreadsheetsMenu } from './spreadsheets-menu.tsx';
import { spreadsheetTexts } from './spreadsheets.texts.ts';
import { RemoveContact } from './remove-contact.tsx';
import { useBlockContact } from './use-block-contact.ts';
import { useSelection } from './use-selection.ts';

// Forms are loaded on first use; the list is opened far more often.
const ContactDialog = lazy(() => import('./contact-dialog.tsx').then((module) => ({ default: module.ContactDialog })));
const StartDialog = lazy(() => import('./start-dialog.tsx').then((module) => ({ default: module.StartDialog })));
const MergesDialog = lazy(() => import('./merges-dialog.tsx').then((module) => ({ default: module.MergesDialog })));
const PersonDataDialog = lazy(() =>
  import('../../entities/privacy/person-data-dialog.tsx').then((module) => ({ default: module.PersonDataDialog })),
);
const PhoneDialog = lazy(() => import('./phone-dialog.tsx').then((module) => ({ default: module.PhoneDialog })));
const ExportDialog = lazy(() => import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog })));
const BulkDialog = lazy(() => import('./bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })));
const DuplicatesDialog = lazy(() =>
  import('./duplicates-dialog.tsx').then((module) => ({ default: module.DuplicatesDialog })),
);

/** One dialog is open at a time. */
type Open =
  | { type: 'form'; contact?: Contact }
  | { type: 'start'; contact: Contact; on: ChannelFamily }
  | { type: 'merges' | 'data' | 'remove'; contact: Contact }
  | { type: 'phone' | 'export' | 'duplicates' }
  | { type: 'bulk'; action: BulkAction }
  | null;

/** A ticket has no list of its own to show its removal in. */
const contactKinds = ['contact', 'ticket'] as const;
const noFilters: ContactFilters = { search: '', tagIds: [], kind: undefined };

export function ContactsPage() {
  const t = useTexts(contactsTexts);
  const tSpreadsheets = useTexts(spreadsheetTexts);
  const canMerge = useCan('contact.delete');
  const language = useLanguage();
  const [filters, setFilters] = useState(noFilters);
  const [open, setOpen] = useState<Open>(null);
  const contacts = useContactPages(filters);
  const setActive = useBlockContact();
  const close = () => setOpen(null);
  useContactOfAddress({
    parameter: 'contact',
    path: '/contacts',
    onOpen: (contact) => setOpen({ type: 'form', contact }),
  });
  const change = (part: Partial<ContactFilters>) => setFilters((now) => ({ ...now, ...part }));
  const selection = useSelection(contacts.rows, open !== null);
  const isSelecting = selection.contacts.length > 0;

  const columns = useContactColumns({
    selection,
    onStart: (contact, on) => setOpen({ type: 'start', contact, on }),
    onEdit: (contact) => setOpen({ type: 'form', contact }),
    onMerges: (contact) => setOpen({ type: 'merges', contact }),
    onPersonData: (contact) => setOpen({ type: 'data', contact }),
    onRemove: (contact) => setOpen({ type: 'remove', contact }),
    onSetActive: setActive,
  });
  const add = (kind: ButtonKind) => (
    <Button kind={kind} icon="plus" onClick={() => setOpen({ type: 'form' })}>
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
          <SpreadsheetsMenu onPhone={() => setOpen({ type: 'phone' })} onExport={() => setOpen({ type: 'export' })} />
          {add('primary')}
        </>
      }
      toolbar={
        isSelecting ? (
          <BulkBar selection={selection} onAction={(action) => setOpen({ type: 'bulk', action })} />
        ) : (
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
            {canMerge && (
              <Button kind="ghost" icon="users" className={css.apart} onClick={() => setOpen({ type: 'duplicates' })}>
                {tSpreadsheets('duplicates')}
              </Button>
            )}
          </>
        )
      }
    >
      <InfiniteTable
        label={t('title')}
        rows={contacts.rows}
        rowKey={(contact) => contact.id}
        columns={columns}
        onOpen={(contact) => setOpen({ type: 'form', contact })}
        isSelected={selection.has}
        {...tablePages(contacts, language)}
        empty={
          isFiltered(filters)
            ? {
                icon: 'search',
                title: filters.search === '' ? t('nothingTitle') : t('nothingFor', { search: filters.search }),
                action: clear,
              }
            : { icon: 'users', title: t('emptyTitle'), text: t('emptyText'), action: add('default') }
        }
      />
      <RemovalProgress kinds={contactKinds} />
      <Suspense fallback={null}>
        {open?.type === 'form' && <ContactDialog contact={open.contact} onClose={close} />}
        {open?.type === 'start' && <StartDialog contact={open.contact} on={open.on} onClose={close} />}
        {open?.type === 'merges' && <MergesDialog contact={open.contact} onClose={close} />}
        {open?.type === 'data' && <PersonDataDialog contact={open.contact} onClose={close} />}
        {open?.type === 'phone' && <PhoneDialog onClose={close} />}
        {open?.type === 'export' && <ExportDialog filters={filters} onClose={close} />}
        {open?.type === 'duplicates' && <DuplicatesDialog onClose={close} />}
        {open?.type === 'bulk' && (
          <BulkDialog
            action={open.action}
            contacts={selection.contacts}
            onDone={() => {
              selection.clear();
              close();
            }}
            onClose={close}
          />
        )}
      </Suspense>
      {open?.type === 'remove' && <RemoveContact contact={open.contact} onClose={close} />}
    </Page>
  );
}
