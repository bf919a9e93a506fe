/** The panel for a screen on the wall: dark, large, without scroll, names shortened and no message. */
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LivePanel } from '../../entities/live-panel/live-panel.api.ts';
import {
  countersOf,
  presenceOf,
  shortName,
  targetOf,
  waitedMs,
  waitTone,
  type AgentColumn,
  type PanelColumns,
} from '../../entities/live-panel/panel-view.ts';
import { useNowBy } from '../../lib/clock.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, cx, Icon, IconButton } from '../../ui/index.ts';
import { useAlarmText } from './alarms.tsx';
import css from './wall.module.css';
import { panelTexts } from './live-panel.texts.ts';
import { useAlarms } from './use-alarms.ts';

const PER_PAGE = 6;
const PAGE_MS = 20_000;
const STEP_MS = 1000;

interface WallProps {
  panel: LivePanel;
  columns: PanelColumns;
  isStale: boolean;
  onLeave: () => void;
}

export function Wall({ panel, columns, isStale, onLeave }: WallProps) {
  const t = useTexts(panelTexts);
  const { user } = useSession();
  const now = useNowBy(STEP_MS);
  const alarmText = useAlarmText();
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave();
    // Esc also ends the full screen without a key event.
    const onFull = () => document.fullscreenElement === null && leave();
    window.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onFull);
    return () => {
      window.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onFull);
    };
  }, []);

  const { pending, longest } = countersOf(columns);
  const sorted = columns.agents.toSorted((a, b) => longestWait(b, now) - longestWait(a, now));
  const pages = Math.max(1, Math.ceil(sorted.length / PER_PAGE));
  const page = usePage(pages);
  const alarms = useAlarms(panel, columns);
  const longestMinutes = longest && Math.floor(waitedMs(longest, now) / MINUTE_MS);
  const isLate = columns.pending.some((ticket) => waitTone(waitedMs(ticket, now), targetOf(panel, ticket)) === 'late');
  return (
    <div className={css.wall} data-theme="dark" role="region" aria-label={t('wall')}>
      <header>
        <h1>{user.company.name}</h1>
        <span className={isStale ? css.stale : css.live}>{isStale ? t('stale', { seconds: '10+' }) : t('live')}</span>
        <span className={css.grow} />
        {pages > 1 && <span className={css.page}>{t('wallPage', { n: page + 1, total: pages })}</span>}
        <time className={cx(css.clock, 'num')}>{formatTime(now)}</time>
        <IconButton icon="x" size="md" label={t('leaveWall')} tip={false} onClick={onLeave} />
      </header>
      <div className={css.body}>
        <section className={css.left}>
          <div className={css.box} data-tone={isLate ? 'late' : undefined}>
            <p>{t('wallWaiting')}</p>
            <b className={cx(css.huge, 'num')}>{formatNumber(pending)}</b>
          </div>
          <div className={css.box}>
            <p>{t('wallLongest')}</p>
            <b className={cx(css.large, 'num')}>
              {longestMinutes === null ? '—' : formatNumber(longestMinutes)}
              {longestMinutes !== null && <small>min</small>}
            </b>
            {longest && (
              <p className={css.small}>
                {longest.queue?.name ?? t('noQueue')} · {shortName(longest.contact.name)}
              </p>
            )}
          </div>
          <div className={css.box}>
            <p>{t('wallWithin')}</p>
            <b className={cx(css.large, 'num')}>
              {panel.withinTarget === null ? '—' : formatNumber(Math.round(panel.withinTarget))}
              {panel.withinTarget !== null && <small>%</small>}
            </b>
          </div>
        </section>
        <section className={css.grid}>
          {sorted.slice(page * PER_PAGE, (page + 1) * PER_PAGE).map((column) => (
            <AgentBox key={column.agent.id} panel={panel} column={column} now={now} />
          ))}
        </section>
      </div>
      {alarms.length > 0 && (
        <footer>
          {alarms.map((alarm, at) => (
            <span key={at} className={css.alarm}>
              <Icon name="alert" size={24} />
              {alarmText(alarm, shortName)}
            </span>
          ))}
        </footer>
      )}
    </div>
  );
}

const presenceTexts = { online: 'isOnline', paused: 'isPaused', offline: 'isOffline' } as const;

function AgentBox({ panel, column, now }: { panel: LivePanel; column: AgentColumn; now: number }) {
  const t = useTexts(panelTexts);
  const { agent, tickets } = column;
  const presence = presenceOf(agent);
  const worst = tickets.reduce<'calm' | 'warn' | 'late'>((tone, ticket) => {
    const own = waitTone(waitedMs(ticket, now), targetOf(panel, ticket));
    return tone === 'late' || own === 'late' ? 'late' : tone === 'warn' ? tone : own;
  }, 'calm');
  const minutes = Math.floor(longestWait(column, now) / MINUTE_MS);
  const waits = tickets.some(({ waitingSince }) => waitingSince !== null);
  return (
    <article className={css.agent} data-tone={worst} data-presence={presence} aria-label={agent.name}>
      <header>
        <Avatar name={agent.name} src={agent.profileImage} size={72} />
        <div>
          <h2 className="cut">{agent.name}</h2>
          <p>
            <i className={css.dot} />
            {t(presenceTexts[presence])}
          </p>
        </div>
      </header>
      <div className={css.numbers}>
        <p>
          <b className="num">{formatNumber(tickets.length)}</b>
          <span>{t(tickets.length === 1 ? 'oneConversation' : 'wallConversations')}</span>
        </p>
        <p data-tone={worst}>
          <b className="num">{waits ? formatNumber(minutes) : '—'}</b>
          <span>{t('wallUnanswered')}</span>
        </p>
      </div>
    </article>
  );
}

const longestWait = ({ tickets }: AgentColumn, now: number): number =>
  Math.max(0, ...tickets.map((ticket) => waitedMs(ticket, now)));

/** Above six agents the pages follow each other. */
function usePage(pages: number): number {
  const [page, setPage] = useState(0);
  useEffect(() => {
    if (pages <= 1) return;
    const timer = setInterval(() => setPage((at) => at + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, [pages]);
  return page % pages;
}
