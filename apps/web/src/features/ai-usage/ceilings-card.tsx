import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useCeilings, type AiCeilingState } from '../../entities/ai-usage/ai-usage.api.ts';
import { forecastOf } from '../../entities/ai-usage/month.ts';
import { SpendingMeter } from '../../entities/ai-usage/spending-meter.tsx';
import { MICROS_PER_CENT, formatMicros } from '../../entities/ai-usage/micros.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatDateTime, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, Skeleton } from '../../ui/index.ts';
import css from './ai-usage.module.css';
import { usageTexts } from './ai-usage.texts.ts';

// The form is loaded on first use.
const CeilingsDialog = lazy(() =>
  import('./ceilings-dialog.tsx').then((module) => ({ default: module.CeilingsDialog })),
);

/** What is used of each ceiling, and when admins were notified. */
export function CeilingsCard() {
  const t = useTexts(usageTexts);
  const language = useLanguage();
  const { data, error, refetch } = useCeilings();
  const [isChanging, setChanging] = useState(false);
  return (
    <section className={css.card} aria-labelledby="usage-ceilings">
      <div className={css.cardHead}>
        <div>
          <h2 id="usage-ceilings">{t('ceilings')}</h2>
          <p>{t('ceilingsText')}</p>
        </div>
        <Button icon="edit" disabled={!data} onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      </div>
      {error && !data ? (
        <ErrorState compact text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : data ? (
        <Ceilings state={data} />
      ) : (
        <Skeleton height={72} />
      )}
      {isChanging && data && (
        <Suspense>
          <CeilingsDialog ceilings={data} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </section>
  );
}

function Ceilings({ state }: { state: AiCeilingState }) {
  const t = useTexts(usageTexts);
  const [today] = useState(() => formatDate(new Date()).split('/').toReversed().join('-'));
  return (
    <ul className={css.ceilings}>
      <Ceiling name={t('month')} state={state} ceiling="month">
        <SpendingMeter
          used={state.spentMicros}
          limit={state.monthCents === null ? null : state.monthCents * MICROS_PER_CENT}
          forecast={forecastOf(state.spentMicros, today)}
          format={formatMicros}
        />
        {state.reservedMicros > 0 && <p>{t('reserved', { amount: formatMicros(state.reservedMicros) })}</p>}
      </Ceiling>
      <Ceiling name={`${t('perDay')}, ${t('today')}`} state={state} ceiling="day">
        <SpendingMeter used={state.callsToday} limit={state.callsPerDay} format={formatNumber} />
      </Ceiling>
      <Ceiling name={t('conversation')} state={state} ceiling="conversation">
        <b className="num">{t('atMost', { count: formatNumber(state.turnsPerConversation) })}</b>
      </Ceiling>
      <Ceiling name={t('contactHour')} state={state} ceiling="contactHour">
        <b className="num">{t('atMost', { count: formatNumber(state.callsPerContactHour) })}</b>
      </Ceiling>
    </ul>
  );
}

interface CeilingProps {
  name: string;
  state: AiCeilingState;
  ceiling: AiCeilingState['notices'][number]['ceiling'];
  children: ReactNode;
}

function Ceiling({ name, state, ceiling, children }: CeilingProps) {
  const t = useTexts(usageTexts);
  const notices = state.notices.filter((notice) => notice.ceiling === ceiling);
  return (
    <li>
      <h3>{name}</h3>
      {children}
      {notices.map(({ percent, at }) => (
        <p key={percent} data-tone={percent === 80 ? 'warn' : 'danger'}>
          {t(percent === 80 ? 'noticed80' : 'noticed100', { time: formatDateTime(at) })}
        </p>
      ))}
    </li>
  );
}
