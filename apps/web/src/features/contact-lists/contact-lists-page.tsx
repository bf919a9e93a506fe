/** The /contact-lists screen: lists of people for campaigns. */
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Meter } from '../../entities/campaigns/meter.tsx';
import { useContactListPages, type ContactList } from '../../entities/contact-lists/contact-lists.api.ts';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  type ButtonKind,
  type Column,
  IconButton,
  InfiniteTable,
  Page,
  SearchBox,
  nothingFound,
  EditAndRemove,
} from '../../ui/index.ts';
import css from './contact-lists.module.css';
import { listTexts } from './contact-lists.texts.ts';
import { RemoveContactList } from './remove-contact-list.tsx';

// The form is loaded on first use; the list is opened far more often.
const ContactListDialog = lazy(() =>
  import('./contact-list-dialog.tsx').then((module) => ({ default: module.ContactListDialog })),
);

const ImportDialog = lazy(() =>
  import('./import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);
const listKinds = ['contact-list'] as const;

export function ContactListsPage() {
  const t = useTexts(listTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<ContactList | 'new' | 'import' | null>(null);
  const [importing, setImporting] = useState<ContactList | null>(null);
  const [removing, setRemoving] = useState<ContactList | null>(null);
  const lists = useContactListPages(search);
  const open = ({ id }: Pick<ContactList, 'id'>) => void navigate({ to: `/contact-lists/${id}/contacts` });
  const add = (kind: ButtonKind) => (
    <Button kind={kind} icon="plus" onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  const columns: Column<ContactList>[] = [
    { key: 'name', head: t('list'), primary: true, cell: ({ name }) => name },
    {
      key: 'contacts',
      head: t('contacts'),
      align: 'right',
      width: '110px',
      cell: ({ contactsCount }) => formatNumber(contactsCount),
    },
    { key: 'whatsapp', head: t('withWhatsapp'), firm: true, cell: (list) => <ValidShare list={list} /> },
    { key: 'source', head: t('source'), spare: true, cell: (list) => <span className="muted">{sourceOf(list)}</span> },
    {
      key: 'usedBy',
      head: t('usedBy'),
      cell: ({ usedBy }) => <span className={css.cut}>{usedBy.map(({ name }) => name).join(', ') || '—'}</span>,
    },
    {
      key: 'actions',
      head: '',
      width: '124px',
      cell: (list) => (
        <>
          <IconButton icon="eye" label={t('open', { name: list.name })} onClick={() => open(list)} />
          <EditAndRemove
            edit={{ label: t('editNamed', { name: list.name }), onClick: () => setEditing(list) }}
            remove={{ label: t('removeNamed', { name: list.name }), onClick: () => setRemoving(list) }}
          />
        </>
      ),
    },
  ];
  const sourceOf = ({ source, createdAt }: ContactList) =>
    source === 'sheet'
      ? t('sourceSheet', { date: formatDate(createdAt) })
      : t(source === 'tag' ? 'sourceTag' : 'sourceTyped');

  return (
    <Page
      title={t('title')}
      count={lists.last?.count}
      actions={
        <>
          <Button icon="upload" onClick={() => setEditing('import')}>
            {t('importSheet')}
          </Button>
          {add('primary')}
        </>
      }
      toolbar={<SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />}
    >
      <RemovalProgress kinds={listKinds} />
      <InfiniteTable
        label={t('title')}
        rows={lists.rows}
        rowKey={({ id }) => id}
        columns={columns}
        {...tablePages(lists, language)}
        onOpen={open}
        empty={
          search === ''
            ? { icon: 'list', title: t('emptyTitle'), text: t('emptyText'), action: add('default') }
            : nothingFound(t('nothingTitle', { search }), t('clear'), () => setSearch(''))
        }
      />
      <Suspense fallback={null}>
        {editing && (
          <ContactListDialog
            list={typeof editing === 'string' ? undefined : editing}
            onClose={() => setEditing(null)}
            onCreated={editing === 'import' ? setImporting : open}
          />
        )}
        {importing && <ImportDialog list={importing} onClose={() => open(importing)} />}
      </Suspense>
      {removing && <RemoveContactList list={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}

/** How many numbers have WhatsApp, as far as they are checked. */
function ValidShare({ list: { contactsCount, validCount, checking } }: { list: ContactList }) {
  const t = useTexts(listTexts);
  return (
    <span className={css.share}>
      <Meter part={contactsCount === 0 ? 0 : validCount / contactsCount} tone="neutral" />
      <span className="num">{formatNumber(validCount)}</span>
      {checking && (
        <span className={css.checking}>
          {t('checking', { checked: formatNumber(checking.checked), total: formatNumber(checking.total) })}
        </span>
      )}
    </span>
  );
}
