import { useCompanyUsage } from '../../entities/companies/companies.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatBytes, formatDateTime, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';
import css from './companies.module.css';
import type { PartProps } from './part.ts';

export function UsagePart({ company }: PartProps) {
  const t = useTexts(companyTexts);
  const language = useLanguage();
  const usage = useCompanyUsage(company.id);
  if (usage.error) return <ErrorState text={errorText(usage.error, language)} onRetry={() => void usage.refetch()} />;
  if (!usage.data) return <Skeleton height={240} />;
  const [newest] = usage.data.days;
  if (!newest) return <EmptyState icon="chart" title={t('usageTitle')} text={t('usageEmpty')} />;
  return (
    <div className={css.part}>
      <p className="muted">{t('countedAt', { date: formatDateTime(newest.countedAt) })}</p>
      <table className={css.small}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('tickets')}</th>
            <th scope="col">{t('messages')}</th>
            <th scope="col">{t('files')}</th>
          </tr>
        </thead>
        <tbody className="num">
          {usage.data.days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day.split('-').toReversed().join('/')}</th>
              <td>{formatNumber(day.tickets)}</td>
              <td>{formatNumber(day.messages)}</td>
              <td>
                {formatBytes(day.fileBytes)} · {formatNumber(day.fileCount)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
