import type { PlatformTx, Tx } from '../db/tx.ts';

interface IdempotencyRow {
  requestHash: Buffer;
  /** Null while the first request is running. */
  status: number | null;
  answer: unknown;
}

const claim = {
  name: 'idempotency.claim',
  // Rows of earlier versions have no lease; they are abandoned after a minute.
  text: `insert into idempotency_keys (company_id, key, request_hash, holder, lease_until)
         values ($1, $2, $3, $4, now() + make_interval(secs => $5))
         on conflict (company_id, key) do update
            set created_at = now(), holder = excluded.holder, lease_until = excluded.lease_until
          where idempotency_keys.status is null and idempotency_keys.request_hash = excluded.request_hash
            and (idempotency_keys.holder = excluded.holder and not $6
                 or coalesce(idempotency_keys.lease_until, idempotency_keys.created_at + interval '1 minute') < now())
         returning key`,
};
const renew = {
  name: 'idempotency.renew',
  text: `update idempotency_keys set lease_until = now() + make_interval(secs => $4)
          where company_id = $1 and key = $2 and holder = $3 and status is null`,
};
const find = {
  name: 'idempotency.find',
  text: `select request_hash as "requestHash", status, answer from idempotency_keys where company_id = $1 and key = $2`,
};
const answer = {
  name: 'idempotency.answer',
  text: 'update idempotency_keys set status = 200, answer = $3::jsonb where company_id = $1 and key = $2 and holder = $4',
};
const release = {
  name: 'idempotency.release',
  text: 'delete from idempotency_keys where company_id = $1 and key = $2 and holder = $3 and status is null',
};
const companiesBefore = {
  name: 'idempotency.companies-before',
  text: 'select company_id as "companyId" from companies_with_idempotency_before($1::timestamptz)',
};
const prune = {
  name: 'idempotency.prune',
  text: `with gone as (delete from idempotency_keys where company_id = $1 and key in (
           select key from idempotency_keys where company_id = $1 and created_at < $2::timestamptz limit $3) returning 1)
         select count(*)::int as n from gone`,
};

/** The request that runs under a key. */
export interface Claim {
  key: string;
  /** This process. */
  holder: string;
  leaseSeconds: number;
}

export const idempotencyStore = {
  /** True when the key was free, or when the request that claimed it was abandoned. `isRunning`: it runs in this process. */
  async claim(tx: Tx, claimed: Claim, requestHash: Buffer, isRunning: boolean): Promise<boolean> {
    const { key, holder, leaseSeconds } = claimed;
    return (await tx.query(claim, [tx.companyId, key, requestHash, holder, leaseSeconds, isRunning])).length > 0;
  },
  renew: (tx: Tx, { key, holder, leaseSeconds }: Claim) => tx.query(renew, [tx.companyId, key, holder, leaseSeconds]),
  async find(tx: Tx, key: string): Promise<IdempotencyRow | undefined> {
    return (await tx.query<IdempotencyRow>(find, [tx.companyId, key]))[0];
  },
  answer: (tx: Tx, { key, holder }: Claim, value: unknown) =>
    tx.query(answer, [tx.companyId, key, value === null ? null : JSON.stringify(value), holder]),
  release: (tx: Tx, { key, holder }: Claim) => tx.query(release, [tx.companyId, key, holder]),

  async companiesBefore(tx: PlatformTx, before: Date) {
    const rows = await tx.query<{ companyId: number }>(companiesBefore, [before.toISOString()]);
    return rows.map(({ companyId }) => companyId);
  },
  /** Returns how many keys were removed, at most `limit`. */
  prune: async (tx: Tx, before: Date, limit: number): Promise<number> =>
    (await tx.query<{ n: number }>(prune, [tx.companyId, before.toISOString(), limit]))[0]!.n,
};
