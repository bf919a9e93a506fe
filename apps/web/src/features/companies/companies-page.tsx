/** The /companies screen: every company of the platform, what is to be paid, and one company in detail. */
import type { PlatformCompany } from '@balcao/contract/endpoints/platform';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCompanyPages, usePlatformNumbers, type CompanyFilter } from '../../entities/companies/companies.api.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, InfiniteTable, Page, SearchBox, Segments, nothingFound, useRecordKeys } from '../../ui/index.ts';
import { Cards } from './cards.tsx';
import { companyTexts } from './companies.texts.ts';
import css from './companies.module.css';
import { useCompanyColumns } from './company-columns.tsx';
import { CompanyDialog } from './company-dialog.tsx';
import { CompanyDrawer } from './company-drawer.tsx';
import { toneOf } from './due.ts';

const FILTERS = ['all', 'current', 'ending', 'overdue', 'inactive'] as const satisfies readonly CompanyFilter[];

export function CompaniesPage() {
  const t = useTexts(companyTexts);
  const { data } = usePlatformNumbers();
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  const { companyId } = useParams({ strict: false }) as { companyId?: string };
  const open = companyId !== undefined && /^[1-9]\d{0,9}$/.test(companyId) ? Number(companyId) : undefined;
  const setOpen = (id: number | undefined) =>
    void navigate({ to: id === undefined ? '/companies' : `/companies/${id}` });
  return (
    <div className={css.screen}>
      <div className={css.main}>
        <Page
          title={t('title')}
          count={data?.counts.all}
          actions={
            <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          }
        >
          <CompanyList openId={open} onOpen={setOpen} />
        </Page>
      </div>
      {open !== undefined && <CompanyDrawer key={open} companyId={open} onClose={() => setOpen(undefined)} />}
      {isAdding && <CompanyDialog onClose={() => setAdding(false)} onCreated={({ id }) => setOpen(id)} />}
    </div>
  );
}

/** Cards, filters and the table; also a tab of the settings. */
export function CompanyList({ openId, onOpen }: { openId: number | undefined; onOpen: (id: number) => void }) {
  const t = useTexts(companyTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [which, setWhich] = useState<CompanyFilter>('all');
  const companies = useCompanyPages(search, which);
  const { data } = usePlatformNumbers();
  const columns = useCompanyColumns(openId !== undefined);
  const [now] = useState(() => new Date());
  useRecordKeys(
    companies.rows.map(({ id }) => id),
    openId,
    onOpen,
  );
  const segments = FILTERS.map((key) => ({ key, label: t(key), count: data?.counts[key] }));
  return (
    <>
      <Cards />
      <div className={css.tools}>
        <div className={css.filters}>
          <Segments label={t('filters')} segments={segments} value={which} onChange={setWhich} />
        </div>
        <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
      </div>
      <InfiniteTable<PlatformCompany>
        label={t('title')}
        rows={companies.rows}
        rowKey={({ id }) => id}
        columns={columns}
        {...tablePages(companies, language)}
        onOpen={({ id }) => onOpen(id)}
        isSelected={({ id }) => id === openId}
        toneOf={(company) => toneOf(company, now)}
        empty={
          search === ''
            ? { icon: 'building', title: t('emptyTitle'), text: t('emptyText') }
            : nothingFound(t('nothingTitle', { search }), t('clear'), () => setSearch(''))
        }
      />
      {companies.rows.length > 0 && <p className={css.legend}>{t('legend')}</p>}
    </>
  );
}
