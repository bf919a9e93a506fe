import type { MailKind } from '@balcao/domain/mail/letters';
import type { MailRow } from '../db/schema/mail.ts';
import type { Db, PlatformTx, Tx } from '../db/tx.ts';

export type MailTx = Tx | PlatformTx;
type Reader = Pick<Db, 'query'>;

const insert = {
  name: 'mails.insert',
  text: `insert into mails (kind, about, company_id, address, content, state, next_try_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (kind, about) do nothing returning id::float8 as id`,
};
// The ids are an array: a subquery with a limit could be run again for each row, and pick others.
const claim = {
  name: 'mails.claim',
  text: `update mails set attempts = attempts + 1, next_try_at = $2
          where id = any (array(select id from mails where state = 'waiting' and next_try_at <= $1
                                 order by next_try_at limit $3 for update skip locked))
         returning id::float8 as id, kind, company_id as "companyId", address, content, attempts, created_at as "createdAt"`,
};
// The number of attempts is the fence: only the process that claimed the mail last writes its outcome.
const markSent = {
  name: 'mails.mark-sent',
  text: `update mails set state = 'sent', sent_at = $3, content = null, error = null
          where id = $1 and attempts = $2 and state = 'waiting' returning id`,
};
const markFailed = {
  name: 'mails.mark-failed',
  text: `update mails set state = 'failed', content = null, error = $3
          where id = $1 and attempts = $2 and state = 'waiting' returning id`,
};
const retryLater = {
  name: 'mails.retry-later',
  text: `update mails set next_try_at = $3, error = $4 where id = $1 and attempts = $2 and state = 'waiting' returning id`,
};
const expireStored = {
  name: 'mails.expire-stored',
  text: `with gone as (update mails set state = 'failed', content = null, error = $2 where id in (
           select id from mails where state = 'kept' and created_at < $1 order by created_at desc limit $3) returning 1)
         select count(*)::int as n from gone`,
};
const expireWaiting = {
  name: 'mails.expire-waiting',
  text: `with gone as (update mails set state = 'failed', content = null, error = $2 where id in (
           select id from mails where state = 'waiting' and next_try_at < $1 order by next_try_at limit $3) returning 1)
         select count(*)::int as n from gone`,
};
const prune = {
  name: 'mails.prune',
  text: `with gone as (delete from mails where id in (
           select id from mails where created_at < $1 order by created_at limit $2) returning 1)
         select count(*)::int as n from gone`,
};
const stored = {
  name: 'mails.stored',
  text: `select id::float8 as id, kind, company_id as "companyId", address, content, created_at as "createdAt"
           from mails where state = 'kept' order by created_at desc limit $1`,
};
const waitingSince = {
  name: 'mails.waiting',
  text: `select count(*)::int as count, min(created_at) as since, (array_agg(error order by next_try_at desc)
           filter (where error is not null))[1] as error
           from (select created_at, next_try_at, error from mails where state = 'waiting'
                  order by next_try_at limit 10000) waiting`,
};
// A sealed text begins with `v1.` and the id of its key.
const sealedByOthers = {
  name: 'mails.sealed-by-others',
  text: `select id::float8 as id, company_id as "companyId", content from mails
          where state in ('waiting', 'kept') and id > $2
            and substring(content from 1 for octet_length($1::bytea)) <> $1::bytea
          order by id limit $3`,
};
const replaceContent = {
  name: 'mails.replace-content',
  text: 'update mails set content = $3 where id = $1 and content = $2 returning id',
};
const markUndeliverable = {
  name: 'mails.mark-undeliverable',
  text: `insert into undeliverable_addresses (address_hash, error, at) values ($1, $2, $3)
         on conflict (address_hash) do update set error = excluded.error, at = excluded.at`,
};
const markDeliverable = {
  name: 'mails.mark-deliverable',
  text: 'delete from undeliverable_addresses where address_hash = $1',
};
const undeliverable = {
  name: 'mails.undeliverable',
  text: `select address_hash as "addressHash", error, at from undeliverable_addresses where address_hash = any($1::bytea[])`,
};

export interface ClaimedMail extends Pick<MailRow, 'id' | 'kind' | 'companyId' | 'address' | 'attempts' | 'createdAt'> {
  content: Buffer | null;
}
export type StoredMail = Omit<ClaimedMail, 'attempts'>;
interface NewMail {
  kind: MailKind;
  about: string;
  companyId: number | null;
  address: string;
  content: Buffer;
  state: 'waiting' | 'kept';
  at: Date;
}

const insertedValues = ({ kind, about, companyId, address, content, state, at }: NewMail) => [
  kind,
  about,
  companyId,
  address,
  content,
  state,
  at,
];

export const mailStore = {
  /** Undefined if the mail exists already. */
  async insert(tx: MailTx, mail: NewMail): Promise<number | undefined> {
    return (await tx.query<{ id: number }>(insert, insertedValues(mail)))[0]?.id;
  },
  /** Shares the round trip of what follows, mostly of the commit. */
  insertUnanswered: (tx: Tx, mail: NewMail): void => tx.write(insert, insertedValues(mail)),
  /** Mails that are due. No other process gets them before `until`. */
  claim: (tx: PlatformTx, now: Date, until: Date, limit: number) => tx.query<ClaimedMail>(claim, [now, until, limit]),
  markSent: async (tx: PlatformTx, { id, attempts }: ClaimedMail, at: Date) =>
    (await tx.query(markSent, [id, attempts, at])).length > 0,
  markFailed: async (tx: PlatformTx, { id, attempts }: ClaimedMail, error: string) =>
    (await tx.query(markFailed, [id, attempts, error])).length > 0,
  retryLater: (tx: PlatformTx, { id, attempts }: ClaimedMail, at: Date, error: string) =>
    tx.query(retryLater, [id, attempts, at, error]),

  expireStored: async (tx: PlatformTx, before: Date, error: string, limit: number) =>
    (await tx.query<{ n: number }>(expireStored, [before, error, limit]))[0]!.n,
  expireWaiting: async (tx: PlatformTx, before: Date, error: string, limit: number) =>
    (await tx.query<{ n: number }>(expireWaiting, [before, error, limit]))[0]!.n,
  prune: async (tx: PlatformTx, before: Date, limit: number) =>
    (await tx.query<{ n: number }>(prune, [before, limit]))[0]!.n,

  stored: (db: Reader, limit: number) => db.query<StoredMail>(stored, [limit]),
  /** At most 10,000 are counted. `error`: of the latest attempt that failed. */
  waiting: async (db: Reader) =>
    (await db.query<{ count: number; since: Date | null; error: string | null }>(waitingSince, []))[0]!,

  /** Mails whose content does not begin like this, by id. */
  sealedByOthers: (tx: PlatformTx, prefix: Buffer, afterId: number, limit: number) =>
    tx.query<{ id: number; companyId: number | null; content: Buffer }>(sealedByOthers, [prefix, afterId, limit]),
  /** False if the mail was sent meanwhile. */
  replaceContent: async (tx: PlatformTx, id: number, { before, after }: { before: Buffer; after: Buffer }) =>
    (await tx.query(replaceContent, [id, before, after])).length > 0,

  markUndeliverable: (tx: PlatformTx, addressHash: Buffer, error: string, at: Date) =>
    tx.query(markUndeliverable, [addressHash, error, at]),
  markDeliverable: (tx: PlatformTx, addressHash: Buffer) => tx.query(markDeliverable, [addressHash]),
  undeliverable: (tx: MailTx, addressHashes: Buffer[]) =>
    tx.query<{ addressHash: Buffer; error: string; at: Date }>(undeliverable, [addressHashes]),
};
