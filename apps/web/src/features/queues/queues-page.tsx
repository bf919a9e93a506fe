/** The /queues screen: the departments in which conversations wait. */
import type { Queue } from '@balcao/contract/endpoints/queues';
import { useState } from 'react';
import { useFullConnections } from '../../entities/connections/connections.api.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { useColleagues } from '../../entities/users/users.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  type ButtonKind,
  ColorDot,
  InfiniteTable,
  Page,
  Skeleton,
  StatusPill,
  type Column,
  EditAndRemove,
} from '../../ui/index.ts';
import { NextStep } from './next-step.tsx';
import { QueueDialog } from './queue-dialog.tsx';
import { OrderHandle, QueueOrder } from './queue-order.tsx';
import css from './queues.module.css';
import { queueTexts } from './queues.texts.ts';
import { RemoveQueue } from './remove-queue.tsx';

const queueKinds = ['queue'] as const;

export function QueuesPage() {
  const t = useTexts(queueTexts);
  const language = useLanguage();
  const [editing, setEditing] = useState<Queue | 'new' | null>(null);
  const [removing, setRemoving] = useState<Queue | null>(null);
  const queues = useQueues();
  const rows = queues.data ?? [];
  const serving = useServing();

  const add = (kind: ButtonKind) => (
    <Button kind={kind} icon="plus" onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  const columnsOf = (move: (queue: Queue, by: 1 | -1) => void): Column<Queue>[] => [
    {
      key: 'name',
      head: t('name'),
      primary: true,
      cell: (queue) => (
        <span className={css.name}>
          <ColorDot color={queue.color} />
          <span className="cut">{queue.name}</span>
        </span>
      ),
    },
    {
      key: 'order',
      head: t('order'),
      align: 'right',
      width: '96px',
      cell: (queue) => (
        <span className={css.order}>
          {queue.orderQueue ?? '—'}
          {rows.length > 1 && <OrderHandle queue={queue} onMove={(by) => move(queue, by)} />}
        </span>
      ),
    },
    {
      key: 'agents',
      head: t('agents'),
      cell: ({ id }) => <Names names={serving.agentsOf(id)} none={t('noAgents')} />,
    },
    {
      key: 'connections',
      head: t('connections'),
      cell: ({ id }) => <Names names={serving.connectionsOf(id)} none={t('noConnections')} />,
    },
    {
      key: 'greeting',
      head: t('greeting'),
      spare: true,
      cell: (queue) => <span className={css.excerpt}>{queue.greetingMessage || '—'}</span>,
    },
    {
      key: 'rotation',
      head: t('rotation'),
      width: '140px',
      spare: true,
      cell: (queue) => (
        <StatusPill tone={queue.ativarRoteador ? 'success' : 'neutral'}>
          {t(queue.ativarRoteador ? 'on' : 'off')}
        </StatusPill>
      ),
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (queue) => (
        <EditAndRemove
          edit={{ label: t('editNamed', { name: queue.name }), onClick: () => setEditing(queue) }}
          remove={{ label: t('removeNamed', { name: queue.name }), onClick: () => setRemoving(queue) }}
        />
      ),
    },
  ];

  return (
    <Page title={t('title')} count={queues.data?.length} actions={add('primary')}>
      <NextStep queues={rows} />
      <QueueOrder queues={rows}>
        {(move) => (
          <InfiniteTable
            label={t('title')}
            rows={rows}
            rowKey={(queue) => queue.id}
            columns={columnsOf(move)}
            hasMore={false}
            onMore={() => {}}
            loading={queues.isPending}
            error={queues.error && errorText(queues.error, language)}
            onRetry={() => void queues.refetch()}
            empty={{ icon: 'layers', title: t('emptyTitle'), text: t('emptyText'), action: add('default') }}
          />
        )}
      </QueueOrder>
      <RemovalProgress kinds={queueKinds} />
      {editing && (
        <QueueDialog
          queue={editing === 'new' ? undefined : editing}
          others={rows.filter((queue) => queue !== editing)}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && <RemoveQueue queue={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}

/** Who serves a queue, and the connections that lead to it; undefined while loading. */
function useServing() {
  const { data: colleagues } = useColleagues();
  const { connections } = useFullConnections();
  return {
    agentsOf: (id: number) =>
      colleagues?.filter(({ queues }) => queues.some((queue) => queue.id === id)).map(({ name }) => name),
    connectionsOf: (id: number) => connections?.filter(({ queueIds }) => queueIds.includes(id)).map(({ name }) => name),
  };
}

const NAMES_SHOWN = 2;

function Names({ names, none }: { names: readonly string[] | undefined; none: string }) {
  const t = useTexts(queueTexts);
  if (!names) return <Skeleton width={96} height={14} />;
  if (names.length === 0) return <span className={css.nobody}>{none}</span>;
  const all = names.join(', ');
  return (
    <span className={css.names} title={all}>
      {names.length > NAMES_SHOWN ? t('moreNames', { name: names[0]!, count: names.length - 1 }) : all}
    </span>
  );
}
