import type { FlowVersion } from '@balcao/contract/endpoints/flows';
import { runTexts } from '../../../entities/flows/run.texts.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Segments, SelectField } from '../../../ui/index.ts';
import css from './numbers.module.css';
import { numbersTexts } from './numbers.texts.ts';
import { lastDays, lengths, type Days, type Length } from './period.ts';

export interface NumbersFilter {
  /** `own`: days that the user chose. */
  length: Length | 'own';
  days: Days;
  /** Undefined: every version. */
  version: number | undefined;
}
interface NumbersControlsProps {
  versions: readonly FlowVersion[];
  filter: NumbersFilter;
  onFilter: (filter: NumbersFilter) => void;
}
/** Stands for «all versions», which have no number. */
const ALL = 0;

export function NumbersControls({ versions, filter, onFilter }: NumbersControlsProps) {
  const t = useTexts(numbersTexts);
  const run = useTexts(runTexts);
  const { length, days, version } = filter;
  const periods = [...(Object.keys(lengths) as Length[]), 'own' as const].map((key) => ({ key, label: t(key) }));
  const options = [
    { value: ALL, label: t('allVersions') },
    ...versions.map(({ number }) => ({ value: number, label: run('version', { number }) })),
  ];
  return (
    <div className={css.controls}>
      <Segments
        label={t('period')}
        segments={periods}
        value={length}
        onChange={(key) => onFilter({ ...filter, length: key, days: key === 'own' ? days : lastDays(key, new Date()) })}
      />
      {length === 'own' && <OwnDays days={days} onDays={(changed) => onFilter({ ...filter, days: changed })} />}
      <div className={css.version}>
        <SelectField
          label={t('version')}
          options={options}
          value={version ?? ALL}
          onChange={(number) => onFilter({ ...filter, version: number === ALL ? undefined : number })}
        />
      </div>
    </div>
  );
}

/** A day that is being typed is empty: the last complete one stays in use. */
function OwnDays({ days, onDays }: { days: Days; onDays: (days: Days) => void }) {
  const t = useTexts(numbersTexts);
  const isWrong = days.from > days.to;
  return (
    <div className={css.days}>
      <DateField
        label={t('from')}
        defaultValue={days.from}
        error={isWrong ? t('wrongDays') : undefined}
        onChange={({ target }) => target.value && onDays({ ...days, from: target.value })}
      />
      <DateField
        label={t('to')}
        defaultValue={days.to}
        onChange={({ target }) => target.value && onDays({ ...days, to: target.value })}
      />
    </div>
  );
}
