/** The /announcements screen: texts of the platform's owner for all companies. */
import { lazy, Suspense, useRef, useState } from 'react';
import {
  useAnnouncementPages,
  useRemoveAnnouncement,
  type Announcement,
  type AnnouncementView,
} from '../../entities/announcements/announcements.api.ts';
import { PriorityMark } from '../../entities/announcements/priority-mark.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  type ButtonKind,
  ConfirmDialog,
  Icon,
  InfiniteTable,
  Page,
  SearchBox,
  Segments,
  type SidePanelHandle,
  StatusPill,
  useToast,
  type Column,
  nothingFound,
  EditAndRemove,
} from '../../ui/index.ts';
import { statusOf } from './announcement-status.ts';
import css from './announcements.module.css';
import { announcementTexts } from './announcements.texts.ts';

const AnnouncementPanel = lazy(() =>
  import('./announcement-panel.tsx').then((module) => ({ default: module.AnnouncementPanel })),
);
export const priorityTexts = { 1: 'high', 2: 'medium', 3: 'low' } as const;
/** Beside the form the list keeps what identifies an announcement. */
const hiddenBesidePanel = ['attachment', 'readers', 'published'];
const tones = { active: 'success', scheduled: 'info', inactive: 'neutral', over: 'neutral' } as const;

const keyOf = (editing: Announcement | 'new') => (editing === 'new' ? 'new' : editing.id);

export function AnnouncementsPage() {
  const t = useTexts(announcementTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<Announcement | 'new' | null>(null);
  const [removing, setRemoving] = useState<Announcement | null>(null);
  const [now] = useState(() => new Date());
  const [view, setView] = useState<AnnouncementView>('all');
  const list = useAnnouncementPages(search, view);
  const panel = useRef<SidePanelHandle>(null);
  const edit = (next: Announcement | 'new') => {
    if (editing !== null && keyOf(editing) === keyOf(next)) return;
    if (panel.current) panel.current.leave(() => setEditing(next));
    else setEditing(next);
  };

  const add = (kind: ButtonKind) => (
    <Button kind={kind} icon="plus" onClick={() => edit('new')}>
      {t('add')}
    </Button>
  );
  const columns: Column<Announcement>[] = [
    {
      key: 'title',
      head: t('name'),
      primary: true,
      cell: ({ title, text }) => (
        <span className={css.texts}>
          <b className="cut">{title}</b>
          <span className="cut">{text}</span>
        </span>
      ),
    },
    {
      key: 'priority',
      head: t('priority'),
      width: '110px',
      cell: ({ priority }) => <PriorityMark priority={priority}>{t(priorityTexts[priority])}</PriorityMark>,
    },
    {
      key: 'attachment',
      head: t('attachment'),
      width: '160px',
      spare: true,
      cell: ({ mediaName }) =>
        mediaName === null ? (
          '—'
        ) : (
          <span className={css.file}>
            <Icon name="image" size={16} />
            <span className="cut">{mediaName}</span>
          </span>
        ),
    },
    {
      key: 'status',
      head: t('status'),
      width: '120px',
      cell: (announcement) => {
        const status = statusOf(announcement, now);
        return <StatusPill tone={tones[status]}>{t(status)}</StatusPill>;
      },
    },
    {
      key: 'readers',
      head: t('readers'),
      width: '190px',
      spare: true,
      cell: ({ readers }) =>
        readers &&
        t('readersText', {
          users: formatNumber(readers.users),
          companies: formatNumber(readers.companies),
          all: formatNumber(readers.ofCompanies),
        }),
    },
    {
      key: 'published',
      head: t('published'),
      width: '110px',
      spare: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (announcement) => (
        <EditAndRemove
          edit={{ label: t('editNamed', { name: announcement.title }), onClick: () => edit(announcement) }}
          remove={{ label: t('removeNamed', { name: announcement.title }), onClick: () => setRemoving(announcement) }}
        />
      ),
    },
  ];

  return (
    <div className={css.split}>
      <div className={css.main}>
        <Page
          title={t('title')}
          count={list.last?.count}
          actions={add(editing === null ? 'primary' : 'default')}
          toolbar={
            <>
              <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
              <Segments
                label={t('status')}
                segments={[
                  { key: 'all', label: t('all') },
                  { key: 'active', label: t('allActive') },
                  { key: 'inactive', label: t('allInactive') },
                ]}
                value={view}
                onChange={setView}
              />
            </>
          }
        >
          <InfiniteTable
            label={t('title')}
            rows={list.rows}
            rowKey={({ id }) => id}
            columns={editing === null ? columns : columns.filter(({ key }) => !hiddenBesidePanel.includes(key))}
            {...tablePages(list, language)}
            empty={
              search !== ''
                ? nothingFound(t('nothingTitle', { search }), t('clear'), () => setSearch(''))
                : view !== 'all'
                  ? nothingFound(t('noneInView'), t('showAll'), () => setView('all'))
                  : { icon: 'megaphone', title: t('emptyTitle'), text: t('emptyText'), action: add('default') }
            }
          />
        </Page>
      </div>
      <Suspense fallback={null}>
        {editing !== null && (
          <AnnouncementPanel
            key={keyOf(editing)}
            handle={panel}
            announcement={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
      {removing && <RemoveAnnouncement announcement={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function RemoveAnnouncement({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const t = useTexts(announcementTexts);
  const toast = useToast();
  const remove = useRemoveAnnouncement();
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: announcement.title })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(announcement.id, toast.outcome(t('removed'), onClose))}
      onClose={onClose}
    />
  );
}
