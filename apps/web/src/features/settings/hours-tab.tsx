/** Time zone and business hours of the company, with a bot test for a chosen time. */
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { useEffect, useState } from 'react';
import { BotTester } from '../../entities/bot/bot-tester.tsx';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { useHoursLabels, weekOf } from '../../entities/hours/hours.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import {
  useCompanyHours,
  useSaveTimeZone,
  useSaveWeek,
  type CompanyHours,
} from '../../entities/settings/company-hours.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, ErrorState, Icon, SelectField, Skeleton, useToast } from '../../ui/index.ts';
import { HoursEditor } from '../../ui/hours-editor.tsx';
import { isValidWeek, shiftTimes, type DayHours } from '../../ui/hours.ts';
import { SaveStatus } from './save-status.tsx';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { timeZones } from './time-zones.ts';
import { useSaver } from './use-saver.ts';
import { useUndo } from './use-undo.ts';

export function HoursTab() {
  const language = useLanguage();
  const { data: hours, error, refetch } = useCompanyHours();
  if (error && !hours) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (!hours) return <Skeleton height={420} />;
  return <Hours hours={hours} />;
}

function Hours({ hours }: { hours: CompanyHours }) {
  const [typed, setTyped] = useState<DayHours[] | null>(null);
  const [isTesting, setTesting] = useState(false);
  const week = typed ?? weekOf(hours.schedules);
  return (
    <div className={cx(css.beside, isTesting && css.two)}>
      <div className={css.content}>
        <Clock timeZone={hours.timeZone} />
        <Week saved={hours.schedules} week={week} onChange={setTyped} onTest={() => setTesting(!isTesting)} />
      </div>
      {isTesting && <Tester week={week} onClose={() => setTesting(false)} />}
    </div>
  );
}

/** Tests the hours on the screen, saved or not. */
function Tester({ week, onClose }: { week: DayHours[]; onClose: () => void }) {
  const t = useTexts(settingsTexts);
  const connections = useConnections();
  const queues = useQueues();
  return (
    <aside className={cx(css.card, css.tester)} aria-label={t('tryIt')}>
      <BotTester
        connections={connections.data ?? []}
        queues={(queues.data ?? []).map(({ id, name }) => ({ queueId: id, name, options: [] }))}
        drafts={() => ({ company: { schedules: week, scheduleType: 'company' } })}
        onClose={onClose}
      />
    </aside>
  );
}

function Clock({ timeZone }: { timeZone: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(ticking);
  }, []);
  const t = useTexts(settingsTexts);
  const { mutateAsync } = useSaveTimeZone();
  const { offerUndo } = useUndo();
  const zone = useSaver(timeZone, async (timeZoneId: string) => {
    const { changeId } = await mutateAsync(timeZoneId);
    if (changeId !== null) offerUndo(t('timeZone'), changeId);
  });
  return (
    <section className={css.card} aria-labelledby="settings-clock">
      <h2 className={css.heading} id="settings-clock">
        {t('clock')}
      </h2>
      <div className={css.row}>
        <div className={css.words}>
          <span className={css.label}>{t('timeZone')}</span>
          <p className={css.help}>{t('timeZoneHelp', { time: formatTime(now, zone.value) })}</p>
        </div>
        <div className={css.control}>
          <SaveStatus name={t('timeZone')} of={zone} />
          <div className={css.place}>
            <SelectField
              label={t('timeZone')}
              options={timeZones(zone.value)}
              value={zone.value}
              onChange={zone.save}
            />
          </div>
        </div>
      </div>
    </section>
  );
}

interface WeekProps {
  saved: CompanyHours['schedules'];
  week: DayHours[];
  onChange: (week: DayHours[] | null) => void;
  onTest: () => void;
}

function Week({ saved, week, onChange, onTest }: WeekProps) {
  const t = useTexts(settingsTexts);
  const toast = useToast();
  const labels = useHoursLabels();
  const { offerUndo } = useUndo();
  const [isChecked, setChecked] = useState(false);
  const save = useSaveWeek();
  const isDirty = !isSameWeek(week, saved);

  const send = () => {
    setChecked(true);
    if (!isValidWeek(week)) return;
    save.mutate(week, {
      onSuccess: ({ changeId }) => {
        onChange(null);
        setChecked(false);
        if (changeId === null) toast.done(t('weekSaved'));
        else offerUndo(t('week'), changeId, t('weekSaved'));
      },
      onError: toast.failed,
    });
  };

  return (
    <section className={css.card} aria-labelledby="settings-week">
      <h2 className={css.heading} id="settings-week">
        {t('week')}
      </h2>
      <div className={css.week}>
        <p className={css.help}>{t('weekText')}</p>
        {saved.length === 0 && (
          <p className={css.note}>
            <Icon name="info" size={16} />
            {t('noWeek')}
          </p>
        )}
        <HoursEditor label={t('week')} labels={labels} value={week} onChange={onChange} checked={isChecked} />
      </div>
      <footer className={css.foot}>
        <Button icon="play" kind="ghost" onClick={onTest}>
          {t('tryIt')}
        </Button>
        <span className={css.unsaved} aria-live="polite">
          {isDirty && saved.length > 0 && t('unsaved')}
        </span>
        {isDirty && saved.length > 0 && <Button onClick={() => onChange(null)}>{t('discard')}</Button>}
        <Button kind="primary" busy={save.isPending} disabled={!isDirty} onClick={send}>
          {t('saveWeek')}
        </Button>
      </footer>
    </section>
  );
}

/** Compares the days in any order. */
const isSameWeek = (a: readonly DayHours[], b: readonly DayHours[]): boolean =>
  a.length === b.length &&
  a.every((day) => {
    const other = b.find(({ weekdayEn }) => weekdayEn === day.weekdayEn);
    return other !== undefined && shiftTimes.every((time) => other[time] === day[time]);
  });
