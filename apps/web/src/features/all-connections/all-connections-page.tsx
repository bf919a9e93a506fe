/** The /allConnections screen: how many connections of each client company work. */
import { useState } from 'react';
import { useAllConnections } from '../../entities/companies/companies.api.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, InfiniteTable, Page, SearchBox, Segments, type Column, nothingFound } from '../../ui/index.ts';
import { allConnectionTexts } from './all-connections.texts.ts';
import css from './all-connections.module.css';
import { ChannelStates, ChannelTotals, LastChange, StateLegend } from './channel-states.tsx';
import type { CountedCompany } from './counted-company.ts';
import { CompanyConnections } from './company-connections.tsx';

/** The row of the grand total has no company. */
const TOTAL_ID = 0;

export function AllConnectionsPage() {
  const t = useTexts(allConnectionTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [which, setWhich] = useState<'all' | 'troubled'>('all');
  const [open, setOpen] = useState<CountedCompany>();
  const list = useAllConnections(search, which);
  const { rows: companies, last, hasMore } = list;
  const isWhole = which === 'all' && search === '' && !hasMore && companies.length > 0;
  const rows: CountedCompany[] =
    isWhole && last
      ? [...companies, { id: TOTAL_ID, name: t('grandTotal'), ...last.total, connections: [], lastChange: null }]
      : companies;

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
    {
      key: 'channels',
      head: t('channels'),
      cell: ({ id, connections, total }) =>
        id === TOTAL_ID ? (
          <ChannelTotals channels={last?.total.channels ?? []} />
        ) : (
          <ChannelStates connections={connections} total={total} />
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
      key: 'lastChange',
      head: t('lastChange'),
      spare: true,
      cell: ({ lastChange }) => lastChange && <LastChange change={lastChange} />,
    },
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
        last && t('count', { connections: formatNumber(last.total.total), companies: formatNumber(last.counts.all) })
      }
      actions={last && !list.error && <span className={css.live}>{t('live')}</span>}
      toolbar={
        <>
          <Segments
            label={t('filters')}
            segments={[
              { key: 'all', label: t('all'), count: last?.counts.all },
              { key: 'troubled', label: t('troubled'), count: last?.counts.troubled },
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
        {...tablePages(list, language)}
        empty={
          search !== ''
            ? nothingFound(t('nothingTitle', { search }), t('clear'), () => setSearch(''))
            : which === 'troubled'
              ? { icon: 'check-c', title: t('noTrouble') }
              : { icon: 'device', title: t('emptyTitle'), text: t('emptyText') }
        }
      />
      {companies.length > 0 && <StateLegend />}
      {open && <CompanyConnections company={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
