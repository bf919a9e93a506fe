import { COLD_FIRST_DAYS, coldPerDay, peoplePerDay, type ReportedLimit } from '@balcao/domain/connection-health/budget';
import type { Health } from '@balcao/domain/connection-health/status';
import type { ReportedHealth } from '../../infrastructure/db/schema/connection-health.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import { budgetStore } from './budget.store.ts';
import { connectionHealthStore } from './connection-health.store.ts';

export interface BudgetView {
  /** People per day; null without a limit. */
  maxPerDay: number | null;
  isUnbounded: boolean;
  reached: number;
  /** Names of the other connections that share the limit. */
  sharedWith: string[];
}
interface Deps {
  connections: Connections;
  /** Slots since this time count. */
  since(): Date;
}

/** Reports from before there were pools are stored with the connection. */
export const limitOf = (pool: ReportedLimit, reported: ReportedHealth | undefined): ReportedLimit =>
  pool ?? reported?.peoplePerDay ?? null;

/** New conversations that the channel still allows the phone; null if it reported none. */
export const newChatsLeft = (reported: ReportedHealth | undefined): number | null =>
  typeof reported?.newChatsTotal === 'number' ? reported.newChatsTotal - (reported.newChatsUsed ?? 0) : null;

/** The budget as screens show it. */
export const createBudgetViews = ({ connections, since }: Deps) => ({
  /** For screens: the limit, what is used, and with whom it is shared. */
  async view(
    tx: Tx,
    connection: FullConnection,
    { health, reported }: { health: Health; reported: ReportedHealth | undefined },
  ): Promise<BudgetView> {
    const pool = connections.poolOf(connection);
    const reportedPerDay = limitOf(await budgetStore.findLimit(tx, pool), reported);
    const { reached } = await budgetStore.usage(tx, pool, since());
    const members = (await connections.inTx.all(tx)).filter((other) => connections.poolOf(other) === pool);
    return viewOf(connection, { status: health.status, reportedPerDay, reached, members });
  },
  /** The views of many connections, with as many statements as for one. `all`: every connection of the company. */
  async views(
    tx: Tx,
    all: readonly FullConnection[],
    reportedOf: ReadonlyMap<number, ReportedHealth>,
  ): Promise<Map<number, BudgetView>> {
    const limits = await budgetStore.findLimits(tx);
    const reached = await budgetStore.reachedByPool(tx, since());
    const pools = Map.groupBy(all, (connection) => connections.poolOf(connection));
    return new Map(
      [...pools].flatMap(([pool, members]) =>
        members.map((connection) => [
          connection.id,
          viewOf(connection, {
            status: connection.health.status,
            reportedPerDay: limitOf(limits.get(pool) ?? null, reportedOf.get(connection.id)),
            reached: reached.get(pool) ?? 0,
            members,
          }),
        ]),
      ),
    );
  },
  /**
   * For forecasts: how many cold contacts a phone may reach per day now, and after the first days; null without a limit of
   * their own.
   */
  async coldLimits(
    tx: Tx,
    { id, channel }: FullConnection,
    { coldAllowedDays }: { coldAllowedDays: number },
  ): Promise<{ perDay: number; laterPerDay: number } | null> {
    const quotaLeft = newChatsLeft(await connectionHealthStore.findReported(tx, id));
    const limitAfter = (allowedDays: number) => coldPerDay({ kind: channel, allowedDays, quotaLeft });
    const [perDay, laterPerDay] = [limitAfter(coldAllowedDays), limitAfter(COLD_FIRST_DAYS)];
    return perDay === null || laterPerDay === null ? null : { perDay, laterPerDay };
  },
});

function viewOf(
  { id, channel }: FullConnection,
  pool: {
    status: Health['status'];
    reportedPerDay: ReportedLimit;
    reached: number;
    members: readonly FullConnection[];
  },
): BudgetView {
  const { status, reportedPerDay, reached, members } = pool;
  return {
    maxPerDay: peoplePerDay({ kind: channel, status, reportedPerDay }),
    isUnbounded: reportedPerDay === 'unbounded',
    reached,
    sharedWith: members.filter((member) => member.id !== id).map(({ name }) => name),
  };
}
