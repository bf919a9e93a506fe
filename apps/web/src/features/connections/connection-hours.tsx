import { useTexts } from '../../lib/use-texts.ts';
import { Button, TimeField } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import css from './connection-dialog.module.css';
import { isComplete, isTime, shifts, type Day } from './hours.ts';

const labels = { startTimeA: 'startA', endTimeA: 'endA', startTimeB: 'startB', endTimeB: 'endB' } as const;

/** When this connection is served, two shifts a day. */
export function ConnectionHours({ form }: { form: ConnectionForm }) {
  const t = useTexts(formTexts);
  const week = form.watch('schedules');
  const error = form.error('schedules');
  const change = (at: number, part: Partial<Day>) =>
    form.set('schedules')(week.map((day, index) => (index === at ? { ...day, ...part } : day)));
  const repeat = ({ startTimeA, endTimeA, startTimeB, endTimeB }: Day) =>
    form.set('schedules')(week.map((day) => ({ ...day, startTimeA, endTimeA, startTimeB, endTimeB })));
  const [monday] = week;

  return (
    <>
      <p className="muted">{t('hoursText')}</p>
      {week.map((day, at) => (
        <div key={day.weekdayEn} className={css.day} role="group" aria-label={t(day.weekdayEn)}>
          <b>{t(day.weekdayEn)}</b>
          {shifts.map((shift) => (
            <TimeField
              key={shift}
              label={t(labels[shift], { day: t(day.weekdayEn) })}
              value={day[shift]}
              onChange={(event) => change(at, { [shift]: event.target.value })}
              aria-invalid={(error && !isComplete(day) && !isTime(day[shift])) || undefined}
            />
          ))}
        </div>
      ))}
      {error && (
        <p className={css.fault} role="alert">
          {t('hoursFault')}
        </p>
      )}
      {monday && (
        <div>
          <Button size="sm" icon="copy" onClick={() => repeat(monday)}>
            {t('repeatMonday')}
          </Button>
        </div>
      )}
    </>
  );
}
