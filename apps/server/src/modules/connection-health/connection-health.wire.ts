import type { LogEntry } from './connection-log.store.ts';
import type { ConnectionHealth } from '@balcao/contract/endpoints/connection-health';
import type { Health } from '@balcao/domain/connection-health/status';
import type { Abilities } from '../../channels/port.ts';
import type { ReportedHealth } from '../../infrastructure/db/schema/connection-health.ts';
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
  /** New recipients per day; null without a limit. */
  maxPerDay: number | null;
  /** Newest first. */
  log: LogEntry[];
}

export const presentHealth = ({
  health,
  reported,
  lastDay,
  maxPerDay,
  log,
  ...view
}: HealthView): ConnectionHealth => ({
  ...health,
  whatsappId: view.connectionId,
  lastHour: presentCounters(view.lastHour),
  lastDay: presentCounters(lastDay),
  quality: reported?.quality ?? null,
  qualityAt: reported?.qualityAt?.toISOString() ?? null,
  restriction: reported?.restriction ? reported.restrictionDetail || reported.restriction : '',
  waiting: view.waiting,
  pausedUntil: view.pausedUntil?.toISOString() ?? null,
  pace: view.rateLimit ?? null,
  budget: {
    peoplePerDay: maxPerDay,
    taken: lastDay.taken,
    left: maxPerDay === null ? null : Math.max(0, maxPerDay - lastDay.taken),
  },
  log: log.map(({ firstAt, lastAt, ...entry }) => ({
    ...entry,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  })),
});

const presentCounters = ({ taken: _, ...counters }: Counters) => counters;
