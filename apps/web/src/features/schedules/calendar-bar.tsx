/** The period that is shown, ways to others, filters and views. */
import { useConnections } from '../../entities/connections/connections.api.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, IconButton, Menu, Segments, type IconName, type MenuItem } from '../../ui/index.ts';
import css from './calendar.module.css';
import { daysOfWeek, longDay, monthTitle, turn, type View } from './calendar-days.ts';
import { scheduleTexts } from './schedules.texts.ts';
import type { useCalendar } from './use-calendar.ts';

type Calendar = ReturnType<typeof useCalendar>;

export function CalendarBar({ calendar, isPhone }: { calendar: Calendar; isPhone: boolean }) {
  const t = useTexts(scheduleTexts);
  const language = useLanguage();
  const { view, day, today, setDay, setView } = calendar;
  const week = daysOfWeek(day);
  const title =
    view === 'week'
      ? t('weekOf', { first: Number(week[0]!.slice(8)), last: longDay(week[6]!, language) })
      : monthTitle(day, language);
  return (
    <div className={css.bar}>
      <Button onClick={() => setDay(today)}>{t('today')}</Button>
      <span className={css.arrows}>
        <IconButton icon="chev-l" size="md" label={t('previous')} onClick={() => setDay(turn(view, day, -1))} />
        <IconButton icon="chev-r" size="md" label={t('next')} onClick={() => setDay(turn(view, day, 1))} />
      </span>
      <h2 className={css.period} aria-live="polite">
        {title}
      </h2>
      <Filters filters={calendar.filters} />
      {!isPhone && (
        <Segments
          label={t('view')}
          segments={(['month', 'week', 'list'] as const satisfies View[]).map((key) => ({ key, label: t(key) }))}
          value={view}
          onChange={setView}
        />
      )}
    </div>
  );
}

function Filters({ filters }: { filters: Calendar['filters'] }) {
  const t = useTexts(scheduleTexts);
  const queues = useQueues().data ?? [];
  const connections = useConnections().data ?? [];
  return (
    <>
      <Filter
        icon="layers"
        all={t('allQueues')}
        options={queues}
        value={filters.queueId}
        onChange={filters.setQueueId}
      />
      <Filter
        icon="device"
        all={t('allConnections')}
        options={connections}
        value={filters.whatsappId}
        onChange={filters.setWhatsappId}
      />
    </>
  );
}

interface FilterProps {
  icon: IconName;
  all: string;
  options: readonly { id: number; name: string }[];
  value: number | null;
  onChange: (id: number | null) => void;
}
function Filter({ icon, all, options, value, onChange }: FilterProps) {
  const items: MenuItem[] = [
    { key: 'all', label: all, chosen: value === null, onClick: () => onChange(null) },
    ...options.map(({ id, name }) => ({
      key: String(id),
      label: name,
      chosen: id === value,
      onClick: () => onChange(id),
    })),
  ];
  return (
    <Menu
      target={
        <Button icon={icon} iconRight="chev-d">
          {options.find(({ id }) => id === value)?.name ?? all}
        </Button>
      }
      items={items}
    />
  );
}
