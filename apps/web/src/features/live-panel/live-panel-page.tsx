/** The /moments screen: who waits, who attends and for how long, live; and the same for a screen on the wall. */
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { can } from '@balcao/domain/policy/policy';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, use, useEffect, useEffectEvent, useState } from 'react';
import {
  useLivePanel,
  usePanelTransfer,
  type LivePanel,
  type PanelAgent,
  type PanelTicket,
} from '../../entities/live-panel/live-panel.api.ts';
import {
  columnsOf,
  countersOf,
  visibleTo,
  waitTone,
  type AgentColumn,
  type PanelColumns as Columns,
} from '../../entities/live-panel/panel-view.ts';
import { ApiError } from '../../lib/api.ts';
import { useElapsed } from '../../lib/clock.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan, useSession } from '../../lib/session.tsx';
import { useIsConnected } from '../../lib/topics.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, ErrorState, Icon, IconButton, isTyping, Menu, Skeleton, useToast } from '../../ui/index.ts';
import { SingleKeys } from '../../ui/single-keys.ts';
import { Alarms } from './alarms.tsx';
import css from './live-panel.module.css';
import { panelTexts } from './live-panel.texts.ts';
import { PanelColumns } from './panel-columns.tsx';
import { QueueList } from './queue-list.tsx';
import { AlarmSound, useAlarmSound } from './use-alarms.ts';
import { useWaitText } from './wait-time.tsx';

const Wall = lazy(() => import('./wall.tsx').then((module) => ({ default: module.Wall })));

const STALE_SECONDS = 10;

export function LivePanelPage() {
  const t = useTexts(panelTexts);
  const language = useLanguage();
  const panel = useLivePanel();
  const [queueId, setQueueId] = useState<number | null>(null);
  const staleSeconds = useStaleSeconds();
  const wall = useWall();
  const [isSoundOn, setSoundOn] = useAlarmSound();
  const { actor } = useSession();
  const data = panel.data && visibleTo(panel.data, { ...actor, seesAllAgents: can(actor, 'ticket.see-agent') });
  // A queue that no longer exists filters nothing.
  const chosen = data?.queues.some(({ id }) => id === queueId) ? queueId : null;
  const columns = data && columnsOf(data, chosen);

  const sound = isSoundOn && data && columns && <AlarmSound panel={data} columns={columns} />;
  if (wall.isOn && data && columns)
    return (
      <Suspense>
        {sound}
        <Wall panel={data} columns={columns} isStale={staleSeconds !== null} onLeave={wall.leave} />
      </Suspense>
    );
  return (
    <div className={css.page}>
      {sound}
      <header className={css.head}>
        <h1>{t('title')}</h1>
        {staleSeconds === null && data && <span className={css.live}>{t('live')}</span>}
        {data && columns && <Counters panel={data} columns={columns} />}
        <span className={css.grow} />
        {data && <QueueMenu panel={data} chosen={chosen} onChoose={setQueueId} />}
        <IconButton
          icon={isSoundOn ? 'volume' : 'mute'}
          label={t(isSoundOn ? 'soundOff' : 'soundOn')}
          onClick={() => setSoundOn(!isSoundOn)}
        />
        <Button icon="video" aria-keyshortcuts="f" onClick={wall.enter}>
          {t('wall')}
        </Button>
      </header>
      {staleSeconds !== null && data && (
        <p className={css.staleStrip} role="status">
          <Icon name="wifi-off" size={16} />
          {t('stale', { seconds: formatNumber(staleSeconds) })}
        </p>
      )}
      {data?.isPartial && <p className={css.partial}>{t('partial')}</p>}
      {data && columns ? (
        <Board panel={data} columns={columns} chosen={chosen} onChoose={setQueueId} />
      ) : panel.error ? (
        <ErrorState
          title={isServerError(panel.error) ? t('getUsers') : undefined}
          text={errorText(panel.error, language)}
          onRetry={() => void panel.refetch()}
        />
      ) : (
        <LoadingBoard />
      )}
    </div>
  );
}

const isServerError = (error: Error): boolean => error instanceof ApiError && error.status >= 500;

interface BoardProps {
  panel: LivePanel;
  columns: Columns;
  chosen: number | null;
  onChoose: (queueId: number | null) => void;
}

function Board({ panel, columns, chosen, onChoose }: BoardProps) {
  const canTransfer = useCan('ticket.see-agent');
  const transfer = useTransferWithUndo();
  const returnAll = useReturnAllWithUndo();
  return (
    <>
      <Alarms
        panel={panel}
        columns={columns}
        canTransfer={canTransfer}
        onGive={transfer}
        onReturnAll={(column) => void returnAll(column)}
      />
      <div className={css.board}>
        <QueueList panel={panel} chosen={chosen} onChoose={onChoose} />
        <PanelColumns panel={panel} columns={columns} canTransfer={canTransfer} onTransfer={transfer} />
      </div>
    </>
  );
}

