/** The pending conversations and a card for each agent. Admins drag a conversation to another column. */
import {
  DndContext,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { GOOD_WITHIN_TARGET_PERCENT } from '@balcao/domain/insight/metrics';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { LivePanel, PanelAgent, PanelTicket } from '../../entities/live-panel/live-panel.api.ts';
import {
  presenceOf,
  targetOf,
  type AgentColumn,
  type PanelColumns as Columns,
} from '../../entities/live-panel/panel-view.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Counter, cx, EmptyState, Icon } from '../../ui/index.ts';
import css from './live-panel.module.css';
import columnsCss from './panel-columns.module.css';
import { panelTexts } from './live-panel.texts.ts';
import { PanelCard, type PanelTransfer } from './panel-card.tsx';

/** The most urgent conversations of an agent; the others are behind a button. */
const AGENT_ROWS = 3;
/** Pending rows are added in portions, so that a thousand of them do not block the page. */
const PENDING_ROWS = 60;
/** A click is no drag, and neither is scrolling by touch. */
const MOUSE = { activationConstraint: { distance: 6 } };
const TOUCH = { activationConstraint: { delay: 220, tolerance: 8 } };
const PENDING_ID = 'pending';

interface PanelColumnsProps {
  panel: LivePanel;
  columns: Columns;
  canTransfer: boolean;
  onTransfer: (ticket: PanelTicket, agent: PanelAgent | null) => void;
}

export function PanelColumns({ panel, columns, canTransfer, onTransfer }: PanelColumnsProps) {
  const t = useTexts(panelTexts);
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH));
  const transfer = useTransfer(panel.agents, onTransfer, canTransfer);
  const nameOf = (id: unknown) =>
    id === PENDING_ID ? t('pending') : (panel.agents.find((agent) => agent.id === id)?.name ?? '');
  const contactOf = (id: unknown) => panel.tickets.find((ticket) => ticket.id === id)?.contact.name ?? '';
  const drop = (ticketId: unknown, columnId: unknown) => {
    const ticket = panel.tickets.find(({ id }) => id === ticketId);
    if (!ticket || columnId === undefined || columnId === columnOf(ticket)) return;
    onTransfer(ticket, panel.agents.find(({ id }) => id === columnId) ?? null);
  };
  const card = (ticket: PanelTicket, isPending: boolean) => (
    <PanelCard
      key={ticket.id}
      ticket={ticket}
      target={targetOf(panel, ticket)}
      isPending={isPending}
      transfer={transfer}
    />
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragEnd={({ active, over }) => drop(active.id, over?.id)}
      accessibility={{
        screenReaderInstructions: { draggable: t('dragHelp') },
        announcements: {
          onDragStart: ({ active }) => t('lifted', { name: contactOf(active.id) }),
          onDragOver: ({ over }) => (over ? t('over', { column: nameOf(over.id) }) : undefined),
          onDragEnd: ({ over }) => (over ? t('dropped', { column: nameOf(over.id) }) : t('canceled')),
          onDragCancel: () => t('canceled'),
        },
      }}
    >
      <Pending tickets={columns.pending} withinTarget={panel.withinTarget} card={(ticket) => card(ticket, true)} />
      <section className={css.agents} aria-label={t('agents')} data-scroller>
        {columns.agents.map((column) => (
          <AgentCard
            key={column.agent.id}
            column={column}
            capacity={panel.capacity}
            card={(ticket) => card(ticket, false)}
          />
        ))}
      </section>
    </DndContext>
  );
}

/** Changes only with the agents: the handler of the last render is called through a reference. */
function useTransfer(
  agents: PanelTransfer['agents'],
  onTransfer: PanelTransfer['onTransfer'],
  canTransfer: boolean,
): PanelTransfer | null {
  const last = useRef(onTransfer);
  useEffect(() => {
    last.current = onTransfer;
  });
  const call = useCallback<PanelTransfer['onTransfer']>((ticket, agent) => last.current(ticket, agent), []);
  return useMemo(() => (canTransfer ? { agents, onTransfer: call } : null), [agents, call, canTransfer]);
}

const columnOf = (ticket: PanelTicket): string | number =>
  ticket.status === 'pending' || ticket.userId === null ? PENDING_ID : ticket.userId;

interface PendingProps {
  tickets: readonly PanelTicket[];
  withinTarget: number | null;
  card: (ticket: PanelTicket) => ReactNode;
}

