import { MINUTE_MS } from '@balcao/domain/kit/durations';
import type { LivePanel } from '../../entities/live-panel/live-panel.api.ts';
import { queueLoads, waitTone, type QueueLoad } from '../../entities/live-panel/panel-view.ts';
import { useElapsed } from '../../lib/clock.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/index.ts';
import css from './live-panel.module.css';
import { panelTexts } from './live-panel.texts.ts';
import { colorOf } from './panel-card.tsx';
import { useWaitText } from './wait-time.tsx';

interface QueueListProps {
  panel: LivePanel;
  chosen: number | null;
  onChoose: (queueId: number | null) => void;
}

/** Each queue with who waits and who is online; a click shows only its conversations, another one all again. */
export function QueueList({ panel, chosen, onChoose }: QueueListProps) {
  const t = useTexts(panelTexts);
  return (
    <section className={css.queues} aria-label={t('queues')}>
      {queueLoads(panel).map((load) => (
        <QueueCard
          key={load.id}
          load={load}
          isChosen={load.id !== null && load.id === chosen}
          onClick={load.id === null ? undefined : () => onChoose(load.id === chosen ? null : load.id)}
        />
      ))}
    </section>
  );
}

interface QueueCardProps {
  load: QueueLoad;
  isChosen: boolean;
  onClick: (() => void) | undefined;
}

function QueueCard({ load, isChosen, onClick }: QueueCardProps) {
  const t = useTexts(panelTexts);
  const minutes = useElapsed(load.since, MINUTE_MS);
  const time = useWaitText(minutes);
  const tone = load.waiting === 0 ? 'calm' : waitTone((minutes ?? 0) * MINUTE_MS, load.target);
  const inner = (
    <>
      <span className={css.queueName}>
        <i className={cx(css.square, load.color !== null && 'c-mark')} style={colorOf(load.color ?? undefined)} />
        <span className="cut" translate={load.name ? 'no' : 'yes'}>
          {load.name || t('noQueue')}
        </span>
      </span>
      <b className="num">{formatNumber(load.waiting)}</b>
      <span className="num">{minutes === null ? t('nobodyWaits') : minutes === 0 ? time : t('since', { time })}</span>
      <span className="num muted">
        {load.online === 0 ? t('noTeam') : t('onlineCount', { n: formatNumber(load.online) })}
      </span>
    </>
  );
  return onClick ? (
    <button type="button" className={css.queueCard} data-tone={tone} aria-pressed={isChosen} onClick={onClick}>
      {inner}
    </button>
  ) : (
    <div className={css.queueCard} data-tone={tone}>
      {inner}
    </div>
  );
}
