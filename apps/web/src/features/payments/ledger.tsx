import { paymentProviders } from '@balcao/contract/endpoints/payments';
import { useState } from 'react';
import { useLedger, type LedgerEntry, type LedgerFilter } from '../../entities/payments/payments.api.ts';
import { providerName } from '../../entities/billing/payment-method.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { InfiniteTable, SearchBox, SelectField, nothingFound } from '../../ui/index.ts';
import type { Decision } from './decision.ts';
import { entryKey, toneOf, useEntryColumns } from './entry-columns.tsx';
import css from './payments.module.css';
import { paymentTexts } from './payments.texts.ts';

const states = ['applied', 'held', 'returned'] as const;
const NO_FILTER: LedgerFilter = { searchParam: '' };

/** Every payment, newest first. */
export function Ledger({ onDecide }: { onDecide: (decision: Decision) => void }) {
  const t = useTexts(paymentTexts);
  const language = useLanguage();
  const [filter, setFilter] = useState(NO_FILTER);
  const entries = useLedger(filter);
  const columns = useEntryColumns(onDecide);
  const isFiltered = filter.searchParam !== '' || filter.provider !== undefined || filter.state !== undefined;
  return (
    <>
      <div className={css.tools}>
        <div className={css.filters}>
          <div className={css.filter}>
            <SelectField
              label={t('provider')}
              value={filter.provider ?? 'any'}
              options={[
                { value: 'any' as const, label: t('everyProvider') },
                ...paymentProviders.map((value) => ({ value, label: providerName(value) })),
                { value: 'manual' as const, label: t('manual') },
              ]}
              onChange={(value) => setFilter({ ...filter, provider: value === 'any' ? undefined : value })}
            />
          </div>
          <div className={css.filter}>
            <SelectField
              label={t('state')}
              value={filter.state ?? 'any'}
              options={[
                { value: 'any' as const, label: t('everyState') },
                ...states.map((value) => ({ value, label: t(value) })),
              ]}
              onChange={(value) => setFilter({ ...filter, state: value === 'any' ? undefined : value })}
            />
          </div>
        </div>
        <SearchBox
          value={filter.searchParam ?? ''}
          onChange={(searchParam) => setFilter({ ...filter, searchParam })}
          label={t('search')}
          placeholder={t('search')}
        />
      </div>
      <InfiniteTable<LedgerEntry>
        label={t('title')}
        rows={entries.rows}
        rowKey={entryKey}
        columns={columns}
        {...tablePages(entries, language)}
        toneOf={toneOf}
        empty={
          isFiltered
            ? nothingFound(t('nothing'), t('clear'), () => setFilter(NO_FILTER))
            : { icon: 'receipt', title: t('emptyTitle'), text: t('emptyText') }
        }
      />
    </>
  );
}
