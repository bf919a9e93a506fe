/** The /allConnections screen: how many connections of each client company work. */
import { fold } from '@balcao/domain/text/fold';
import { useState } from 'react';
import { useAllConnections } from '../../entities/companies/companies.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, InfiniteTable, Page, SearchBox, Segments, type Column } from '../../ui/index.ts';
import { allConnectionTexts } from './all-connections.texts.ts';
import css from './all-connections.module.css';
import type { CountedCompany } from './counted-company.ts';
import { CompanyConnections } from './company-connections.tsx';

/** The row of the grand total has no company. */
const TOTAL_ID = 0;

export function AllConnectionsPage() {
  const t = useTexts(allConnectionTexts);
  const language = useLanguage();
  const { data, error, isPending, refetch } = useAllConnections();
  const [search, setSearch] = useState('');
  const [which, setWhich] = useState<'all' | 'troubled'>('all');
  const [open, setOpen] = useState<CountedCompany>();
  const companies = data?.companies ?? [];
  const troubled = companies.filter(({ disconnected }) => disconnected > 0);
  const shown = (which === 'troubled' ? troubled : companies).filter(({ name }) => fold(name).includes(fold(search)));
  const isWhole = shown.length === companies.length && shown.length > 0;
  const rows: CountedCompany[] =
    isWhole && data ? [...shown, { id: TOTAL_ID, name: t('grandTotal'), ...data.total }] : shown;

  const columns: Column<CountedCompany>[] = [
    {
      key: 'company',
      head: t('company'),
      primary: true,
      cell: ({ id, name }) =>
        id === TOTAL_ID ? (
          <b>{name}</b>
        ) : (
          <span className={css.who}>
            <Avatar name={name} />
            <span className="cut">{name}</span>
          </span>
        ),
    },
    ...(['connected', 'disconnected', 'total'] as const).map((key) => ({
      key,
      head: t(key === 'total' ? 'totalHead' : key),
      align: 'right' as const,
      cell: (row: CountedCompany) => (
        <span className={key === 'disconnected' && row.disconnected > 0 ? css.bad : undefined}>
          {row.id === TOTAL_ID ? <b>{formatNumber(row[key])}</b> : formatNumber(row[key])}
        </span>
      ),
    })),
    {
      key: 'actions',
      head: '',
      width: '160px',
      cell: (row) =>
        row.id !== TOTAL_ID && (
          <Button size="sm" aria-label={t('showNamed', { name: row.name })} onClick={() => setOpen(row)}>
            {t('show')}
          </Button>
        ),
    },
  ];
  return (
    <Page
      title={t('title')}
      count={
        data && t('count', { connections: formatNumber(data.total.total), companies: formatNumber(companies.length) })
      }
      toolbar={
        <>
          <Segments
            label={t('filters')}
            segments={[
              { key: 'all', label: t('all'), count: companies.length },
              { key: 'troubled', label: t('troubled'), count: troubled.length },
            ]}
            value={which}
            onChange={setWhich}
          />
          <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
        </>
      }
    >
      <InfiniteTable
        label={t('title')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columns}
        hasMore={false}
        onMore={() => {}}
        loading={isPending}
        error={error && errorText(error, language)}
        onRetry={() => void refetch()}
        empty={
          search !== ''
            ? {
                icon: 'search',
                title: t('nothingTitle', { search }),
                action: <Button onClick={() => setSearch('')}>{t('clear')}</Button>,
              }
            : which === 'troubled'
              ? { icon: 'check-c', title: t('noTrouble') }
              : { icon: 'device', title: t('emptyTitle'), text: t('emptyText') }
        }
      />
      {open && <CompanyConnections company={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
