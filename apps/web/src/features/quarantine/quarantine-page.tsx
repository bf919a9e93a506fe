/** The /quarantine screen: received messages that could not be processed, and what an admin decides about them. */
import { useState } from 'react';
import { ConnectionFilter } from '../../entities/connections/connection-filter.tsx';
import { useQuarantine, type QuarantinedItem } from '../../entities/quarantine/quarantine.api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, IconButton, InfiniteTable, Page, type Column } from '../../ui/index.ts';
import { ConfirmDiscard, ConfirmPutBackAll, usePutBackNow } from './decisions.tsx';
import css from './quarantine.module.css';
import { quarantineTexts } from './quarantine.texts.ts';

type Open = { type: 'discard'; id: number } | { type: 'all' } | null;
const namedKinds = ['delivery', 'message', 'receipt', 'edited', 'removed'] as const;

export function QuarantinePage() {
  const t = useTexts(quarantineTexts);
  const language = useLanguage();
  const [connectionId, setConnectionId] = useState<number | undefined>();
  const [open, setOpen] = useState<Open>(null);
  const items = useQuarantine(connectionId);
  const putBack = usePutBackNow();

  const whatArrived = ({ kind, contactName }: QuarantinedItem): string => {
    if (kind === 'message' && contactName) return t('messageOf', { name: contactName });
    const known = namedKinds.find((name) => name === kind);
    return t(known ?? 'otherKind');
  };
  const columns: Column<QuarantinedItem>[] = [
    {
      key: 'what',
      head: t('what'),
      primary: true,
      firm: true,
      cell: (item) => <span className="cut">{whatArrived(item)}</span>,
    },
    {
      key: 'excerpt',
      head: t('excerpt'),
      width: '26%',
      cell: ({ excerpt }) => <span className={css.excerpt}>{excerpt || t('withoutText')}</span>,
    },
    {
      key: 'connection',
      head: t('connection'),
      spare: true,
      cell: ({ connectionName }) => connectionName || t('removedConnection'),
    },
    { key: 'reason', head: t('reason'), cell: ({ reason }) => <span className={css.reason}>{t(reason)}</span> },
    {
      key: 'at',
      head: t('at'),
      firm: true,
      cell: ({ at }) => <span className="muted num">{formatDateTime(at)}</span>,
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: ({ id, at }) => (
        <>
          <IconButton
            icon="requeue"
            label={t('putBackNamed', { at: formatDateTime(at) })}
            disabled={putBack.busy}
            onClick={() => putBack.run(id)}
          />
          <IconButton
            icon="trash"
            label={t('discardNamed', { at: formatDateTime(at) })}
            onClick={() => setOpen({ type: 'discard', id })}
          />
        </>
      ),
    },
  ];

  return (
    <Page
      title={t('title')}
      actions={
        (items.count ?? 0) > 0 && (
          <Button icon="requeue" onClick={() => setOpen({ type: 'all' })}>
            {t('putBackAll')}
          </Button>
        )
      }
      toolbar={
        <>
          <ConnectionFilter
            label={t('connection')}
            all={t('everyConnection')}
            value={connectionId}
            onChange={setConnectionId}
          />
          {(items.count ?? 0) > 0 && <p className={css.notice}>{t('notice')}</p>}
        </>
      }
    >
      <InfiniteTable
        label={t('title')}
        rows={items.rows}
        rowKey={(item) => item.id}
        columns={columns}
        {...tablePages(items, language)}
        empty={{ icon: 'check-c', title: t('emptyTitle'), text: t('emptyText') }}
      />
      {open?.type === 'discard' && <ConfirmDiscard id={open.id} onClose={() => setOpen(null)} />}
      {open?.type === 'all' && <ConfirmPutBackAll onClose={() => setOpen(null)} />}
    </Page>
  );
}
