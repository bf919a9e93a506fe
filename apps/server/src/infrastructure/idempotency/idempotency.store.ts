import { and, eq, sql } from 'drizzle-orm';
import { idempotencyKeys } from '../db/schema/messages.ts';
import { own, type PlatformTx, type Tx } from '../db/tx.ts';

export const idempotencyStore = {
  /** True when the key is ours now: it was free, or whoever began with it never came back. */
  async claim(tx: Tx, key: string, requestHash: Buffer, abandonedAfterSeconds: number): Promise<boolean> {
    return (await tx.query(claim, [tx.companyId, key, requestHash, abandonedAfterSeconds])).length > 0;
  },
  async find(tx: Tx, key: string) {
    const [row] = await tx.orm
      .select()
      .from(idempotencyKeys)
      .where(and(own(tx, idempotencyKeys), eq(idempotencyKeys.key, key)));
    return row;
  },
  answer: (tx: Tx, key: string, answer: unknown) =>
    tx.orm
      .update(idempotencyKeys)
      .set({ status: 200, answer })
      .where(and(own(tx, idempotencyKeys), eq(idempotencyKeys.key, key))),
  release: (tx: Tx, key: string) =>
    tx.orm
      .delete(idempotencyKeys)
      .where(and(own(tx, idempotencyKeys), eq(idempotencyKeys.key, key), sql`status is null`)),

  async companiesBefore(tx: PlatformTx, before: Date) {
    const { rows } = await tx.orm.execute<{ company_id: number }>(
      sql`select company_id from companies_with_idempotency_before(${before.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.company_id);
  },
  prune: (tx: Tx, before: Date) =>
    tx.orm
      .delete(idempotencyKeys)
      .where(and(own(tx, idempotencyKeys), sql`created_at < ${before.toISOString()}::timestamptz`)),
};

const claim = {
  name: 'idempotency.claim',
  text: `insert into idempotency_keys (company_id, key, request_hash) values ($1, $2, $3)
         on conflict (company_id, key) do update set created_at = now()
          where idempotency_keys.status is null and idempotency_keys.request_hash = excluded.request_hash
            and idempotency_keys.created_at < now() - make_interval(secs => $4)
         returning key`,
};