/** Transfers at once and offers to take it back. */
function useTransferWithUndo(): (ticket: PanelTicket, agent: PanelAgent | null) => void {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const { mutate } = usePanelTransfer();
  return (ticket, agent) =>
    mutate(
      { ticket, agent },
      {
        onSuccess: () => {
          const name = ticket.contact.name;
          const moved = { ...ticket, userId: agent?.id ?? null };
          const undo = () =>
            mutate(
              { ticket: moved, agent: ticket.status === 'pending' ? null : ticket.user },
              { onError: toast.failed },
            );
          toast.done(agent ? t('transferred', { name, agent: agent.name }) : t('returned', { name }), {
            label: t('undo'),
            onClick: undo,
          });
        },
        onError: toast.failed,
      },
    );
}

/** Returns the conversations of a column; one toast for all, with one undo, and one for those that failed. */
function useReturnAllWithUndo(): (column: AgentColumn) => Promise<void> {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const { mutateAsync } = usePanelTransfer();
  /** The tickets that were transferred; the others stay where they are. */
  const transferAll = async (tickets: readonly PanelTicket[], agent: PanelAgent | null) => {
    const results = await Promise.allSettled(tickets.map((ticket) => mutateAsync({ ticket, agent })));
    return tickets.filter((_, at) => results[at]?.status === 'fulfilled');
  };
  return async ({ agent, tickets }) => {
    const returned = await transferAll(tickets, null);
    const undo = async () => {
      const pending = returned.map((ticket) => ({ ...ticket, status: 'pending' as const, userId: null, user: null }));
      const lost = pending.length - (await transferAll(pending, agent)).length;
      if (lost > 0) toast.failed(t(lost === 1 ? 'notUndoneOne' : 'notUndone', { count: lost, name: agent.name }));
    };
    if (returned.length > 0)
      toast.done(
        returned.length === 1
          ? t('returned', { name: returned[0]!.contact.name })
          : t('returnedAll', { count: returned.length }),
        { label: t('undo'), onClick: () => void undo() },
      );
    const failed = tickets.length - returned.length;
    if (failed > 0) toast.failed(t(failed === 1 ? 'notReturnedOne' : 'notReturned', { count: failed }));
  };
}

function Counters({ panel, columns }: { panel: LivePanel; columns: Columns }) {
  const t = useTexts(panelTexts);
  const { pending, open, online, total, longest } = countersOf(columns);
  const minutes = useElapsed(longest?.waitingSince ?? null, MINUTE_MS);
  const wait = useWaitText(minutes);
  const target = panel.queues.find(({ id }) => id === longest?.queueId)?.targetMinutes ?? null;
  const isLate = minutes !== null && waitTone(minutes * MINUTE_MS, target) === 'late';
  const figures: [label: string, value: string, isBad?: boolean][] = [
    [t('waiting'), formatNumber(pending), isLate],
    [t('longest'), wait],
    [t('open'), formatNumber(open)],
    [t('online'), t('of', { n: formatNumber(online), total: formatNumber(total) }), online === 0],
  ];
  return (
    <dl className={css.counters}>
      {figures.map(([label, value, isBad]) => (
        <div key={label} className={cx(isBad && css.bad)}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface QueueMenuProps {
  panel: LivePanel;
  chosen: number | null;
  onChoose: (queueId: number | null) => void;
}

function QueueMenu({ panel, chosen, onChoose }: QueueMenuProps) {
  const t = useTexts(panelTexts);
  const name = panel.queues.find(({ id }) => id === chosen)?.name ?? t('allQueues');
  return (
    <Menu
      minWidth={200}
      target={
        <Button icon="layers" iconRight="chev-d">
          {name}
        </Button>
      }
      items={[
        { key: 'all', label: t('allQueues'), chosen: chosen === null, onClick: () => onChoose(null) },
        ...panel.queues.map((queue) => ({
          key: String(queue.id),
          label: queue.name,
          chosen: queue.id === chosen,
          onClick: () => onChoose(queue.id),
        })),
      ]}
    />
  );
}

/** Seconds without a connection; null while connected and for the first ten. */
function useStaleSeconds(): number | null {
  const isOnline = useIsConnected();
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => setLostAt(isOnline ? null : Date.now()), [isOnline]);
  const seconds = useElapsed(lostAt, 1000);
  return seconds !== null && seconds >= STALE_SECONDS ? seconds : null;
}

/** Wall mode is in the address, so that a screen on the wall survives a reload. F enters it, Esc leaves. */
function useWall() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const isOn = search['mural'] === 1;
  const singleKeys = use(SingleKeys);
  const enter = () => {
    // Not every browser allows it; the wall covers the window anyway.
    void document.documentElement.requestFullscreen?.().catch(() => {});
    void navigate({ to: '/moments', search: { mural: 1 } });
  };
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    void navigate({ to: '/moments', search: {} });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // G and then F opens the queues.
    if (event.key !== 'f' || event.defaultPrevented || !singleKeys || isOn) return;
    if (!event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event)) enter();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return { isOn, enter, leave };
}

const LoadingBoard = () => (
  <div className={css.board} aria-busy="true">
    <div className={css.queues}>
      {[1, 2, 3].map((at) => (
        <Skeleton key={at} height={88} />
      ))}
    </div>
    <Skeleton height={420} />
    <div className={css.agents}>
      {[1, 2, 3, 4].map((at) => (
        <Skeleton key={at} height={220} />
      ))}
    </div>
  </div>
);
