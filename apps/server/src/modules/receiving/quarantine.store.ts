import type { Tx } from '../../infrastructure/db/tx.ts';
import { storable } from './queued-events.store.ts';

/** Why something was set aside. `database`: the database failed for hours, always at this event. */
export type QuarantineReason = 'unreadable' | 'too-many-items' | 'keys' | 'failed' | 'database';
/** A whole payload as base64, with the number of its events that were queued, or one event as it is stored. */
type QuarantinedContent = { body?: unknown; parsedEvents?: unknown } & Record<string, unknown>;
/** A payload is a row of this kind; other rows have the type of their event. */
export const PAYLOAD_KIND = 'delivery';

export interface QuarantinedRow {
  id: number;
  connectionId: number | null;
  kind: string;
  reason: QuarantineReason;
  content: QuarantinedContent;
  error: string;
  at: Date;
}
/** A parser's error may quote half a payload. */
const MAX_ERROR_LENGTH = 1000;
/** Counted no further. */
const MAX_COUNT = 1000;

/** Payloads and events that could not be processed. They stay until a person decides, or the person is erased. */
export const quarantineStore = {
  /** The error may quote characters that Postgres cannot store; the row must be stored anyway. */
  add: (
    tx: Tx,
    row: { connectionId: number; kind: string; content: object; reason: QuarantineReason; error: string },
  ) =>
    tx.query(add, [
      tx.companyId,
      row.connectionId,
      row.kind,
      JSON.stringify(row.content),
      storable(row.error).slice(0, MAX_ERROR_LENGTH),
      row.reason,
    ]),
  /** Newest first; of a payload only its beginning. */
  list: (
    tx: Tx,
    { before, connectionId, limit }: { before: number | undefined; connectionId: number | undefined; limit: number },
  ) => tx.query<QuarantinedRow>(list, [tx.companyId, before ?? null, connectionId ?? null, limit]),
  async count(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ n: number }>(count, [tx.companyId, MAX_COUNT]);
    return row?.n ?? 0;
  },
  async find(tx: Tx, id: number): Promise<QuarantinedRow | undefined> {
    const [row] = await tx.query<QuarantinedRow>(byId, [tx.companyId, id]);
    return row;
  },
  /** The oldest rows of these connections behind `after`, up to and including `until`. */
  oldest: (
    tx: Tx,
    { connectionIds, after, until, limit }: { connectionIds: number[]; after: number; until: number; limit: number },
  ) => tx.query<QuarantinedRow>(oldest, [tx.companyId, after, until, limit, connectionIds]),
  async newestId(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ id: number }>(newestId, [tx.companyId]);
    return row?.id ?? 0;
  },
  /** False when another request has decided about the row. */
  async remove(tx: Tx, id: number): Promise<boolean> {
    return (await tx.query(remove, [tx.companyId, id])).length > 0;
  },
};

const COLUMNS = `id::float8 as id, connection_id as "connectionId", kind, reason, content, fault as error, at`;

const add = {
  name: 'quarantine.add',
  text: `insert into quarantine (company_id, connection_id, kind, content, fault, reason)
         values ($1, $2, $3, $4::jsonb, $5, $6)`,
};
const list = {
  name: 'quarantine.list',
  text: `select id::float8 as id, connection_id as "connectionId", kind, reason, fault as error, at,
                case when content ? 'body' then jsonb_build_object('body', left(content ->> 'body', 800)) else content end as content
           from quarantine
          where company_id = $1 and ($2::bigint is null or quarantine.id < $2) and ($3::int is null or connection_id = $3)
          order by quarantine.id desc limit $4`,
};
const count = {
  name: 'quarantine.count',
  text: 'select count(*)::int as n from (select from quarantine where company_id = $1 limit $2) q',
};
const byId = {
  name: 'quarantine.by-id',
  text: `select ${COLUMNS} from quarantine where company_id = $1 and id = $2`,
};
const oldest = {
  name: 'quarantine.oldest',
  text: `select ${COLUMNS} from quarantine where company_id = $1 and id > $2 and id <= $3
            and connection_id = any($5::int[]) order by quarantine.id limit $4`,
};
const newestId = {
  name: 'quarantine.newest-id',
  text: 'select id::float8 as id from quarantine where company_id = $1 order by quarantine.id desc limit 1',
};
const remove = {
  name: 'quarantine.remove',
  text: 'delete from quarantine where company_id = $1 and id = $2 returning id',
};
