/** The column of companies with limits of their own: they pay for each user and connection. */
import type { PlanRevenue } from '@balcao/contract/endpoints/platform';
import { useNavigate } from '@tanstack/react-router';
import { formatCents, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton } from '../../ui/index.ts';
import type { LimitRow } from './plan-rows.ts';
import css from './plans.module.css';
import { planTexts } from './plans.texts.ts';

interface CellProps {
  custom: PlanRevenue['custom'];
}

function Head({ custom: { companies } }: CellProps) {
  const t = useTexts(planTexts);
  const navigate = useNavigate();
  return (
    <th scope="col">
      <div className={css.head}>
        <span className={css.names}>
          <b className="cut">{t('custom')}</b>
          <span>{companies === 1 ? t('oneCompany') : t('companies', { count: formatNumber(companies) })}</span>
        </span>
        <IconButton icon="edit" label={t('customPrices')} onClick={() => void navigate({ to: '/settings/payments' })} />
      </div>
    </th>
  );
}

function Amount({ custom }: CellProps) {
  const t = useTexts(planTexts);
  return (
    <td>
      <b className="num">{t('from', { price: formatCents(custom.base) })}</b>
    </td>
  );
}

/** The price of the smallest size includes the first users and connections. */
function Limit({ custom, row }: CellProps & { row: LimitRow }) {
  const t = useTexts(planTexts);
  if (row === 'queues')
    return (
      <td>
        <AsInPlan />
      </td>
    );
  const price = formatCents(row === 'users' ? custom.perUser : custom.perConnection);
  return <td className="num">{t('andEach', { count: formatNumber(custom.min), price })}</td>;
}

function AsInPlan() {
  const t = useTexts(planTexts);
  return <span className={css.no}>{t('asInPlan')}</span>;
}

export const CustomCell = { Head, Amount, Limit, AsInPlan };
