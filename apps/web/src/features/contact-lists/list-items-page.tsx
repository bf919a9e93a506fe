/** The /contact-lists/:id/contacts screen: the people of one list. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Meter } from '../../entities/campaigns/meter.tsx';
import {
  useCheckNumbers,
  useContactList,
  useListItems,
  useRemoveListItem,
  type ContactList,
  type ContactListItem,
  type Validity,
} from '../../entities/contact-lists/contact-lists.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber, formatPhone } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  type Column,
  ConfirmDialog,
  ErrorState,
  Icon,
  InfiniteTable,
  Page,
  SearchBox,
  Segments,
  StatusPill,
  useToast,
  EditAndRemove,
} from '../../ui/index.ts';
import css from './contact-lists.module.css';
import { listTexts } from './contact-lists.texts.ts';
import { campaignNames } from './remove-contact-list.tsx';

const ItemDialog = lazy(() => import('./item-dialog.tsx').then((module) => ({ default: module.ItemDialog })));
const ImportDialog = lazy(() =>
  import('./import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

export function ListItemsPage() {
  const t = useTexts(listTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const { contactListId } = useParams({ strict: false }) as { contactListId: string };
  const listId = Number(contactListId);
  const list = useContactList(listId);
  const back = (
    <Button icon="arrow-l" onClick={() => void navigate({ to: '/contact-lists' })}>
      {t('back')}
    </Button>
  );
  if (list.error && !list.data)
    return (
      <Page title={t('title')} actions={back}>
        <ErrorState text={errorText(list.error, language)} onRetry={() => void list.refetch()} />
      </Page>
    );
  return <ListItems key={listId} listId={listId} list={list.data} back={back} />;
}

const validities = ['valid', 'invalid', 'unknown'] as const;
const filterTexts = { valid: 'onlyValid', invalid: 'onlyInvalid', unknown: 'onlyUnknown' } as const;

function ListItems({ listId, list, back }: { listId: number; list: ContactList | undefined; back: ReactNode }) {
  const t = useTexts(listTexts);
  const language = useLanguage();
  const canRemove = useCan('contact.delete');
  const [search, setSearch] = useState('');
  const [validity, setValidity] = useState<Validity | 'all'>('all');
  const [open, setOpen] = useState<ContactListItem | 'new' | 'import' | null>(null);
  const [removing, setRemoving] = useState<ContactListItem | null>(null);
  const items = useListItems(listId, search, validity === 'all' ? undefined : validity);
  const counts = list && {
    valid: list.validCount,
    invalid: list.invalidCount,
    unknown: list.contactsCount - list.validCount - list.invalidCount,
  };
  const columns = useItemColumns({ onEdit: setOpen, onRemove: canRemove ? setRemoving : undefined });
  const importButton = (
    <Button icon="upload" disabled={!list} onClick={() => setOpen('import')}>
      {t('importSheet')}
    </Button>
  );
  const isFiltered = search !== '' || validity !== 'all';
  return (
    <Page
      title={list?.name ?? t('title')}
      {...(list && { count: list.contactsCount })}
      actions={
        <>
          {back}
          {importButton}
          <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
            {t('addItem')}
          </Button>
        </>
      }
      toolbar={
        <>
          <div className={css.views} data-swipes>
            <Segments
              label={t('filter')}
              segments={[
                { key: 'all' as const, label: t('all'), count: list?.contactsCount },
                ...validities.map((key) => ({ key, label: t(filterTexts[key]), count: counts?.[key] })),
              ]}
              value={validity}
              onChange={setValidity}
            />
          </div>
          <SearchBox value={search} onChange={setSearch} label={t('searchItems')} placeholder={t('searchItems')} />
        </>
      }
    >
      {list && <ListNotices list={list} unknown={counts?.unknown ?? 0} />}
      <InfiniteTable
        label={t('contacts')}
        rows={items.rows}
        rowKey={({ id }) => id}
        columns={columns}
        {...tablePages(items, language)}
        empty={
          isFiltered
            ? {
                icon: 'search',
                title: search === '' ? t('noneTitle') : t('nothingTitle', { search }),
                action: (
                  <Button
                    onClick={() => {
                      setSearch('');
                      setValidity('all');
                    }}
                  >
                    {t('clear')}
                  </Button>
                ),
              }
            : { icon: 'users', title: t('itemsEmptyTitle'), text: t('itemsEmptyText'), action: importButton }
        }
      />
      <Suspense fallback={null}>
        {open === 'import' && list && <ImportDialog list={list} onClose={() => setOpen(null)} />}
        {open !== null && open !== 'import' && (
          <ItemDialog listId={listId} item={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
        )}
      </Suspense>
      {removing && <RemoveItem item={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}

/** What keeps the list busy: campaigns that use it, and the check of its numbers. */
function ListNotices({ list, unknown }: { list: ContactList; unknown: number }) {
  const t = useTexts(listTexts);
  const toast = useToast();
  const check = useCheckNumbers();
  const campaigns = campaignNames(list);
  return (
    <>
      {campaigns !== '' && (
        <p className={css.note}>
          <Icon name="lock" size={16} />
          <span>{t('inUse', { campaigns })}</span>
        </p>
      )}
      {list.checking ? (
        <div className={css.note}>
          <Icon name="refresh" size={16} />
          <span className={css.checkText}>
            <b>
              {t('checking', {
                checked: formatNumber(list.checking.checked),
                total: formatNumber(list.checking.total),
              })}
            </b>
            <Meter part={list.checking.checked / Math.max(1, list.checking.total)} label={t('whatsapp')} />
            <span className="muted">{t('checkingText')}</span>
          </span>
        </div>
      ) : (
        unknown > 0 && (
          <div>
            <Button
              size="sm"
              icon="check-c"
              busy={check.isPending}
              onClick={() =>
                check.mutate(
                  list.id,
                  toast.outcome(t('checkStarted'), () => {}),
                )
              }
            >
              {t('check')}
            </Button>
          </div>
        )
      )}
    </>
  );
}

