import { DAY_MS } from '@balcao/domain/kit/durations';
import { useBackUpNow, type BackupRun, type DoctorReport } from '../../entities/doctor/doctor.api.ts';
import { formatBytes, formatDate, formatDateTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, Icon, useToast } from '../../ui/index.ts';
import css from './doctor.module.css';
import { doctorTexts } from './doctor.texts.ts';

const DAYS = 14;

export function BackupsTab({ backups, checkedAt }: Pick<DoctorReport, 'backups' | 'checkedAt'>) {
  const t = useTexts(doctorTexts);
  const toast = useToast();
  const backUp = useBackUpNow();
  const complete = backups.runs.filter(({ state }) => state === 'complete');
  const last = complete[0];
  const oldest = complete.at(-1);
  const newestRun = backups.runs[0];
  const { drill } = backups;
  if (!backups.isConfigured) return <p className="muted">{t('noBackups')}</p>;
  return (
    <>
      <div className={css.backupHead}>
        <Button
          size="sm"
          busy={backUp.isPending}
          onClick={() =>
            backUp.mutate(undefined, { onSuccess: () => toast.done(t('backUpAsked')), onError: toast.failed })
          }
        >
          {t('backUpNow')}
        </Button>
      </div>
      <Calendar runs={backups.runs} until={checkedAt} />
      <dl className={css.facts}>
        <dt>{t('last')}</dt>
        <dd className="num">
          {last ? `${formatDateTime(last.endedAt ?? last.at)} · ${formatBytes(last.bytes ?? 0)}` : t('never')}
        </dd>
        <dt>{t('stored')}</dt>
        <dd>{t(backups.isEncrypted ? 'encrypted' : 'plain')}</dd>
        {oldest && (
          <>
            <dt>{t('restorable')}</dt>
            <dd className="num">{formatDateTime(oldest.endedAt ?? oldest.at)}</dd>
          </>
        )}
        <dt>{t('drill')}</dt>
        <dd className="num">
          {drill
            ? t(drill.isPassed ? 'drillPassed' : 'drillFailed', { at: formatDateTime(drill.at), fault: drill.fault })
            : t('never')}
        </dd>
      </dl>
      {newestRun?.state === 'failed' && <p className={css.fault}>{t('lastFault', { fault: newestRun.fault })}</p>}
    </>
  );
}

/** One field per day: a backup was made, failed, or there was none. */
function Calendar({ runs, until }: { runs: BackupRun[]; until: string }) {
  const t = useTexts(doctorTexts);
  const days = Array.from({ length: DAYS }, (_, at) => formatDate(Date.parse(until) - (DAYS - 1 - at) * DAY_MS));
  const stateOf = (day: string) => {
    const ofDay = runs.filter(({ at }) => formatDate(at) === day);
    if (ofDay.some(({ state }) => state === 'complete' || state === 'expired')) return 'dayDone';
    return ofDay.some(({ state }) => state === 'failed' || state === 'abandoned') ? 'dayFailed' : 'dayNone';
  };
  const states = days.map(stateOf);
  const count = (wanted: string) => String(states.filter((state) => state === wanted).length);
  return (
    <>
      <div
        className={css.calendar}
        role="img"
        aria-label={t('calendar', { done: count('dayDone'), failed: count('dayFailed') })}
      >
        {days.map((day, at) => (
          <span key={day} className={cx(css.day, css[states[at]!])} title={t(states[at]!, { day })}>
            {states[at] === 'dayFailed' && <Icon name="x" size={14} />}
          </span>
        ))}
      </div>
      <div className={cx(css.calendarEnds, 'num')}>
        <span>{days[0]}</span>
        <span>{days.at(-1)}</span>
      </div>
    </>
  );
}