function Pending({ tickets, withinTarget, card }: PendingProps) {
  const t = useTexts(panelTexts);
  const [shown, setShown] = useState(PENDING_ROWS);
  const { setNodeRef, isOver } = useDroppable({ id: PENDING_ID });
  const percent = withinTarget === null ? null : Math.round(withinTarget);
  return (
    <section ref={setNodeRef} className={cx(columnsCss.pending, isOver && columnsCss.over)} aria-label={t('pending')}>
      <header>
        <h2>{t('pending')}</h2>
        <Counter>{formatNumber(tickets.length)}</Counter>
        <span className={css.grow} />
        <span className="faint">{t('oldestFirst')}</span>
      </header>
      {tickets.length === 0 ? (
        <div className={columnsCss.none}>
          <EmptyState icon="check-c" title={t('allAnswered')} text={t('allAnsweredText')} />
        </div>
      ) : (
        <ul data-scroller>
          {tickets.slice(0, shown).map(card)}
          {tickets.length > shown && (
            <li className={columnsCss.moreRow}>
              <button type="button" className={columnsCss.more} onClick={() => setShown(shown + PENDING_ROWS)}>
                {t('more', { n: formatNumber(tickets.length - shown) })}
              </button>
            </li>
          )}
        </ul>
      )}
      {percent !== null && (
        <footer>
          <span className={columnsCss.target}>
            <Icon name="flag" size={16} />
            {t('withinToday', { percent: formatNumber(percent) })}
          </span>
          <span className="faint">{t('goodFrom', { percent: formatNumber(GOOD_WITHIN_TARGET_PERCENT) })}</span>
          <span className={columnsCss.bar} aria-hidden="true">
            <i
              data-tone={percent >= GOOD_WITHIN_TARGET_PERCENT ? 'success' : 'warn'}
              style={{ width: `${percent}%` }}
            />
          </span>
        </footer>
      )}
    </section>
  );
}

const presenceTexts = { online: 'isOnline', paused: 'isPaused', offline: 'isOffline' } as const;

interface AgentCardProps {
  column: AgentColumn;
  capacity: number;
  card: (ticket: PanelTicket) => ReactNode;
}

function AgentCard({ column: { agent, tickets }, capacity, card }: AgentCardProps) {
  const t = useTexts(panelTexts);
  const [isWhole, setWhole] = useState(false);
  const { setNodeRef, isOver } = useDroppable({ id: agent.id });
  const presence = presenceOf(agent);
  const hidden = tickets.length - AGENT_ROWS;
  return (
    <article
      ref={setNodeRef}
      className={cx(columnsCss.agent, isOver && columnsCss.over)}
      data-presence={presence}
      data-whole={isWhole || undefined}
      aria-label={agent.name}
    >
      <header>
        <Avatar name={agent.name} src={agent.profileImage} size={36} />
        <div className={columnsCss.who}>
          <h3 className="cut">{agent.name}</h3>
          <p>
            <i className={columnsCss.dot} />
            {t(presenceTexts[presence])}
          </p>
        </div>
        <Load count={tickets.length} capacity={capacity} />
      </header>
      {tickets.length === 0 ? (
        <p className={columnsCss.idle}>{t('noConversation')}</p>
      ) : (
        <ul>{tickets.slice(0, isWhole ? undefined : AGENT_ROWS).map(card)}</ul>
      )}
      {hidden > 0 && (
        <button type="button" className={columnsCss.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('less') : t('more', { n: formatNumber(hidden) })}
        </button>
      )}
    </article>
  );
}

/** Conversations of an agent; with a limit, how much of it is used. */
function Load({ count, capacity }: { count: number; capacity: number }) {
  const t = useTexts(panelTexts);
  if (capacity === 0)
    return (
      <div className={columnsCss.load}>
        <span className="num">
          <b>{formatNumber(count)}</b> {t(count === 1 ? 'oneConversation' : 'wallConversations')}
        </span>
      </div>
    );
  const tone = count > capacity ? 'danger' : count >= capacity * 0.9 ? 'warn' : undefined;
  return (
    <div className={columnsCss.load} role="img" aria-label={t('load', { n: count, capacity })}>
      <span className="num" aria-hidden="true">
        <b>{formatNumber(count)}</b> {t('of', { n: '', total: capacity }).trim()}
      </span>
      <span className={columnsCss.bar} aria-hidden="true">
        <i data-tone={tone} style={{ width: `${Math.min(100, (count / capacity) * 100)}%` }} />
      </span>
    </div>
  );
}
