import type { Tx } from '../../foundation/db/tx.ts';

/** The account itself, among those who have a pace on it. */
export const ACCOUNT = 0;
/** Mass sending, which has a share of its own. */
export const MASSES = -1;

interface Wish {
  connectionId: number;
  peer: number;
  /** What one costs. */
  everyMs: number;
  /** How far ahead may be borrowed. */
  borrowMs: number;
}

/** Whose turn it is on which account, by the database's clock and for all nodes alike. */
export const paceStore = {
  /** 0 when it was granted, otherwise how many milliseconds it is too early. */
  async take(tx: Tx, { connectionId, peer, everyMs, borrowMs }: Wish): Promise<number> {
    const granted = await tx.run(take, [tx.companyId, connectionId, peer, everyMs / 1000, borrowMs / 1000]);
    if (granted.length > 0) return 0;
    const [row] = await tx.run<{ ms: number }>(early, [tx.companyId, connectionId, peer, borrowMs / 1000]);
    return Math.max(1, Math.ceil(row?.ms ?? everyMs));
  },
  /** Told to wait, or not answered, once more; answers how often in a row. What is long ago does not count. */
  async strike(tx: Tx, connectionId: number): Promise<number> {
    const [row] = await tx.run<{ strikes: number }>(strike, [tx.companyId, connectionId, ACCOUNT]);
    return row!.strikes;
  },
  async forgive(tx: Tx, connectionId: number): Promise<void> {
    await tx.run(forgive, [tx.companyId, connectionId, ACCOUNT]);
  },
  /** What is paid for is worth nothing any more. */
  async prune(tx: Tx): Promise<void> {
    await tx.run(prune, [tx.companyId]);
  },
};

const take = {
  name: 'paces.take',
  text: `insert into sending_paces as p (company_id, connection_id, peer, paid_at)
         values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
         on conflict (company_id, connection_id, peer) do update
            set paid_at = greatest(p.paid_at, clock_timestamp()) + make_interval(secs => $4)
          where p.paid_at <= clock_timestamp() + make_interval(secs => $5)
         returning peer`,
};
const early = {
  name: 'paces.early',
  text: `select extract(epoch from paid_at - make_interval(secs => $4) - clock_timestamp())::float8 * 1000 as ms
           from sending_paces where company_id = $1 and connection_id = $2 and peer = $3`,
};
const strike = {
  name: 'paces.strike',
  text: `insert into sending_paces as p (company_id, connection_id, peer, paid_at, strikes, struck_at)
         values ($1, $2, $3, clock_timestamp(), 1, clock_timestamp())
         on conflict (company_id, connection_id, peer) do update
            set strikes = case when p.struck_at > clock_timestamp() - interval '15 minutes' then p.strikes + 1 else 1 end,
                struck_at = clock_timestamp()
         returning strikes`,
};
const forgive = {
  name: 'paces.forgive',
  text: `update sending_paces set strikes = 0, struck_at = null
          where company_id = $1 and connection_id = $2 and peer = $3 and strikes > 0`,
};
const prune = {
  name: 'paces.prune',
  text: `delete from sending_paces where company_id = $1 and paid_at < now() - interval '1 hour'`,
};
