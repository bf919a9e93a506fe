import type { PersonExportRow } from '../../infrastructure/db/schema/privacy.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const MAX_LISTED = 5;
const MAX_PRUNED = 100;

export interface FullExport extends PersonExportRow {
  userName: string | null;
}

/** Personal data exports. A finished export is not changed any more. */
export const exportStore = {
  of: (tx: Tx, contactId: number) => tx.query<FullExport>(ofContact, [tx.companyId, contactId, MAX_LISTED]),

  async byId(tx: Tx, id: number): Promise<FullExport | undefined> {
    return (await tx.query<FullExport>(byId, [tx.companyId, id]))[0];
  },

  async insert(
    tx: Tx,
    { contactId, userId, endsAt }: { contactId: number; userId: number; endsAt: Date },
  ): Promise<number> {
    return (await tx.query<{ id: number }>(insert, [tx.companyId, contactId, userId, endsAt]))[0]!.id;
  },

  start: (tx: Tx, id: number, total: number) => tx.query(start, [tx.companyId, id, total]),
  progress: (tx: Tx, id: number, done: number) => tx.query(progress, [tx.companyId, id, done]),
  fail: (tx: Tx, id: number) => tx.query(fail, [tx.companyId, id]),
  /** False if another worker finished it, or if it was removed. */
  async finish(tx: Tx, id: number, result: { fileKey: string; bytes: number; done: number }): Promise<boolean> {
    const { fileKey, bytes, done } = result;
    return (await tx.query(finish, [tx.companyId, id, fileKey, bytes, done])).length > 0;
  },

  /** Requested before this time and not finished. */
  stuck: (tx: Tx, since: Date) => tx.query<{ id: number }>(stuck, [tx.companyId, since, MAX_PRUNED]),

  /** Expired exports with their files. */
  expired: (tx: Tx, now: Date) =>
    tx.query<{ id: number; fileKey: string | null }>(expired, [tx.companyId, now, MAX_PRUNED]),
  remove: (tx: Tx, ids: number[]) => tx.query(remove, [tx.companyId, ids]),
};

const COLUMNS = `e.company_id as "companyId", e.id, e.contact_id as "contactId", e.user_id as "userId", e.state, e.done,
                e.total, e.file_key as "fileKey", e.bytes::float8 as bytes, e.created_at as "createdAt",
                e.ends_at as "endsAt",
                u.name as "userName"`;
const FROM = `from person_exports e left join users u on u.company_id = e.company_id and u.id = e.user_id`;
const ofContact = {
  name: 'person-exports.of-contact',
  text: `select ${COLUMNS} ${FROM} where e.company_id = $1 and e.contact_id = $2 order by e.id desc limit $3`,
};
const byId = {
  name: 'person-exports.by-id',
  text: `select ${COLUMNS} ${FROM} where e.company_id = $1 and e.id = $2`,
};
const insert = {
  name: 'person-exports.insert',
  text: 'insert into person_exports (company_id, contact_id, user_id, ends_at) values ($1, $2, $3, $4) returning id',
};
const start = {
  name: 'person-exports.start',
  text: `update person_exports set state = 'making', done = 0, total = $3
          where company_id = $1 and id = $2 and state <> 'ready'`,
};
const progress = {
  name: 'person-exports.progress',
  text: `update person_exports set done = $3 where company_id = $1 and id = $2 and state <> 'ready'`,
};
const fail = {
  name: 'person-exports.fail',
  text: `update person_exports set state = 'failed' where company_id = $1 and id = $2 and state <> 'ready'`,
};
const finish = {
  name: 'person-exports.finish',
  text: `update person_exports set state = 'ready', file_key = $3, bytes = $4, done = $5
          where company_id = $1 and id = $2 and state <> 'ready' returning id`,
};
const stuck = {
  name: 'person-exports.stuck',
  text: `select id from person_exports
          where company_id = $1 and state in ('waiting', 'making') and created_at < $2 limit $3`,
};
const expired = {
  name: 'person-exports.expired',
  text: 'select id, file_key as "fileKey" from person_exports where company_id = $1 and ends_at < $2 limit $3',
};
const remove = {
  name: 'person-exports.remove',
  text: 'delete from person_exports where company_id = $1 and id = any($2::int[])',
};
