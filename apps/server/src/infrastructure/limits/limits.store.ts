import type { PlatformTx } from '../db/tx.ts';

const hit = {
  name: 'limits.hit',
  text: `insert into rate_limits (key_hash, window_ends_at, hits) values ($1, now() + make_interval(secs => $2), 1)
         on conflict (key_hash) do update set
           hits = case when rate_limits.window_ends_at > now() then rate_limits.hits + 1 else 1 end,
           window_ends_at = case when rate_limits.window_ends_at > now() then rate_limits.window_ends_at else excluded.window_ends_at end
         returning hits, extract(epoch from window_ends_at - now())::float8 as "secondsLeft"`,
};
const release = {
  name: 'limits.release',
  text: 'update rate_limits set hits = hits - 1 where key_hash = any($1) and hits > 0',
};
const clear = { name: 'limits.clear', text: 'delete from rate_limits where key_hash = any($1)' };
const prune = {
  name: 'limits.prune',
  text: `with gone as (delete from rate_limits where key_hash in (
           select key_hash from rate_limits where window_ends_at < $1::timestamptz limit $2) returning 1)
         select count(*)::int as n from gone`,
};

interface Row {
  hits: number;
  secondsLeft: number;
}

export const limitStore = {
  hit: async (tx: PlatformTx, key: Buffer, seconds: number) => (await tx.query<Row>(hit, [key, seconds]))[0]!,
  release: (tx: PlatformTx, keys: Buffer[]) => tx.query(release, [keys]),
  clear: (tx: PlatformTx, keys: Buffer[]) => tx.query(clear, [keys]),
  /** Returns how many counters were removed, at most `limit`. */
  prune: async (tx: PlatformTx, before: Date, limit: number): Promise<number> =>
    (await tx.query<{ n: number }>(prune, [before.toISOString(), limit]))[0]!.n,
};
