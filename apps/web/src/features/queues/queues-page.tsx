/** The /queues screen: the departments in which conversations wait. */
import type { Queue } from '@balcao/contract/endpoints/queues';
import { useState } from 'react';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ColorDot, InfiniteTable, IconButton, Page, StatusPill, type Column } from '../../ui/index.ts';
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

  const add = (
    <Button kind="primary" icon="plus" onClick={() => setEditing('new')}>
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
      key: 'greeting',
      head: t('greeting'),
      cell: (queue) => <span className={css.excerpt}>{queue.greetingMessage || '—'}</span>,
    },
    {
      key: 'rotation',
      head: t('rotation'),
      width: '140px',
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
        <>
          <IconButton icon="edit" label={t('editNamed', { name: queue.name })} onClick={() => setEditing(queue)} />
          <IconButton
            icon="trash"
            danger
            label={t('removeNamed', { name: queue.name })}
            onClick={() => setRemoving(queue)}
          />
        </>
      ),
    },
  ];

  return (
    <Page title={t('title')} count={queues.data?.length} actions={add}>
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
            empty={{ icon: 'layers', title: t('emptyTitle'), text: t('emptyText'), action: add }}
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
