/** What the panel shows, computed from its state: columns, colors, counters and alarms. */
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import type { LivePanel, PanelAgent, PanelTicket } from './live-panel.api.ts';

export type WaitTone = 'calm' | 'warn' | 'late';

/** Amber from half of the queue's target, red past it; calm without a target. */
export function waitTone(waitedMs: number, targetMinutes: number | null): WaitTone {
  if (targetMinutes === null) return 'calm';
  const share = waitedMs / (targetMinutes * MINUTE_MS);
  return share > 1 ? 'late' : share >= 0.5 ? 'warn' : 'calm';
}

export const targetOf = (panel: Pick<LivePanel, 'queues'>, ticket: Pick<PanelTicket, 'queueId'>): number | null =>
  panel.queues.find(({ id }) => id === ticket.queueId)?.targetMinutes ?? null;

export const waitedMs = ({ waitingSince }: Pick<PanelTicket, 'waitingSince'>, now: number): number =>
  waitingSince === null ? 0 : Math.max(0, now - Date.parse(waitingSince));

export type Presence = 'online' | 'paused' | 'offline';
export const presenceOf = ({ online, paused }: Pick<PanelAgent, 'online' | 'paused'>): Presence =>
  !online ? 'offline' : paused ? 'paused' : 'online';

/** Admins see every agent; others those of their queues and those who have one of the shown conversations. */
export function visibleTo(
  panel: LivePanel,
  viewer: { seesAllAgents: boolean; userId: number; queueIds: readonly number[] },
): LivePanel {
  if (viewer.seesAllAgents) return panel;
  const holders = new Set(panel.tickets.map(({ userId }) => userId));
  const agents = panel.agents.filter(
    ({ id, queueIds }) =>
      id === viewer.userId || holders.has(id) || queueIds.some((queueId) => viewer.queueIds.includes(queueId)),
  );
  return { ...panel, agents };
}

export interface AgentColumn {
  agent: PanelAgent;
  tickets: readonly PanelTicket[];
}
export interface PanelColumns {
  pending: readonly PanelTicket[];
  agents: readonly AgentColumn[];
}

const presenceRank: Record<Presence, number> = { online: 0, paused: 1, offline: 2 };

/** Pending conversations, then a column for each agent; only those of one queue if it is given. */
export function columnsOf({ tickets, agents }: LivePanel, queueId: number | null): PanelColumns {
  const shown = queueId === null ? tickets : tickets.filter((ticket) => ticket.queueId === queueId);
  const open = Map.groupBy(
    shown.filter(({ status }) => status === 'open'),
    ({ userId }) => userId,
  );
  return {
    pending: shown.filter(({ status }) => status === 'pending'),
    agents: agents
      .filter(({ id, queueIds }) => queueId === null || queueIds.includes(queueId) || open.has(id))
      .map((agent) => ({ agent, tickets: open.get(agent.id) ?? [] }))
      .toSorted((a, b) => presenceRank[presenceOf(a.agent)] - presenceRank[presenceOf(b.agent)]),
  };
}

export interface QueueLoad {
  id: number | null;
  name: string;
  color: string | null;
  waiting: number;
  /** The longest wait. */
  since: string | null;
  target: number | null;
  online: number;
}

/** Each queue with its waiting conversations; conversations without a queue come last, if there are any. */
export function queueLoads({ queues, tickets, agents }: LivePanel): QueueLoad[] {
  const load = (id: number | null): Pick<QueueLoad, 'id' | 'waiting' | 'since' | 'online'> => {
    const waiting = tickets.filter(({ status, queueId }) => status === 'pending' && queueId === id);
    return {
      id,
      waiting: waiting.length,
      since: earliest(waiting),
      online: agents.filter(({ online, queueIds }) => online && id !== null && queueIds.includes(id)).length,
    };
  };
  const none = load(null);
  return [
    ...queues.map(({ id, name, color, targetMinutes }) => ({ ...load(id), name, color, target: targetMinutes })),
    ...(none.waiting > 0 ? [{ ...none, name: '', color: null, target: null }] : []),
  ];
}

/** ISO times of one time zone sort as text. */
const earliest = (tickets: readonly PanelTicket[]): string | null =>
  tickets.reduce<string | null>(
    (least, { waitingSince }) =>
      waitingSince !== null && (least === null || waitingSince < least) ? waitingSince : least,
    null,
  );

export interface PanelCounters {
  pending: number;
  open: number;
  online: number;
  total: number;
  /** The pending conversation with the longest wait. */
  longest: PanelTicket | null;
}

export const countersOf = ({ pending, agents }: PanelColumns): PanelCounters => ({
  pending: pending.length,
  open: agents.reduce((sum, { tickets }) => sum + tickets.length, 0),
  online: agents.filter(({ agent }) => agent.online).length,
  total: agents.length,
  longest: pending.find(({ waitingSince }) => waitingSince !== null) ?? null,
});

export type Alarm =
  | { kind: 'late'; ticket: PanelTicket; minutes: number; target: number }
  | { kind: 'left'; agent: PanelAgent; count: number }
  | { kind: 'nobody'; count: number }
  | { kind: 'connection'; connection: LostConnection };

/** A connection that receives and sends nothing. */
export interface LostConnection {
  id: number;
  name: string;
}

const MAX_ALARMS = 3;

/**
 * At most three: no agent online for waiting customers, the longest late wait, agents who left conversations, lost
 * connections. Agents do not displace the first lost connection.
 */
export function alarmsOf(
  panel: LivePanel,
  columns: PanelColumns,
  now: number,
  lost: readonly LostConnection[] = [],
): Alarm[] {
  const { pending, agents } = columns;
  const isLate = (ticket: PanelTicket) => waitTone(waitedMs(ticket, now), targetOf(panel, ticket)) === 'late';
  const late = pending.find(isLate);
  const isNobody = pending.length > 0 && agents.length > 0 && agents.every(({ agent }) => !agent.online);
  const left = agents
    .filter(({ agent, tickets }) => !agent.online && tickets.some(({ waitingSince }) => waitingSince !== null))
    .toSorted((a, b) => b.tickets.length - a.tickets.length);
  const alarms: Alarm[] = [
    ...(isNobody ? [{ kind: 'nobody' as const, count: pending.length }] : []),
    ...(late
      ? [
          {
            kind: 'late' as const,
            ticket: late,
            minutes: Math.floor(waitedMs(late, now) / MINUTE_MS),
            target: targetOf(panel, late)!,
          },
        ]
      : []),
  ];
  const ofAgents = left.map(({ agent, tickets }) => ({ kind: 'left' as const, agent, count: tickets.length }));
  const ofConnections = lost.map((connection) => ({ kind: 'connection' as const, connection }));
  const remaining = MAX_ALARMS - alarms.length;
  return [...alarms, ...ofAgents.slice(0, lost.length > 0 ? remaining - 1 : remaining), ...ofConnections].slice(
    0,
    MAX_ALARMS,
  );
}

/** The same while an alarm lasts, so that its sound is played once. */
export function alarmKey(alarm: Alarm): string {
  switch (alarm.kind) {
    case 'late':
      return `late-${alarm.ticket.id}`;
    case 'left':
      return `left-${alarm.agent.id}`;
    case 'connection':
      return `connection-${alarm.connection.id}`;
    case 'nobody':
      return 'nobody';
  }
}

/** For a screen on the wall: the first name, and only the first letter of the last one. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${last.slice(0, 1)}.` : first;
}
