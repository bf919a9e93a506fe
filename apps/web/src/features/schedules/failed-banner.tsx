/** Dates of the period that could not be sent, with their reasons. */
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/index.ts';
import css from './calendar.module.css';
import { useStateView, type Occurrence } from './occurrences.ts';
import { scheduleTexts } from './schedules.texts.ts';

const MAX_NAMED = 2;

export function FailedBanner({
  failed,
  now,
  onShow,
}: {
  failed: readonly Occurrence[];
  now: Date;
  onShow: () => void;
}) {
  const t = useTexts(scheduleTexts);
  const stateOf = useStateView();
  if (failed.length === 0) return null;
  const count = failed.length;
  const reasons = failed
    .slice(-MAX_NAMED)
    .map((occurrence) =>
      t('failedOf', { name: occurrence.contact?.name ?? t('noContact'), reason: stateOf(occurrence, now).detail }),
    );
  return (
    <div className={css.banner} role="status">
      <Icon name="alert" size={16} />
      <span className={css.bannerText}>
        <b>{count === 1 ? t('failedOne') : t('failedMany', { count })}</b> {reasons.join(' ')}
      </span>
      <button type="button" className={css.link} onClick={onShow}>
        {t('seeFailed')}
      </button>
    </div>
  );
}