const validityTones = { valid: 'success', invalid: 'danger', unknown: 'neutral' } as const;
const validityOf = ({ isWhatsappValid }: ContactListItem): Validity =>
  isWhatsappValid === null ? 'unknown' : isWhatsappValid ? 'valid' : 'invalid';

function useItemColumns({
  onEdit,
  onRemove,
}: {
  onEdit: (item: ContactListItem) => void;
  onRemove: ((item: ContactListItem) => void) | undefined;
}): Column<ContactListItem>[] {
  const t = useTexts(listTexts);
  return [
    { key: 'name', head: t('name'), primary: true, cell: ({ name }) => name },
    {
      key: 'number',
      head: t('number'),
      firm: true,
      cell: ({ number }) => <span className="num">{formatPhone(number)}</span>,
    },
    { key: 'email', head: t('email'), spare: true, cell: ({ email }) => <span className="muted">{email || '—'}</span> },
    {
      key: 'whatsapp',
      head: t('whatsapp'),
      firm: true,
      cell: (item) => <StatusPill tone={validityTones[validityOf(item)]}>{t(validityOf(item))}</StatusPill>,
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (item) => (
        <EditAndRemove
          edit={{ label: t('editNamed', { name: item.name }), onClick: () => onEdit(item) }}
          remove={onRemove && { label: t('removeNamed', { name: item.name }), onClick: () => onRemove(item) }}
        />
      ),
    },
  ];
}

function RemoveItem({ item, onClose }: { item: ContactListItem; onClose: () => void }) {
  const t = useTexts(listTexts);
  const toast = useToast();
  const remove = useRemoveListItem();
  return (
    <ConfirmDialog
      danger
      title={t('removeItemTitle', { name: item.name })}
      text={t('removeItemText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(item.id, toast.outcome(t('itemRemoved'), onClose))}
      onClose={onClose}
    />
  );
}
