/** Adds Brazil's national holidays of a year with one click; listed ones are marked. */
import { nationalDays } from '@balcao/domain/hours/holidays-br';
import { useState, type FormEvent } from 'react';
import { useAddNationalDays, type Holiday } from '../../entities/settings/company-hours.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Checkbox, Chip, Dialog, DialogCancel, Segments, useToast } from '../../ui/index.ts';
import { dayText } from './holiday-days.ts';
import { holidayTexts } from './holidays.texts.ts';
import css from './settings.module.css';

export interface NationalDaysDialogProps {
  listed: readonly Holiday[];
  /** `YYYY-MM-DD` in the company's time zone. */
  today: string;
  onClose: () => void;
}

export function NationalDaysDialog({ listed, today, onClose }: NationalDaysDialogProps) {
  const t = useTexts(holidayTexts);
  const toast = useToast();
  const add = useAddNationalDays();
  const thisYear = Number(today.slice(0, 4));
  const [year, setYear] = useState(String(thisYear));
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const listedDays = new Set(listed.map(({ day }) => day));
  const days = nationalDays(Number(year)).map((holiday) => ({
    ...holiday,
    isListed: listedDays.has(holiday.day) || (holiday.yearly !== null && listedDays.has(holiday.yearly)),
  }));
  // Past days that do not repeat are not offered.
  const availableDays = days.filter(({ day, yearly }) => yearly !== null || day >= today);
  const chosen = availableDays.filter(({ day, isListed }) => !isListed && !excluded.has(day));

  const toggle = (day: string, isChosen: boolean) => {
    const next = new Set(excluded);
    if (isChosen) next.delete(day);
    else next.add(day);
    setExcluded(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0) return;
    add.mutate(
      chosen.map(({ day }) => day),
      {
        onSuccess: () => {
          toast.done(t('nationalAdded'));
          onClose();
        },
        onError: toast.failed,
      },
    );
  };

  return (
    <Dialog
      title={t('nationalTitle')}
      width={440}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" busy={add.isPending} disabled={chosen.length === 0}>
            {t('addChosen', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <p className={css.help}>{t('nationalText')}</p>
      <Segments
        label={t('year')}
        full
        segments={[thisYear, thisYear + 1].map((yearOption) => ({
          key: String(yearOption),
          label: String(yearOption),
        }))}
        value={year}
        onChange={setYear}
      />
      <ul className={css.days}>
        {availableDays.map(({ day, name, isOptional, isListed }) => (
          <li key={day}>
            <Checkbox
              label={
                <span className={css.national}>
                  <span className="num">{dayText(day).slice(0, 5)}</span> {name}{' '}
                  {isListed ? <Chip small>{t('listed')}</Chip> : isOptional && <Chip small>{t('optional')}</Chip>}
                </span>
              }
              checked={isListed || !excluded.has(day)}
              disabled={isListed}
              onChange={(event) => toggle(day, event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
