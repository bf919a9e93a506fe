import type { PaymentInboxRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db, PlatformTx } from '../../infrastructure/db/tx.ts';

export type StoredPayload = Pick<PaymentInboxRow, 'id' | 'provider' | 'query' | 'body' | 'attempts' | 'receivedAt'>;
/** Payloads with this error name a charge that does not exist here; they are not retried. */
export const UNKNOWN_CHARGE = 'unknown-charge';

const add = {
  name: 'payment-inbox.add',
  text: `insert into payment_inbox (provider, digest, query, headers, body) values ($1, $2, $3, '{}', $4)
         on conflict (provider, digest) do nothing returning id`,
};
/**
 * Takes due payloads. The time of the next attempt is the lease: after a crash another server takes them then. Each attempt
 * waits twice as long, up to an hour. The ids are an array: a subquery with a limit could be run again for each row, and
 * pick others.
 */
const take = {
  name: 'payment-inbox.take',
  text: `update payment_inbox p set attempts = p.attempts + 1,
                next_try_at = now() + least(interval '30 seconds' * power(2, p.attempts), interval '1 hour')
          where p.id = any (array(select id from payment_inbox
                                   where provider = $1 and state = 'waiting' and next_try_at <= now()
                                   order by next_try_at limit $2 for update skip locked))
         returning p.id::float8 as id, p.provider, p.query, p.body, p.attempts, p.received_at as "receivedAt"`,
};
const due = {
  name: 'payment-inbox.due',
  text: `select p.provider from unnest($1::text[]) p (provider)
          where exists (select from payment_inbox i
                         where i.provider = p.provider and i.state = 'waiting' and i.next_try_at <= now())`,
};
const finish = {
  name: 'payment-inbox.finish',
  text: `update payment_inbox set state = $2, error = $3 where id = $1`,
};
const fail = { name: 'payment-inbox.fail', text: 'update payment_inbox set error = $2 where id = $1' };
const putBack = {
  name: 'payment-inbox.put-back',
  text: `update payment_inbox set state = 'waiting', attempts = 0, next_try_at = now(), error = null
          where id = $1 and state = 'quarantined' returning id`,
};
const discard = {
  name: 'payment-inbox.discard',
  text: `delete from payment_inbox where id = $1 and state = 'quarantined' returning id`,
};
const quarantined = {
  name: 'payment-inbox.quarantined',
  text: `select id::float8 as id, provider, attempts, error, received_at as "receivedAt" from payment_inbox
          where state = 'quarantined' order by received_at desc limit $1`,
};
const quarantinedCount = {
  name: 'payment-inbox.quarantined-count',
  text: `select count(*)::int as count from (select from payment_inbox where state = 'quarantined' limit 1000) q`,
};
const lastReceived = {
  name: 'payment-inbox.last-received',
  text: `select p.provider, (select i.received_at from payment_inbox i where i.provider = p.provider
                              order by i.received_at desc limit 1) as at
           from unnest(array['efi', 'stripe', 'mercadopago', 'asaas']) p (provider)`,
};
const prune = {
  name: 'payment-inbox.prune',
  text: `delete from payment_inbox where id in
          (select id from payment_inbox where received_at < $1 order by received_at limit $2) returning id`,
};

export const paymentInboxStore = {
  /** False if the same payload was stored before. */
  async add(db: Db, payload: { provider: string; digest: Buffer; query: string; body: Buffer }): Promise<boolean> {
    const { provider, digest, query, body } = payload;
    return (await db.query(add, [provider, digest, query, body])).length > 0;
  },
  /** Those of the providers with a payload that `take` would take. */
  async due<Name extends string>(db: Db, providers: readonly Name[]): Promise<Name[]> {
    return (await db.query<{ provider: Name }>(due, [providers])).map(({ provider }) => provider);
  },
  take: (db: Db, provider: string, limit: number) => db.query<StoredPayload>(take, [provider, limit]),
  done: (db: Db, id: number) => db.query(finish, [id, 'done', null]),
  quarantine: (db: Db, id: number, error: string) => db.query(finish, [id, 'quarantined', error]),
  fail: (db: Db, id: number, error: string) => db.query(fail, [id, error]),
  async putBack(tx: PlatformTx, id: number): Promise<boolean> {
    return (await tx.query(putBack, [id])).length > 0;
  },
  async discard(tx: PlatformTx, id: number): Promise<boolean> {
    return (await tx.query(discard, [id])).length > 0;
  },
  quarantined: (db: Db, limit: number) =>
    db.query<Pick<PaymentInboxRow, 'id' | 'provider' | 'attempts' | 'error' | 'receivedAt'>>(quarantined, [limit]),
  async quarantinedCount(db: Db): Promise<number> {
    return (await db.query<{ count: number }>(quarantinedCount, []))[0]!.count;
  },
  async lastReceived(db: Db): Promise<Map<string, Date>> {
    const rows = await db.query<{ provider: string; at: Date | null }>(lastReceived, []);
    return new Map(rows.flatMap(({ provider, at }) => (at ? [[provider, at] as const] : [])));
  },
  async prune(tx: PlatformTx, before: Date, limit: number): Promise<number> {
    return (await tx.query(prune, [before, limit])).length;
  },
};
