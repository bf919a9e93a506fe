/** The /deliveries screen: the state of every message, why it is held, and resending where that is safe. */
import { useState } from 'react';
import { ConnectionFilter } from '../../entities/connections/connection-filter.tsx';
import { useDeliveries, type Delivery, type DeliveryFilter } from '../../entities/deliveries/deliveries.api.ts';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, InfiniteTable, Icon, IconButton, Page, Segments, type Column } from '../../ui/index.ts';
import css from './deliveries.module.css';
import { deliveryTexts } from './deliveries.texts.ts';
import { DeliveryState } from './delivery-state.tsx';
import { DeliveryHistory } from './delivery-history.tsx';
import { Resend } from './resend.tsx';

type Open = { type: 'life' | 'resend'; message: Delivery } | null;

export function DeliveriesPage() {
  const t = useTexts(deliveryTexts);
  const language = useLanguage();
  const [filter, setFilter] = useState<DeliveryFilter>({ state: 'troubled', connectionId: undefined });
  const [open, setOpen] = useState<Open>(null);
  const deliveries = useDeliveries(filter);
  const showAll = () => setFilter({ ...filter, state: 'all' });

  const columns: Column<Delivery>[] = [
    {
      key: 'contact',
      head: t('contact'),
      primary: true,
      firm: true,
      cell: ({ contactName, fromMe }) => (
        <span className={css.who}>
          <span className={css.way} role="img" aria-label={t(fromMe ? 'outgoing' : 'incoming')}>
            <Icon name={fromMe ? 'arrow-u' : 'arrow-d'} size={14} />
          </span>
          <span className="cut">{contactName}</span>
        </span>
      ),
    },
    {
      key: 'message',
      head: t('message'),
      width: '30%',
      cell: ({ body }) => (
        <span className={css.excerpt}>
          <PreviewLine text={body || t('withoutText')} />
        </span>
      ),
    },
    { key: 'connection', head: t('connection'), spare: true, cell: ({ connectionName }) => connectionName || '—' },
    { key: 'state', head: t('state'), firm: true, cell: (message) => <DeliveryState message={message} /> },
    {
      key: 'at',
      head: t('at'),
      firm: true,
      cell: ({ createdAt }) => <span className="muted num">{formatDateTime(createdAt)}</span>,
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (message) => (
        <>
          {message.mayResend && (
            <IconButton
              icon="send"
              label={t('resendNamed', { name: message.contactName })}
              onClick={() => setOpen({ type: 'resend', message })}
            />
          )}
          <IconButton
            icon="history"
            label={t('details', { name: message.contactName })}
            onClick={() => setOpen({ type: 'life', message })}
          />
        </>
      ),
    },
  ];

  return (
    <Page
      title={t('title')}
      toolbar={
        <>
          <Segments
            label={t('filter')}
            value={filter.state}
            onChange={(state) => setFilter({ ...filter, state })}
            segments={[
              {
                key: 'troubled',
                label: t('troubled'),
                count: deliveries.counts && undeliveredCount(deliveries.counts),
              },
              { key: 'all', label: t('all') },
            ]}
          />
          <ConnectionFilter
            label={t('connection')}
            all={t('everyConnection')}
            value={filter.connectionId}
            onChange={(connectionId) => setFilter({ ...filter, connectionId })}
          />
        </>
      }
    >
      <InfiniteTable
        label={t('title')}
        rows={deliveries.rows}
        rowKey={(message) => message.id}
        columns={columns}
        {...tablePages(deliveries, language)}
        empty={
          filter.state === 'troubled'
            ? {
                icon: 'check-c',
                title: t('emptyTitle'),
                text: t('emptyText'),
                action: <Button onClick={showAll}>{t('seeAll')}</Button>,
              }
            : { icon: 'send', title: t('noneTitle'), text: t('noneText') }
        }
      />
      {open?.type === 'life' && (
        <DeliveryHistory
          message={current(deliveries.rows, open.message)}
          onResend={() => setOpen({ type: 'resend', message: open.message })}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.type === 'resend' && <Resend message={open.message} onClose={() => setOpen(null)} />}
    </Page>
  );
}

/** An open message follows updates; when it leaves the list, its last known state stays. */
const current = (rows: readonly Delivery[], message: Delivery): Delivery =>
  rows.find(({ id }) => id === message.id) ?? message;

const undeliveredStates = ['queued', 'sending', 'failed', 'unknown'];
const undeliveredCount = (counts: Record<string, number>): number =>
  undeliveredStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
