import type { ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Skeleton } from '../../../ui/index.ts';
import css from './import.module.css';
import { importTexts } from './imports.texts.ts';

const countKeys = ['created', 'changed', 'unchanged', 'ignored', 'invalid', 'excluded'] as const;

/** Totals of the import by outcome; placeholders keep the layout while they load. */
export function ImportCounts({ counts }: { counts: ContactImport['counts'] | undefined }) {
  const t = useTexts(importTexts);
  return (
    <dl className={css.counts} aria-busy={counts === undefined}>
      {countKeys.map((key) => (
        <div key={key} className={css.count} data-bad={(key === 'invalid' && (counts?.invalid ?? 0) > 0) || undefined}>
          <dt>{t(key)}</dt>
          <dd className="num">{counts ? formatNumber(counts[key]) : <Skeleton width={40} height={22} />}</dd>
        </div>
      ))}
    </dl>
  );
}
