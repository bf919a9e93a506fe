/** Start and end of the shown period. Hidden on demand; the choice is stored in this browser. */
import { useState, type FormEvent } from 'react';
import { addDays, today, thisMonth, type DayRange } from '../../lib/days.ts';
import { formatDay } from '../../lib/format.ts';
import { useStored } from '../../lib/stored.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Button, Segments, useToast } from '../../ui/index.ts';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard.texts.ts';

const presets = ['today', 'week', 'month'] as const;
type Preset = (typeof presets)[number];

const rangeOf = (preset: Preset, day: string): DayRange =>
  ({ today: { from: day, to: day }, week: { from: addDays(day, -6), to: day }, month: thisMonth(day) })[preset];

const isSame = (a: DayRange, b: DayRange): boolean => a.from === b.from && a.to === b.to;

export function PeriodFilter({ range, onChange }: { range: DayRange; onChange: (range: DayRange) => void }) {
  const t = useTexts(dashboardTexts);
  const toast = useToast();
  const [isOpen, setOpen] = useStored('balcao.dashboard.filter', true);
  const [typed, setTyped] = useState(range);
  const day = today();
  const chosen = presets.find((preset) => isSame(rangeOf(preset, day), typed));
  const isCrossed = typed.from !== '' && typed.to !== '' && typed.to < typed.from;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.from === '' || typed.to === '') return toast.warn(t('emptyFilter'));
    if (!isCrossed) onChange(typed);
  };
  const choose = (preset: Preset) => {
    const next = rangeOf(preset, day);
    setTyped(next);
    onChange(next);
  };
  const toggle = (
    <Button
      kind="ghost"
      iconRight={isOpen ? 'chev-u' : 'chev-d'}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      {t(isOpen ? 'hideFilter' : 'showFilter')}
    </Button>
  );
  if (!isOpen)
    return (
      <div className={css.closedFilter}>
        <span className="num">{t('range', { from: formatDay(range.from), to: formatDay(range.to) })}</span>
        {toggle}
      </div>
    );
  return (
    <form className={css.filter} onSubmit={submit} noValidate aria-label={t('filter')}>
      <div className={css.presets}>
        <span className={css.fieldLabel}>{t('period')}</span>
        <Segments
          label={t('period')}
          segments={presets.map((key) => ({ key, label: t(key) }))}
          value={chosen as Preset}
          onChange={choose}
        />
      </div>
      <div className={css.date}>
        <DateField
          label={t('start')}
          value={typed.from}
          max="2999-12-31"
          error={isCrossed && t('crossed')}
          onChange={(event) => setTyped({ ...typed, from: event.target.value })}
        />
      </div>
      <div className={css.date}>
        <DateField
          label={t('end')}
          value={typed.to}
          max="2999-12-31"
          onChange={(event) => setTyped({ ...typed, to: event.target.value })}
        />
      </div>
      <Button kind="primary" type="submit">
        {t('apply')}
      </Button>
      <span className={css.grow} />
      {toggle}
    </form>
  );
}
