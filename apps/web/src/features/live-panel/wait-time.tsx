/** The running wait of a customer. All of them follow one timer and render once a minute. */
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { waitTone } from '../../entities/live-panel/panel-view.ts';
import { useElapsed } from '../../lib/clock.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/index.ts';
import { panelTexts } from './live-panel.texts.ts';
import css from './live-panel.module.css';

interface WaitTimeProps {
  since: string | null;
  target: number | null;
}

export function WaitTime({ since, target }: WaitTimeProps) {
  const t = useTexts(panelTexts);
  const minutes = useElapsed(since, MINUTE_MS);
  const text = useWaitText(minutes);
  if (minutes === null) return null;
  // The tone changes with the shown minute, never between two of them.
  const tone = waitTone((minutes + (minutes >= (target ?? Infinity) ? 1 : 0)) * MINUTE_MS, target);
  return (
    <span className={`${css.wait} num`} data-tone={tone}>
      {tone === 'late' && <Icon name="alert" size={14} />}
      <span aria-hidden="true">{text}</span>
      <span className="sr">{t(tone === 'late' ? 'waitsLate' : 'waits', { time: text })}</span>
    </span>
  );
}

/** Minutes as now, 18 min or 3 h 05. */
export function useWaitText(minutes: number | null): string {
  const t = useTexts(panelTexts);
  if (minutes === null) return '—';
  if (minutes === 0) return t('now');
  if (minutes < 100) return t('minutes', { n: minutes });
  return t('hours', { h: Math.floor(minutes / 60), m: String(minutes % 60).padStart(2, '0') });
}
