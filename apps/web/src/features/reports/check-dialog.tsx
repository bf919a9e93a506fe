/** «Confere?»: the equations between the numbers, with both sides. */
import { checks } from '@balcao/domain/insight/reconciliation';
import { useChecks } from '../../entities/reports/reports.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Dialog, ErrorState, Icon, Skeleton, StatusPill } from '../../ui/index.ts';
import { checkTexts } from './check.texts.ts';
import css from './check-dialog.module.css';

export function CheckDialog({ from, to, onClose }: { from: string; to: string; onClose: () => void }) {
  const t = useTexts(checkTexts);
  const language = useLanguage();
  const { data, error, refetch } = useChecks(from, to);
  return (
    <Dialog title={t('checkTitle')} width={700} onClose={onClose}>
      <p className="muted">{t('checkText', { from: formatDay(from), to: formatDay(to) })}</p>
      {error && !data ? (
        <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <p className={css.verdict} role="status">
            <StatusPill tone={data.holds ? 'success' : 'danger'}>{t(data.holds ? 'holds' : 'breaks')}</StatusPill>
          </p>
          <table className={css.checks}>
            <thead>
              <tr>
                <th scope="col">{t('equation')}</th>
                <th scope="col">{t('left')}</th>
                <th scope="col">{t('right')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {data.lines.map(({ name, left, right, holds }) => (
                <tr key={name} data-broken={!holds || undefined}>
                  <th scope="row">{checks[name][language]}</th>
                  <td className="num">{formatNumber(left)}</td>
                  <td className="num">{formatNumber(right)}</td>
                  <td>
                    <span className={css.mark}>
                      <Icon name={holds ? 'check' : 'alert'} size={14} />
                      {t(holds ? 'lineHolds' : 'lineBreaks')}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        Array.from({ length: Object.keys(checks).length }, (_, at) => <Skeleton key={at} height={28} />)
      )}
    </Dialog>
  );
}
