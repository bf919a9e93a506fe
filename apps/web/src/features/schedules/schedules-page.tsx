/** The /schedules screen: a calendar of scheduled messages. `?contactId=31` opens the form for that contact. */
import { can } from '@balcao/domain/policy/policy';
import { lazy, Suspense, useState } from 'react';
import { useContactOfAddress } from '../../entities/contacts/use-contact-of-address.ts';
import { usePhone } from '../../lib/narrow.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDay } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ColorDot, ConfirmDialog, cx, EmptyState, ErrorState, Icon, Page, Skeleton } from '../../ui/index.ts';
import css from './calendar.module.css';
import { CalendarBar } from './calendar-bar.tsx';
import { isSameMonth, localDay, monthName } from './calendar-days.ts';
import { DayPanel } from './day-panel.tsx';
import { FailedBanner } from './failed-banner.tsx';
import { ListView } from './list-view.tsx';
import { MonthView } from './month-view.tsx';
import type { Occurrence } from './occurrences.ts';
import { PhoneMonth } from './phone-month.tsx';
import { RemoveSchedule } from './remove-schedule.tsx';
import type { OpenSchedule } from './schedule-dialog.tsx';
import { scheduleTexts } from './schedules.texts.ts';
import { useCalendar } from './use-calendar.ts';
import { useCalendarKeys } from './use-calendar-keys.ts';
import { useMove } from './use-move.ts';
import { WeekView } from './week-view.tsx';

// The form is loaded on first use; the calendar is opened far more often.
const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then((module) => ({ default: module.ScheduleDialog })),
);

export function SchedulesPage() {
  const t = useTexts(scheduleTexts);
  const language = useLanguage();
  const isPhone = usePhone();
  const calendar = useCalendar();
  const [open, setOpen] = useState<OpenSchedule | null>(null);
  const [removing, setRemoving] = useState<Occurrence | null>(null);
  useContactOfAddress({ parameter: 'contactId', path: '/schedules', onOpen: (contact) => setOpen({ contact }) });
  const { day, timeZone, occurrences, query } = calendar;
  useCalendarKeys(calendar, isPhone, () => setOpen({ day }));
  const ofMonth = occurrences.filter(({ at }) => isSameMonth(localDay(at, timeZone), day)).length;

  return (
    <Page
      title={t('title')}
      {...(query.data && { count: t('countIn', { count: ofMonth, month: monthName(day, language) }) })}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setOpen({ day })}>
          {t('add')}
        </Button>
      }
    >
      <FailedBanner
        failed={occurrences.filter(({ state }) => state === 'failed')}
        now={calendar.now}
        onShow={() => calendar.setView('list')}
      />
      <div className={css.card}>
        <CalendarBar calendar={calendar} isPhone={isPhone} />
        {query.error && (
          <ErrorState compact text={errorText(query.error, language)} onRetry={() => void query.refetch()} />
        )}
        {query.data?.hasMore && <p className={css.nothing}>{t('truncated')}</p>}
        <CalendarBody
          calendar={calendar}
          isPhone={isPhone}
          onOpen={({ scheduleId }) => setOpen({ id: scheduleId })}
          onAdd={(chosenDay) => setOpen({ day: chosenDay })}
          onRemove={setRemoving}
        />
      </div>
      <Legend occurrences={occurrences} />
      <Suspense fallback={null}>{open && <ScheduleDialog open={open} onClose={() => setOpen(null)} />}</Suspense>
      {removing && (
        <RemoveSchedule
          scheduleId={removing.scheduleId}
          name={removing.contact?.name ?? t('noContact')}
          onClose={() => setRemoving(null)}
        />
      )}
    </Page>
  );
}

interface CalendarBodyProps {
  calendar: ReturnType<typeof useCalendar>;
  isPhone: boolean;
  onOpen: (occurrence: Occurrence) => void;
  onAdd: (day: string) => void;
  onRemove: (occurrence: Occurrence) => void;
}

function CalendarBody({ calendar, isPhone, onOpen, onAdd, onRemove }: CalendarBodyProps) {
  const t = useTexts(scheduleTexts);
  const { actor } = useSession();
  const moving = useMove(calendar.timeZone);
  const { view, day, today, now, timeZone, byDay, occurrences, query, setDay } = calendar;
  const canChange = ({ userId }: Occurrence) => can(actor, 'schedule.change', { userId });
  if (query.isPending) return <Skeleton height={500} />;
  const shared = { day, today, now, timeZone, byDay };
  const panel = (
    <DayPanel
      day={day}
      now={now}
      timeZone={timeZone}
      occurrences={byDay.get(day) ?? []}
      canChange={canChange}
      onOpen={onOpen}
      onAdd={onAdd}
    />
  );
  if (isPhone)
    return (
      <>
        <PhoneMonth {...shared} onDay={setDay} />
        {panel}
      </>
    );
  if (view === 'list')
    return occurrences.length === 0 ? (
      <EmptyState
        icon="calendar"
        title={t('emptyTitle')}
        text={t('emptyText')}
        action={
          <Button icon="plus" onClick={() => onAdd(day)}>
            {t('add')}
          </Button>
        }
      />
    ) : (
      <ListView
        occurrences={occurrences}
        now={now}
        timeZone={timeZone}
        canChange={canChange}
        onOpen={onOpen}
        onRemove={onRemove}
      />
    );
  const drawn = {
    ...shared,
    // The dates behind the next one follow from it.
    canMove: (occurrence: Occurrence) => occurrence.isNext && canChange(occurrence),
    onDay: setDay,
    onOpen,
    onMove: moving.move,
  };
  return (
    <div className={cx(css.body, view === 'week' && css.alone)}>
      {view === 'week' ? <WeekView {...drawn} /> : <MonthView {...drawn} />}
      {view === 'month' && panel}
      {moving.asked && (
        <ConfirmDialog
          title={t('pastTitle', {
            day: formatDay(moving.asked.day),
            name: moving.asked.occurrence.contact?.name ?? t('noContact'),
          })}
          text={t('isPast')}
          verb={t('moveAndSend')}
          onConfirm={moving.confirm}
          onClose={moving.cancel}
        />
      )}
    </div>
  );
}

/** The queues of the period in their colors, and what the marks mean. */
function Legend({ occurrences }: { occurrences: readonly Occurrence[] }) {
  const t = useTexts(scheduleTexts);
  const queues = new Map(occurrences.flatMap(({ queue }) => (queue ? [[queue.id, queue]] : [])));
  return (
    <div className={css.legend}>
      {[...queues.values()].map(({ id, name, color }) => (
        <span key={id}>
          <ColorDot color={color} />
          {name}
        </span>
      ))}
      <span className={css.legendEnd}>
        <Icon name="check" size={14} />
        {t('legendSent')}
      </span>
      <span>
        <Icon name="repeat" size={14} />
        {t('legendRepeats')}
      </span>
      <span className={css.bad}>
        <Icon name="alert" size={14} />
        {t('legendFailed')}
      </span>
    </div>
  );
}
