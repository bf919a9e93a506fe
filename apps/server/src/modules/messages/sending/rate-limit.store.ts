import type { Tx } from '../../../infrastructure/db/tx.ts';

/** `peer` of the account's own limit; contacts use their ids. */
export const ACCOUNT = 0;
/** `peer` of bulk sending, which has a share of its own. */
export const BULK = -1;

interface ReserveRequest {
  connectionId: number;
  peer: number;
  /** Time that one message uses. */
  intervalMs: number;
  /** Time that may be used in advance. */
  burstMs: number;
}

/** Rate limits by the database's clock, shared by all nodes. */
export const rateLimitStore = {
  /** 0 when granted, otherwise the milliseconds to wait. */
  async reserve(tx: Tx, { connectionId, peer, intervalMs, burstMs }: ReserveRequest): Promise<number> {
    const granted = await tx.query(reserve, [tx.companyId, connectionId, peer, intervalMs / 1000, burstMs / 1000]);
    if (granted.length > 0) return 0;
    const [row] = await tx.query<{ ms: number }>(remainingWait, [tx.companyId, connectionId, peer, burstMs / 1000]);
    return Math.max(1, Math.ceil(row?.ms ?? intervalMs));
  },
  /** Counts another refusal or missing answer; returns the number in a row. After 15 minutes it starts at 1 again. */
  async recordBackoff(tx: Tx, connectionId: number): Promise<number> {
    const [row] = await tx.query<{ strikes: number }>(recordBackoff, [tx.companyId, connectionId, ACCOUNT]);
    return row!.strikes;
  },
  async resetBackoff(tx: Tx, connectionId: number): Promise<void> {
    await tx.query(resetBackoff, [tx.companyId, connectionId, ACCOUNT]);
  },
  /** Removes rows whose time has passed. */
  /** Returns how many rows were removed, at most `limit`. */
  async prune(tx: Tx, limit: number): Promise<number> {
    return (await tx.query<{ n: number }>(prune, [tx.companyId, limit]))[0]!.n;
  },
};

const reserve = {
  name: 'rate-limit.reserve',
  text: `insert into sending_paces as p (company_id, connection_id, peer, paid_at)
         values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
         on conflict (company_id, connection_id, peer) do update
            set paid_at = greatest(p.paid_at, clock_timestamp()) + make_interval(secs => $4)
          where p.paid_at <= clock_timestamp() + make_interval(secs => $5)
         returning peer`,
};
const remainingWait = {
  name: 'rate-limit.remaining-wait',
  text: `select extract(epoch from paid_at - make_interval(secs => $4) - clock_timestamp())::float8 * 1000 as ms
           from sending_paces where company_id = $1 and connection_id = $2 and peer = $3`,
};
const recordBackoff = {
  name: 'rate-limit.record-backoff',
  text: `insert into sending_paces as p (company_id, connection_id, peer, paid_at, strikes, struck_at)
         values ($1, $2, $3, clock_timestamp(), 1, clock_timestamp())
         on conflict (company_id, connection_id, peer) do update
            set strikes = case when p.struck_at > clock_timestamp() - interval '15 minutes' then p.strikes + 1 else 1 end,
                struck_at = clock_timestamp()
         returning strikes`,
};
const resetBackoff = {
  name: 'rate-limit.reset-backoff',
  text: `update sending_paces set strikes = 0, struck_at = null
          where company_id = $1 and connection_id = $2 and peer = $3 and strikes > 0`,
};
const prune = {
  name: 'rate-limit.prune',
  text: `with gone as (delete from sending_paces where company_id = $1 and ctid = any(array(
           select ctid from sending_paces where company_id = $1 and paid_at < now() - interval '1 hour' limit $2)) returning 1)
         select count(*)::int as n from gone`,
};
