/** The public plans as cards, one of which is chosen. */
import type { ListedPlan } from '@balcao/contract/endpoints/plans';
import { useEffect, useState } from 'react';
import { formatReais } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import entry from './sign-in.module.css';
import { loadPlans } from './sign-up.ts';
import css from './sign-up.module.css';
import { signUpTexts } from './sign-up.texts.ts';

export type { ListedPlan };

const features = [
  'useWhatsapp',
  'useInstagram',
  'useFacebook',
  'useKanban',
  'useSchedules',
  'useInternalChat',
  'useCampaigns',
  'useExternalApi',
  'useOpenAi',
  'useIntegrations',
] as const satisfies (keyof ListedPlan)[];
const limits = ['users', 'connections', 'queues'] as const;

export interface Plans {
  /** Undefined while they are loaded. */
  list: ListedPlan[] | undefined;
  hasFailed: boolean;
  load(): void;
}

export function usePlans(): Plans {
  const [list, setList] = useState<ListedPlan[]>();
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    loadPlans().then(
      (all) => setList(all.toSorted((a, b) => Number(a.amount) - Number(b.amount))),
      () => setFailed(true),
    );
  };
  useEffect(load, []);
  return { list, hasFailed, load };
}

interface PlanCardsProps {
  plans: Plans;
  chosen: number | undefined;
  error: string | undefined;
  onChoose: (id: number) => void;
}

export function PlanCards({ plans, chosen, error, onChoose }: PlanCardsProps) {
  const t = useTexts(signUpTexts);
  return (
    <section className={css.plans} aria-labelledby="plans-title">
      <h2 id="plans-title" className={css.plansTitle}>
        {t('plans')}
      </h2>
      <p className={css.plansHint}>{error ? <span className={entry.error}>{error}</span> : t('plansHint')}</p>
      {plans.hasFailed ? (
        <div className={css.noPlans} role="alert">
          <p>{t('plansFailed')}</p>
          <button type="button" className={entry.plain} onClick={plans.load}>
            {t('retry')}
          </button>
        </div>
      ) : !plans.list ? (
        <div className={css.cards} role="status" aria-label={t('loadingPlans')}>
          <span className={css.skeleton} />
          <span className={css.skeleton} />
          <span className={css.skeleton} />
        </div>
      ) : plans.list.length === 0 ? (
        <p className={css.noPlans}>{t('noPlans')}</p>
      ) : (
        <div
          className={css.cards}
          role="radiogroup"
          aria-labelledby="plans-title"
          aria-invalid={error ? true : undefined}
        >
          {plans.list.map((plan) => (
            <Card key={plan.id} plan={plan} isChosen={plan.id === chosen} onChoose={onChoose} />
          ))}
        </div>
      )}
    </section>
  );
}

function Card({ plan, isChosen, onChoose }: { plan: ListedPlan; isChosen: boolean; onChoose: (id: number) => void }) {
  const t = useTexts(signUpTexts);
  return (
    <label className={cx(css.card, isChosen && css.chosen)}>
      <span className={css.cardHead}>
        <input
          type="radio"
          className={css.radio}
          name="planId"
          form="sign-up"
          value={plan.id}
          checked={isChosen}
          aria-label={`${plan.name}, ${formatReais(plan.amount)} ${t('perMonth')}`}
          onChange={() => onChoose(plan.id)}
        />
        <b>{plan.name}</b>
      </span>
      <span className={cx(css.price, 'num')}>
        {formatReais(plan.amount)} <small>{t('perMonth')}</small>
      </span>
      <dl className={css.limits}>
        {limits.map((limit) => (
          <div key={limit}>
            <dt>{t(limit)}</dt>
            <dd className="num">{plan[limit]}</dd>
          </div>
        ))}
      </dl>
      <ul className={css.features}>
        {features.map((feature) => (
          <li key={feature} className={cx(!plan[feature] && css.missing)}>
            {plan[feature] ? <Icon name="check" size={16} /> : <span className={css.dash}>–</span>}
            {t(feature)}
            <span className="sr">, {t(plan[feature] ? 'included' : 'notIncluded')}</span>
          </li>
        ))}
      </ul>
    </label>
  );
}
