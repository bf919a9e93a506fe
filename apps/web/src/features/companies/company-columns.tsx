/** The columns of the table of companies. */
import type { PlatformCompany } from '@balcao/contract/endpoints/platform';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { useState } from 'react';
import { formatBytes, formatDate, formatDateTime, formatNumber, formatReais } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, StatusPill, type Column } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';
import css from './companies.module.css';
import { daysUntilDue } from './due.ts';

type T = ReturnType<typeof useTexts<keyof typeof companyTexts>>;

/** With the drawer beside it, the table has the columns that fit. */
export function useCompanyColumns(isNarrow: boolean): Column<PlatformCompany>[] {
  const t = useTexts(companyTexts);
  const [now] = useState(() => new Date());
  const columns: (Column<PlatformCompany> & { onlyWide?: boolean })[] = [
    {
      key: 'company',
      head: t('company'),
      primary: true,
      cell: (company) => (
        <span className={css.who}>
          <Avatar name={company.name} />
          <span className={css.two}>
            <b className="cut">{company.name}</b>
            <span className="faint">{t('id', { id: company.id })}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'plan',
      head: t('plan'),
      onlyWide: true,
      cell: ({ plan }) => (
        <span className={css.two}>
          <span className="cut" translate="no">
            {plan.name}
          </span>
          <span className="faint num">{formatReais(plan.amount)}</span>
        </span>
      ),
    },
    ...(['users', 'connections', 'queues'] as const).map((key) => ({
      key,
      head: t(key),
      width: '96px',
      firm: true,
      spare: key === 'connections' ? ('least' as const) : key === 'queues',
      cell: ({ used, allowed }: PlatformCompany) => <Gauge used={used[key]} allowed={allowed[key]} t={t} />,
    })),
    {
      key: 'files',
      head: t('files'),
      align: 'right',
      onlyWide: true,
      spare: true,
      firm: true,
      cell: ({ folderSize }) => (folderSize === null ? '—' : formatBytes(folderSize)),
    },
    {
      key: 'lastLogin',
      head: t('lastLogin'),
      onlyWide: true,
      spare: true,
      firm: true,
      cell: ({ lastLogin }) => <span className="muted num">{lastLogin ? formatDateTime(lastLogin) : t('never')}</span>,
    },
    {
      key: 'dueDate',
      head: t('dueDate'),
      firm: true,
      cell: (company) => (
        <span className={css.two}>
          <span className="num">{company.id === OWNER_COMPANY_ID ? '—' : formatDate(company.dueDate)}</span>
          <span className="muted">{dueText(company, now, t)}</span>
        </span>
      ),
    },
    { key: 'state', head: t('state'), firm: true, cell: (company) => <CompanyState company={company} /> },
  ];
  return columns.filter(({ onlyWide }) => !(isNarrow && onlyWide));
}

export function CompanyState({ company }: { company: PlatformCompany }) {
  const t = useTexts(companyTexts);
  if (company.deleteAt)
    return <StatusPill tone="danger">{t('inTrash', { date: formatDate(company.deleteAt) })}</StatusPill>;
  return (
    <StatusPill tone={company.status ? 'success' : 'neutral'}>{t(company.status ? 'active' : 'isInactive')}</StatusPill>
  );
}

export function dueText(company: PlatformCompany, now: Date, t: T): string {
  const days = daysUntilDue(company, now);
  if (days === undefined) return t('neverDue');
  const isOver = new Date(company.dueDate) <= now;
  const due =
    days === 0
      ? t('dueToday')
      : days === 1
        ? t('dueTomorrow')
        : days > 1
          ? t('dueIn', { days: formatNumber(days) })
          : days === -1
            ? t('overdueOne')
            : t('overdueBy', { days: formatNumber(-days) });
  return company.isTrial && !isOver ? t('trial', { due }) : due;
}

/** How much of a limit is used: amber from 90 %, red above it. */
function Gauge({ used, allowed, t }: { used: number; allowed: number; t: T }) {
  const share = allowed === 0 ? (used > 0 ? 1.01 : 0) : used / allowed;
  const tone = share > 1 ? 'danger' : share >= 0.9 ? 'warn' : undefined;
  return (
    <span className={css.gauge} data-tone={tone}>
      <span className="num">{t('usedOf', { used: formatNumber(used), allowed: formatNumber(allowed) })}</span>
      <span className={css.bar} aria-hidden="true">
        <span style={{ width: `${Math.min(share, 1) * 100}%` }} />
      </span>
    </span>
  );
}
