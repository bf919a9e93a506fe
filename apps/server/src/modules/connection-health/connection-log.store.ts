import type { Tx } from '../../infrastructure/db/tx.ts';

export interface LogEntry {
  label: string;
  detail: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}
const MAX_ENTRIES = 50;

/** Reports of the channel about an account; equal ones are one entry with a count. */
export const connectionLogStore = {
  async append(tx: Tx, connectionId: number, { label, detail, at }: { label: string; detail: string; at: Date }) {
    await tx.query(append, [tx.companyId, connectionId, label, detail, at]);
  },
  newest: (tx: Tx, connectionId: number) => tx.query<LogEntry>(newest, [tx.companyId, connectionId, MAX_ENTRIES]),
  /** Removes at most `limit` entries; returns how many. */
  prune: async (tx: Tx, before: Date, limit: number): Promise<number> =>
    (await tx.query(prune, [tx.companyId, before, limit])).length,
};

const append = {
  name: 'connection-log.append',
  // Nothing is inserted for a removed connection.
  text: `insert into connection_log as l (company_id, connection_id, label, detail, first_at, last_at)
         select $1, $2, $3, $4, $5, $5 from connections c where c.company_id = $1 and c.id = $2
         on conflict (company_id, connection_id, label, detail) do update set count = l.count + 1,
           first_at = least(l.first_at, excluded.first_at), last_at = greatest(l.last_at, excluded.last_at)`,
};
const newest = {
  name: 'connection-log.newest',
  text: `select label, detail, count, first_at as "firstAt", last_at as "lastAt" from connection_log
          where company_id = $1 and connection_id = $2 order by last_at desc limit $3`,
};
const prune = {
  name: 'connection-log.prune',
  text: `delete from connection_log where company_id = $1 and ctid = any (array(
           select ctid from connection_log where company_id = $1 and last_at < $2::timestamptz limit $3))
         returning connection_id`,
};
