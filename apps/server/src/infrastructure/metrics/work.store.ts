/** Figures about the work of all companies together, for the metrics and the health checks. */
import type { Db } from '../db/tx.ts';

type Reader = Pick<Db, 'query'>;

/** Outgoing messages that are not done, by state. */
export const outboxCounts = (db: Reader): Promise<Record<string, number>> => countsOf(db, 'outbox');

export const quarantinedCount = async (db: Reader): Promise<number> => (await countsOf(db, 'quarantine'))['all'] ?? 0;

async function countsOf(db: Reader, part: string): Promise<Record<string, number>> {
  const rows = await db.query<{ state: string; count: string }>(counts, [part]);
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

/** Age of the oldest payload or event that waits. Imported history may wait, and so may events that are retried later. */
export async function inboxLagSeconds(db: Reader): Promise<number> {
  return (await db.query<{ seconds: number }>(lag, []))[0]!.seconds;
}

const counts = {
  name: 'metrics.work-counts',
  text: 'select state, count from work_counts() where part = $1',
};
const lag = {
  name: 'metrics.inbox-lag',
  // 3 is HISTORY_SHARD, as a literal: the index signals_now has this condition.
  text: `select coalesce(extract(epoch from now() - least(
                (select received_at from inbox order by id limit 1),
                (select min(received_at) from (select received_at from signals
                  where lane < 3 and next_try_at <= now() limit 100000) s))), 0)::float8 as seconds`,
};
