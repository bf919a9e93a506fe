/** The next dates of the form, computed as the server computes them. */
import type { Schedule } from '@balcao/contract/endpoints/schedules';
import type { SpecialDay } from '@balcao/domain/hours/hours';
import { occurrencesOf, type Occurrence, type Recurrence } from '@balcao/domain/schedule/recurrence';
import { formatDay } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/index.ts';
import { localDay, localTime, weekdayName } from './calendar-days.ts';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';
import { hasSameDates, instantIn, type ScheduleValues } from './schedule-form.ts';
import { scheduleTexts } from './schedules.texts.ts';

const MAX_SHOWN = 8;

interface DatesInput {
  values: ScheduleValues;
  timeZone: string;
  holidays: readonly SpecialDay[];
  /** The stored schedule and its form values, when one is edited. */
  before?: { schedule: Schedule; values: ScheduleValues } | undefined;
}
/** The dates that the form describes and how many they are; undefined while the date is incomplete. */
export function datesOf({ values, timeZone, holidays, before }: DatesInput) {
  const sendAt = instantIn(values, timeZone);
  const isInvalid = !(values.valorIntervalo >= 1) || !(values.enviarQuantasVezes >= 1);
  if (!sendAt || (values.unit !== 'never' && isInvalid)) return undefined;
  const repeats = values.unit !== 'never';
  const goesOn = before !== undefined && before.schedule.status === 'PENDENTE' && hasSameDates(values, before.values);
  const done = before?.schedule.status === 'PENDENTE' ? before.schedule.contadorEnvio : 0;
  const rule: Recurrence = {
    anchor: goesOn ? new Date(before.schedule.anchorAt) : sendAt,
    timeZone: goesOn ? before.schedule.timeZone : timeZone,
    unit: repeats ? (values.unit as Recurrence['unit']) : 'days',
    interval: repeats ? values.valorIntervalo : 0,
    count: repeats ? values.enviarQuantasVezes : 1,
    shift: values.shift,
    holidays,
  };
  const left = Math.max(1, rule.count - done);
  const first = goesOn ? Date.parse(before.schedule.sendAt) : 0;
  const dates = occurrencesOf(rule, goesOn ? rule.count : left).filter(({ at }) => +at >= first);
  return { dates: dates.slice(0, MAX_SHOWN), count: repeats ? Math.min(left, dates.length) : 1 };
}

export function NextDates({
  found,
  timeZone,
  now,
}: {
  found: { dates: Occurrence[]; count: number } | undefined;
  timeZone: string;
  now: Date;
}) {
  const t = useTexts(dialogTexts);
  const past = useTexts(scheduleTexts)('isPast');
  const language = useLanguage();
  const dates = found?.dates ?? [];
  const count = found?.count ?? 0;
  const isPast = dates[0] !== undefined && dates[0].at < now;
  return (
    <section className={css.next} aria-label={t('nextDates')}>
      <h3 className={css.nextTitle}>
        {t('nextDates')} {count > 0 && <span className={css.faint}>{count}</span>}
      </h3>
      {dates.length === 0 && <p className={css.faint}>{t('noDate')}</p>}
      <ol className={css.dates}>
        {dates.map(({ step, at, movedFrom }, n) => {
          const day = localDay(at, timeZone);
          return (
            <li key={step}>
              <span className={css.faint}>{n + 1}</span>
              <span>
                <b className="num">{`${weekdayName(day, language, 'short').toLowerCase()} ${formatDay(day)}`}</b>
                {movedFrom !== null && (
                  <span className={css.movedFrom}>
                    <s>{`${weekdayName(movedFrom, language, 'short').toLowerCase()} ${formatDay(movedFrom).slice(0, 5)}`}</s>{' '}
                    {t('notWorking')}
                  </span>
                )}
              </span>
              <time className="num">{localTime(at, timeZone)}</time>
            </li>
          );
        })}
      </ol>
      {count > dates.length && <p className={css.faint}>{t('andMore', { count: count - dates.length })}</p>}
      {isPast && (
        <p className={css.hint}>
          <Icon name="info" size={16} />
          {past}
        </p>
      )}
    </section>
  );
}
