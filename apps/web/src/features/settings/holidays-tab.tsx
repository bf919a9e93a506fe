/** Holidays and special days, the next one first. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  useCompanyHours,
  useRemoveHoliday,
  useSaveHoliday,
  type Holiday,
} from '../../entities/settings/company-hours.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Chip, cx, EmptyState, ErrorState, Icon, IconButton, Skeleton, useToast } from '../../ui/index.ts';
import { HolidayDialog } from './holiday-dialog.tsx';
import { byNextDay, dayText, isPast, isYearly, todayIn } from './holiday-days.ts';
import { holidayTexts } from './holidays.texts.ts';
import { NationalDaysDialog } from './national-days-dialog.tsx';
import css from './settings.module.css';

type Open = { type: 'national' } | { type: 'edit'; holiday?: Holiday } | null;

export function HolidaysTab() {
  const t = useTexts(holidayTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const { data: hours, error, refetch } = useCompanyHours();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);

  if (error && !hours) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (!hours) return <Skeleton height={320} />;
  const today = todayIn(hours.timeZone);
  const holidays = byNextDay(hours.holidays, today);
  const actions = (
    <div className={css.actions}>
      <Button icon="calendar" onClick={() => setOpen({ type: 'national' })}>
        {t('addNational')}
      </Button>
      <Button kind="primary" icon="plus" onClick={() => setOpen({ type: 'edit' })}>
        {t('add')}
      </Button>
    </div>
  );
  return (
    <>
      <div className={css.tools}>
        <p className={css.note}>
          <Icon name="info" size={16} />
          {t('intro')}
        </p>
        {holidays.length > 0 && actions}
      </div>
      {holidays.length === 0 ? (
        <EmptyState icon="calendar" title={t('empty')} text={t('emptyText')} action={actions} />
      ) : (
        <ul className={css.card}>
          {holidays.map((holiday) => (
            <Day key={holiday.id} holiday={holiday} today={today} onEdit={() => setOpen({ type: 'edit', holiday })} />
          ))}
        </ul>
      )}
      <section className={cx(css.card, css.aside)} aria-labelledby="settings-vacation">
        <div className={css.words}>
          <h2 className={css.label} id="settings-vacation">
            {t('vacation')}
          </h2>
          <p className={css.help}>{t('vacationText')}</p>
        </div>
        <Button icon="device" onClick={() => void navigate({ to: '/connections' })}>
          {t('openConnections')}
        </Button>
      </section>
      {open?.type === 'edit' && <HolidayDialog holiday={open.holiday} onClose={close} />}
      {open?.type === 'national' && <NationalDaysDialog listed={hours.holidays} today={today} onClose={close} />}
    </>
  );
}

function Day({ holiday, today, onEdit }: { holiday: Holiday; today: string; onEdit: () => void }) {
  const t = useTexts(holidayTexts);
  const toast = useToast();
  const remove = useRemoveHoliday();
  const add = useSaveHoliday();
  const { id, day, name, hours } = holiday;

  // Removed without a confirmation, because the toast offers undo. This row is unmounted by then.
  const restore = () => void add.mutateAsync({ day, name, hours }).catch(toast.failed);
  const removeHoliday = () =>
    void remove
      .mutateAsync(id)
      .then(() => toast.done(t('removed', { name }), { label: t('undo'), onClick: restore }), toast.failed);

  return (
    <li className={cx(css.holiday, isPast(holiday, today) && css.past)}>
      <span className={cx(css.day, 'num')}>{dayText(day)}</span>
      <span className={css.what}>
        <span className={css.label}>
          {name} {isYearly(day) && <Chip small>{t('yearly')}</Chip>}
          {isPast(holiday, today) && <Chip small>{t('past')}</Chip>}
        </span>
        <span className={css.help}>
          {hours === null ? t('closedAllDay') : hours.map(({ start, end }) => `${start}–${end}`).join(', ')}
        </span>
      </span>
      <IconButton icon="edit" label={t('edit', { name })} onClick={onEdit} />
      <IconButton icon="trash" label={t('remove', { name })} disabled={remove.isPending} onClick={removeHoliday} />
    </li>
  );
}
