import { useState } from 'react';
import {
  useRecipients,
  type CampaignReport,
  type RecipientTab,
  type Shipping,
} from '../../entities/campaigns/campaign-report.api.ts';
import { RecipientStatePill, useReasonText } from '../../entities/campaigns/campaign-status.tsx';
import type { Campaign } from '../../entities/campaigns/campaigns.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, type Column, InfiniteTable, SearchBox, Segments, StatusPill } from '../../ui/index.ts';
import css from './report.module.css';
import { reportTexts } from './report.texts.ts';

const tabTexts = {
  all: 'all',
  waiting: 'waiting',
  asked: 'tabAsked',
  sent: 'sent',
  read: 'tabRead',
  failed: 'failed',
  declined: 'declined',
  skipped: 'skipped',
} as const satisfies Record<RecipientTab, string>;

/** Who received it and who did not, by state. */
export function Recipients({ campaign, report }: { campaign: Campaign; report: CampaignReport }) {
  const t = useTexts(reportTexts);
  const language = useLanguage();
  const [tab, setTab] = useState<RecipientTab>('all');
  const [search, setSearch] = useState('');
  const recipients = useRecipients(campaign.id, tab, search);
  const columns = useRecipientColumns(campaign.confirmation);
  const { counts, read } = report;
  const tabs: [RecipientTab, number][] = [
    ['all', counts.recipients + counts.skipped],
    ['waiting', counts.waiting],
    ...(campaign.confirmation ? ([['asked', counts.asked]] as [RecipientTab, number][]) : []),
    ['sent', counts.sent],
    ['read', read],
    ['failed', counts.failed],
    ...(campaign.confirmation ? ([['declined', counts.declined]] as [RecipientTab, number][]) : []),
    ['skipped', counts.skipped],
  ];
  const isFiltered = tab !== 'all' || search !== '';
  return (
    <div className={css.recipients}>
      <div className={css.tools}>
        <div className={css.tabs}>
          <Segments
            label={t('tabs')}
            segments={tabs.map(([key, count]) => ({ key, label: t(tabTexts[key]), count }))}
            value={tab}
            onChange={setTab}
          />
        </div>
        <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
      </div>
      <InfiniteTable
        label={t('tabs')}
        rows={recipients.data?.pages.flatMap((page) => page.recipients) ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        hasMore={recipients.hasNextPage}
        onMore={() => void (recipients.isFetching || recipients.fetchNextPage())}
        loading={recipients.isPending || recipients.isFetchingNextPage}
        error={recipients.error && errorText(recipients.error, language)}
        onRetry={() => void recipients.refetch()}
        empty={{
          icon: 'users',
          title: t('emptyTitle'),
          ...(campaign.isPlanned || isFiltered ? {} : { text: t('emptyPlanning') }),
          ...(isFiltered && {
            action: (
              <Button
                onClick={() => {
                  setTab('all');
                  setSearch('');
                }}
              >
                {t('clear')}
              </Button>
            ),
          }),
        }}
      />
    </div>
  );
}

const timeOf = (at: string | null) => (
  <span className="num muted">{at === null ? '—' : formatDateTime(at).replace(/\/\d{4} /, ' ')}</span>
);

function useRecipientColumns(asksConfirmation: boolean): Column<Shipping>[] {
  const t = useTexts(reportTexts);
  const reasonText = useReasonText();
  return [
    {
      key: 'contact',
      head: t('contact'),
      primary: true,
      cell: ({ name, number }) => (
        <span className={css.person}>
          <Avatar name={name || number} size={32} />
          <span className={css.two}>
            <b>{name || formatPhone(number)}</b>
            <span className={css.small}>{formatPhone(number)}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('state'),
      firm: true,
      cell: ({ state, reason, optedOutAt }) => (
        <span className={css.two}>
          <span className={css.pills}>
            <RecipientStatePill state={state} />
            {optedOutAt !== null && <StatusPill tone="warn">{t('optedOut')}</StatusPill>}
          </span>
          {reason !== '' && <span className={css.why}>{reasonText(reason)}</span>}
        </span>
      ),
    },
    ...(asksConfirmation
      ? ([
          {
            key: 'asked',
            head: t('askedAt'),
            firm: true,
            cell: ({ confirmationRequestedAt }) => timeOf(confirmationRequestedAt),
          },
          {
            key: 'confirmed',
            head: t('didConfirm'),
            cell: ({ confirmation }) => (confirmation === null ? '—' : t(confirmation ? 'yes' : 'no')),
          },
        ] satisfies Column<Shipping>[])
      : []),
    { key: 'delivered', head: t('deliveredAt'), firm: true, cell: ({ deliveredAt }) => timeOf(deliveredAt) },
    ...(asksConfirmation
      ? []
      : ([
          { key: 'replied', head: t('repliedAt'), firm: true, cell: ({ repliedAt }) => timeOf(repliedAt) },
        ] satisfies Column<Shipping>[])),
  ];
}
