/** The rows of a report and its pages. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { usePreviewText } from '../../entities/messages/preview.ts';
import { pageSizes } from '../../entities/reports/report-filter.ts';
import { useAgentName } from '../../entities/users/use-agent-name.ts';
import type { ReportRow } from '../../entities/reports/reports.api.ts';
import { today } from '../../lib/days.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import {
  ColorDot,
  cx,
  IconButton,
  InfiniteTable,
  Segments,
  StatusPill,
  type Column,
  type EmptyStateProps,
} from '../../ui/index.ts';
import { ContactCell } from './cells.tsx';
import css from './reports.module.css';
import { reportTexts } from './reports.texts.ts';
import { closerTexts, durationParts, statusTexts } from './status-text.ts';

interface ReportTableProps {
  rows: readonly ReportRow[];
  isLoading: boolean;
  error: string | undefined;
  onRetry: () => void;
  onLog: (row: ReportRow) => void;
  empty: EmptyStateProps;
}

export function ReportTable({ rows, isLoading, error, onRetry, onLog, empty }: ReportTableProps) {
  const t = useTexts(reportTexts);
  const columns = useColumns(onLog);
  return (
    <InfiniteTable
      label={t('title')}
      rows={rows}
      columns={columns}
      rowKey={({ id, cycleId }) => `${id}-${cycleId}`}
      hasMore={false}
      onMore={() => {}}
      loading={isLoading}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  );
}

function useColumns(onLog: (row: ReportRow) => void): Column<ReportRow>[] {
  const t = useTexts(reportTexts);
  const navigate = useNavigate();
  const previewText = usePreviewText();
  const nameOf = useAgentName();
  return useMemo(
    () => [
      {
        key: 'id',
        head: t('id'),
        align: 'right',
        firm: true,
        spare: 'least',
        cell: ({ id, number, uuid }) => (
          <span className="num faint" title={uuid}>
            {number ?? id}
          </span>
        ),
      },
      {
        key: 'contact',
        head: t('contact'),
        primary: true,
        cell: ({ contactName }) => <ContactCell name={contactName} />,
      },
      {
        key: 'connection',
        head: t('connection'),
        spare: true,
        cell: ({ whatsappName }) => <span className="muted">{whatsappName}</span>,
      },
      {
        key: 'user',
        head: t('user'),
        cell: ({ userId, userName }) =>
          userId === null ? <span className="faint">{t('nobody')}</span> : nameOf(userId, userName),
      },
      {
        key: 'queue',
        head: t('queue'),
        cell: ({ queueName, queueColor }) =>
          queueName ? (
            <span className={css.person}>
              <ColorDot color={queueColor} />
              <span className="cut" translate="no">
                {queueName}
              </span>
            </span>
          ) : (
            <span className="faint">{t('noQueue')}</span>
          ),
      },
      {
        key: 'status',
        head: t('status'),
        firm: true,
        cell: ({ status }) => {
          const [text, tone] = statusTexts[status];
          return <StatusPill tone={tone}>{t(text)}</StatusPill>;
        },
      },
      {
        key: 'lastMessage',
        head: t('lastMessage'),
        spare: true,
        cell: ({ lastMessage }) => (
          <span className="muted" title={previewText(lastMessage)}>
            <PreviewLine text={previewText(lastMessage)} maxLength={60} />
          </span>
        ),
      },
      { key: 'createdAt', head: t('createdAt'), firm: true, cell: ({ createdAt }) => <When text={createdAt} /> },
      {
        key: 'closedAt',
        head: t('closedAt'),
        firm: true,
        spare: 'least',
        cell: ({ closedAt }) => <When text={closedAt} />,
      },
      {
        key: 'closedBy',
        head: t('closedBy'),
        spare: true,
        cell: ({ closedBy }) => (closedBy === null ? '—' : <span className="muted">{t(closerTexts[closedBy])}</span>),
      },
      {
        key: 'supportTime',
        head: t('supportTime'),
        align: 'right',
        spare: 'least',
        firm: true,
        cell: ({ supportSeconds, supportTime }) => (
          <span title={supportTime}>{supportSeconds === 0 ? '—' : durationText(supportSeconds, t)}</span>
        ),
      },
      {
        key: 'nps',
        head: t('nps'),
        align: 'right',
        spare: 'least',
        firm: true,
        cell: ({ NPS, rated }) => <Score score={rated ? NPS : null} />,
      },
      {
        key: 'actions',
        head: '',
        cell: (row) => (
          <>
            <IconButton icon="history" label={t('history', { name: row.contactName })} onClick={() => onLog(row)} />
            <IconButton
              icon="external"
              label={t('open', { name: row.contactName })}
              onClick={() => void navigate({ to: `/tickets/${row.uuid}` })}
            />
          </>
        ),
      },
    ],
    [t, navigate, previewText, nameOf, onLog],
  );
}

type T = (key: 'minutes' | 'hours', values: Record<string, string | number>) => string;
export const durationText = (seconds: number, t: T): string => {
  const parts = durationParts(seconds);
  return 'n' in parts ? t('minutes', parts) : t('hours', parts);
};

/** Without the current year; the whole text is its title. */
const When = ({ text }: { text: string }) => (
  <span className="num muted" title={text}>
    {text === '' ? '—' : text.replace(`/${today().slice(0, 4)} `, ' ')}
  </span>
);

/** Promoters, passives and detractors by tone; the number itself says which. */
export const Score = ({ score }: { score: number | null }) =>
  score === null ? (
    <span className="faint">—</span>
  ) : (
    <span className={cx(css.score, 'num')} data-tone={score >= 9 ? 'success' : score >= 7 ? 'warn' : 'danger'}>
      {score}
    </span>
  );

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

export function Pager({ page, pageSize, total, onPage, onSize }: PagerProps) {
  const t = useTexts(reportTexts);
  const first = Math.min((page - 1) * pageSize + 1, total);
  const last = Math.min(page * pageSize, total);
  return (
    <nav className={css.pager} aria-label={t('perPage')}>
      <span className={css.perPage}>{t('perPage')}</span>
      <Segments
        label={t('perPage')}
        segments={pageSizes.map((size) => ({ key: String(size), label: String(size) }))}
        value={String(pageSize)}
        onChange={(size) => onSize(Number(size))}
      />
      <span className={css.grow} />
      <span className="num" role="status">
        {t('shown', { first: formatNumber(first), last: formatNumber(last), total: formatNumber(total) })}
      </span>
      <IconButton icon="chev-l" label={t('previous')} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <IconButton icon="chev-r" label={t('next')} disabled={last >= total} onClick={() => onPage(page + 1)} />
    </nav>
  );
}
