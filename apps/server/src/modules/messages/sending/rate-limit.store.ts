import type { Tx } from '../../../infrastructure/db/tx.ts';

/** The account itself, among those who have a pace on it. */
export const ACCOUNT = 0;
/** Mass sending, which has a share of its own. */
export const BULK = -1;

interface ReserveRequest {
  connectionId: number;
  peer: number;
  /** What one costs. */
  intervalMs: number;
  /** How far ahead may be borrowed. */
  burstMs: number;
}

/** Whose turn it is on which account, by the database's clock and for all nodes alike. */
export const rateLimitStore = {
  /** 0 when it was granted, otherwise how many milliseconds it is too early. */
  async reserve(tx: Tx, { connectionId, peer, intervalMs, burstMs }: ReserveRequest): Promise<number> {
    const granted = await tx.query(reserve, [tx.companyId, connectionId, peer, intervalMs / 1000, burstMs / 1000]);
    if (granted.length > 0) return 0;
    const [row] = await tx.query<{ ms: number }>(remainingWait, [tx.companyId, connectionId, peer, burstMs / 1000]);
    return Math.max(1, Math.ceil(row?.ms ?? intervalMs));
  },
  /** Told to wait, or not answered, once more; answers how often in a row. What is long ago does not count. */
  async recordBackoff(tx: Tx, connectionId: number): Promise<number> {
    const [row] = await tx.query<{ strikes: number }>(recordBackoff, [tx.companyId, connectionId, ACCOUNT]);
    return row!.strikes;
  },
  async resetBackoff(tx: Tx, connectionId: number): Promise<void> {
    await tx.query(resetBackoff, [tx.companyId, connectionId, ACCOUNT]);
  },
  /** What is paid for is worth nothing any more. */
  async prune(tx: Tx): Promise<void> {
    await tx.query(prune, [tx.companyId]);
  },
};

const reserve = {
  name: 'paces.take',
  text: `insert into sending_paces as p (company_id, connection_id, peer, paid_at)
         values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
         on conflict (company_id, connection_id, peer) do update
            set paid_at = greatest(p.paid_at, clock_timestamp()) + make_interval(secs => $4)
          where p.paid_at <= clock_timestamp() + make_interval(secs => $5)
         returning peer`,
};
const remainingWait = {
  name: 'paces.early',
  text: `select extract(epoch from paid_at - make_interval(secs => $4) - clock_timestamp())::float8 * 1000 as ms
           from sending_paces where company_id = $1 and connection_id = $2 and peer = $3`,
};
const recordBackoff = {
  name: 'paces.strike',
  text: `insert into sending_paces as p (company_id, connection_id, peer, paid_at, strikes, struck_at)
         values ($1, $2, $3, clock_timestamp(), 1, clock_timestamp())
         on conflict (company_id, connection_id, peer) do update
            set strikes = case when p.struck_at > clock_timestamp() - interval '15 minutes' then p.strikes + 1 else 1 end,
                struck_at = clock_timestamp()
         returning strikes`,
};
const resetBackoff = {
  name: 'paces.forgive',
  text: `update sending_paces set strikes = 0, struck_at = null
          where company_id = $1 and connection_id = $2 and peer = $3 and strikes > 0`,
};
const prune = {
  name: 'paces.prune',
  text: `delete from sending_paces where company_id = $1 and paid_at < now() - interval '1 hour'`,
};
