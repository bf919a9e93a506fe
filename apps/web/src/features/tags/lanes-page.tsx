/** The /TagsKanban screen: the lanes of the board, their conversations and automatic moves. */
import type { Tag } from '@balcao/contract/endpoints/tags';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { TagChip } from '../../entities/tags/tag-chip.tsx';
import { useLanes, useTagPages } from '../../entities/tags/tags.api.ts';
import { formatNumber } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, SearchTablePage, type Column, EditAndRemove } from '../../ui/index.ts';
import { laneTexts } from './lanes.texts.ts';
import { RemoveLane } from './remove-lane.tsx';
import { tagTexts } from './tags.texts.ts';

const TagDialog = lazy(() => import('./tag-dialog.tsx').then((module) => ({ default: module.TagDialog })));

const laneKinds = ['lane'] as const;

export function LanesPage() {
  const t = useTexts(laneTexts);
  const tTags = useTexts(tagTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const canManage = useCan('lane.manage');
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<Tag | 'new' | null>(null);
  const [removing, setRemoving] = useState<Tag | null>(null);
  const lanes = useTagPages(search, 'lane');
  const all = useLanes().data?.lista ?? [];
  // The board links here with the lane to edit (`?edit=`).
  const { edit } = useSearch({ strict: false }) as { edit?: unknown };
  const requestedTag = canManage ? all.find(({ id }) => id === Number(edit)) : undefined;
  const open = editing ?? requestedTag ?? null;
  const close = () => {
    setEditing(null);
    if (edit !== undefined) void navigate({ to: '/TagsKanban', search: {}, replace: true });
  };
  const nextLaneText = ({ timeLane, nextLaneId }: Tag) => {
    const next = all.find(({ id }) => id === nextLaneId);
    return timeLane > 0 && next ? t('movesText', { minutes: formatNumber(timeLane), lane: next.name }) : t('movesNot');
  };
  const columns: Column<Tag>[] = [
    { key: 'lane', head: t('lane'), primary: true, cell: (lane) => <TagChip tag={lane} /> },
    { key: 'moves', head: t('moves'), spare: true, cell: nextLaneText },
    {
      key: 'tickets',
      head: t('tickets'),
      align: 'right',
      width: '140px',
      cell: (lane) => formatNumber(lane.ticketsCount),
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (lane) =>
        canManage && (
          <EditAndRemove
            edit={{ label: tTags('editNamed', { name: lane.name }), onClick: () => setEditing(lane) }}
            remove={{ label: tTags('removeNamed', { name: lane.name }), onClick: () => setRemoving(lane) }}
          />
        ),
    },
  ];

  return (
    <SearchTablePage
      title={t('title')}
      count={lanes.last?.count}
      actions={
        <Button icon="arrow-l" onClick={() => void navigate({ to: '/Kanban' })}>
          {t('back')}
        </Button>
      }
      search={{ value: search, onChange: setSearch, t: tTags }}
      add={canManage && { label: t('add'), onClick: () => setEditing('new') }}
      aboveTable={<RemovalProgress kinds={laneKinds} />}
      rows={lanes.rows}
      rowKey={(lane) => lane.id}
      columns={columns}
      {...tablePages(lanes, language)}
      empty={{ icon: 'kanban', title: t('emptyTitle'), text: t('emptyText') }}
    >
      <Suspense fallback={null}>
        {open && (
          <TagDialog
            key={open === 'new' ? 'new' : open.id}
            kind="lane"
            tag={open === 'new' ? undefined : open}
            onClose={close}
          />
        )}
      </Suspense>
      {removing && <RemoveLane lane={removing} onClose={() => setRemoving(null)} />}
    </SearchTablePage>
  );
}
