import type { LogEntry } from './connection-log.store.ts';
import type { ConnectionHealth } from '@balcao/contract/endpoints/connection-health';
import type { Health } from '@balcao/domain/connection-health/status';
import type { Abilities } from '../../channels/port.ts';
import type { ReportedHealth } from '../../infrastructure/db/schema/connection-health.ts';
import { presentHealthBrief } from '../connections/index.ts';
import type { BudgetView } from './budget-views.ts';
import type { Counters } from './connection-health.store.ts';

export interface HealthView {
  connectionId: number;
  health: Health;
  reported: ReportedHealth | undefined;
  lastHour: Counters;
  lastDay: Counters;
  waiting: number;
  pausedUntil: Date | null;
  rateLimit: Abilities['rateLimit'];
  /** Messages that the channel holds back. */
  held: number;
  budget: BudgetView;
  /** Newest first. */
  log: LogEntry[];
}

export const presentHealth = ({ health, reported, budget, log, ...view }: HealthView): ConnectionHealth => ({
  ...presentHealthBrief(health),
  whatsappId: view.connectionId,
  lastHour: view.lastHour,
  lastDay: view.lastDay,
  quality: reported?.quality ?? null,
  qualityAt: reported?.qualityAt?.toISOString() ?? null,
  restriction: reported?.restriction ? reported.restrictionDetail || reported.restriction : '',
  restrictedUntil: reported?.restrictionUntil?.toISOString() ?? null,
  newChats: presentNewChats(reported),
  held: view.held,
  waiting: view.waiting,
  pausedUntil: view.pausedUntil?.toISOString() ?? null,
  pace: view.rateLimit ?? null,
  budget: {
    peoplePerDay: budget.maxPerDay,
    isUnbounded: budget.isUnbounded,
    taken: budget.reached,
    left: budget.maxPerDay === null ? null : Math.max(0, budget.maxPerDay - budget.reached),
    sharedWith: budget.sharedWith,
  },
  log: log.map(({ firstAt, lastAt, ...entry }) => ({
    ...entry,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  })),
});

const presentNewChats = (reported: ReportedHealth | undefined) =>
  typeof reported?.newChatsTotal === 'number'
    ? { total: reported.newChatsTotal, used: reported.newChatsUsed ?? 0 }
    : null;
