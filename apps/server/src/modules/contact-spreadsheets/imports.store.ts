import type { ContactChange, ImportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
export interface NamedImport extends ImportRow {
  userName: string | null;
}
export type ImportCount = 'created' | 'changed' | 'unchanged' | 'ignored' | 'invalid' | 'excludedCount';

/** What an import did in one transaction, so that it can be undone. */
export interface ImportBatch {
  importId: number;
  firstRow: number;
  created: number[];
  changed: ContactChange[];
}

export const importStore = {
  async byId(tx: Tx, id: number): Promise<NamedImport | undefined> {
    return (await tx.query<NamedImport>(byId, [tx.companyId, id]))[0];
  },

  /** Serializes the worker of an import and the users who cancel or undo it. */
  async lock(tx: Tx, id: number): Promise<ImportRow | undefined> {
    return (await tx.query<ImportRow>(lock, [tx.companyId, id]))[0];
  },

  async page(tx: Tx, { page, ofUser }: { page: number; ofUser: number | null }) {
    const offset = (page - 1) * PAGE;
    const rows = await tx.query<NamedImport>(pageOf, [tx.companyId, ofUser, PAGE, offset]);
    const count = (await tx.query<{ count: number }>(countOf, [tx.companyId, ofUser]))[0]!.count;
    return { rows, count, hasMore: count > offset + rows.length };
  },

  /** Claims the import for 60 seconds; undefined if another worker holds it. */
  async claim(tx: Tx, id: number): Promise<ImportRow | undefined> {
    return (await tx.query<ImportRow>(claim, [tx.companyId, id]))[0];
  },

  /** Extends the lease of the worker with this fence. */
  heartbeat: (tx: Tx, id: number, fence: number) => tx.query(heartbeat, [tx.companyId, id, fence]),

  /** Adds counts and saves the position, in the transaction that did the work. */
  async progress(
    tx: Tx,
    id: number,
    position: number,
    counts: Partial<Record<ImportCount | 'removed' | 'restored' | 'kept', number>>,
  ): Promise<void> {
    await tx.query(progress, [tx.companyId, id, position, JSON.stringify(counts)]);
  },

  async addBatch(tx: Tx, { importId, firstRow, created, changed }: ImportBatch): Promise<void> {
    await tx.query(addBatch, [tx.companyId, importId, firstRow, created, JSON.stringify(changed)]);
  },
  /** The newest batch is undone first, so that a contact changed twice is restored in reverse order. */
  async lastBatch(tx: Tx, importId: number): Promise<ImportBatch | undefined> {
    return (await tx.query<ImportBatch>(lastBatch, [tx.companyId, importId]))[0];
  },
  dropBatch: (tx: Tx, importId: number, firstRow: number) => tx.query(dropBatch, [tx.companyId, importId, firstRow]),
  /** Keeps what is not undone yet. */
  shrinkBatch: (
    tx: Tx,
    importId: number,
    firstRow: number,
    { created, changed }: Pick<ImportBatch, 'created' | 'changed'>,
  ) => tx.query(shrinkBatch, [tx.companyId, importId, firstRow, created, JSON.stringify(changed)]),
  dropBatches: (tx: Tx, importId: number) => tx.query(dropBatches, [tx.companyId, importId]),
  /** The first batch from this row on. */
  async batchFrom(tx: Tx, importId: number, firstRow: number): Promise<ImportBatch | undefined> {
    return (await tx.query<ImportBatch>(batchFrom, [tx.companyId, importId, firstRow]))[0];
  },

  /** Imports of all companies that need a worker or have files to remove. */
  due: (db: Db, limit: number) => db.query<{ companyId: number; id: number }>(due, [limit]),
};

const COLUMNS = `i.company_id as "companyId", i.id, i.user_id as "userId", i.file_name as "fileName",
                i.sheet_key as "sheetKey", i.format, i.encoding, i.delimiter, i.columns, i.mapping,
                i.row_count as "rowCount", i.rows_exact as "rowsExact", i.excluded, i.tag_ids as "tagIds", i.validates,
                i.target, i.contact_list_id as "contactListId", i.updates_names as "updatesNames",
                i.status, i.failure, i.position, i.created, i.changed, i.unchanged, i.ignored, i.invalid,
                i.excluded_count as "excludedCount", i.removed, i.restored, i.kept, i.error_sheet_key as "errorSheetKey",
                i.lease_until as "leaseUntil", i.fence, i.tries, i.created_at as "createdAt", i.started_at as "startedAt",
                i.finished_at as "finishedAt"`;
const USER_NAME = '(select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as "userName"';
const BATCH = 'import_id as "importId", first_row as "firstRow", created, changed';
const byId = {
  name: 'contact-imports.by-id',
  text: `select ${COLUMNS}, ${USER_NAME} from contact_imports i where i.company_id = $1 and i.id = $2`,
};
const lock = {
  name: 'contact-imports.lock',
  text: `select ${COLUMNS} from contact_imports i where i.company_id = $1 and i.id = $2 for update`,
};
const pageOf = {
  name: 'contact-imports.page',
  text: `select ${COLUMNS}, ${USER_NAME} from contact_imports i
          where i.company_id = $1 and i.target = 'contacts' and ($2::int is null or i.user_id = $2)
          order by i.id desc limit $3 offset $4`,
};
const countOf = {
  name: 'contact-imports.count',
  text: `select count(*)::int as count from contact_imports
          where company_id = $1 and target = 'contacts' and ($2::int is null or user_id = $2)`,
};
const claim = {
  name: 'contact-imports.claim',
  text: `update contact_imports i
            set status = case when i.status = 'waiting' then 'running' else i.status end,
                started_at = coalesce(i.started_at, now()), lease_until = now() + interval '60 seconds',
                fence = i.fence + 1, tries = i.tries + 1
          where i.company_id = $1 and i.id = $2 and i.status in ('waiting', 'running', 'undoing')
            and (i.lease_until is null or i.lease_until < now())
          returning ${COLUMNS}`,
};
const heartbeat = {
  name: 'contact-imports.heartbeat',
  text: `update contact_imports set lease_until = now() + interval '60 seconds'
          where company_id = $1 and id = $2 and fence = $3 and status in ('running', 'undoing')`,
};
const progress = {
  name: 'contact-imports.progress',
  text: `update contact_imports
            set position = $3, lease_until = now() + interval '60 seconds', tries = 0,
                created = created + coalesce(($4::jsonb ->> 'created')::int, 0),
                changed = changed + coalesce(($4::jsonb ->> 'changed')::int, 0),
                unchanged = unchanged + coalesce(($4::jsonb ->> 'unchanged')::int, 0),
                ignored = ignored + coalesce(($4::jsonb ->> 'ignored')::int, 0),
                invalid = invalid + coalesce(($4::jsonb ->> 'invalid')::int, 0),
                excluded_count = excluded_count + coalesce(($4::jsonb ->> 'excludedCount')::int, 0),
                removed = removed + coalesce(($4::jsonb ->> 'removed')::int, 0),
                restored = restored + coalesce(($4::jsonb ->> 'restored')::int, 0),
                kept = kept + coalesce(($4::jsonb ->> 'kept')::int, 0)
          where company_id = $1 and id = $2`,
};
const addBatch = {
  name: 'contact-imports.add-batch',
  text: `insert into contact_import_batches (company_id, import_id, first_row, created, changed)
         values ($1, $2, $3, $4, $5)`,
};
const lastBatch = {
  name: 'contact-imports.last-batch',
  text: `select ${BATCH} from contact_import_batches
          where company_id = $1 and import_id = $2 order by first_row desc limit 1`,
};
const dropBatch = {
  name: 'contact-imports.drop-batch',
  text: 'delete from contact_import_batches where company_id = $1 and import_id = $2 and first_row = $3',
};
const shrinkBatch = {
  name: 'contact-imports.shrink-batch',
  text: `update contact_import_batches set created = $4, changed = $5::jsonb
          where company_id = $1 and import_id = $2 and first_row = $3`,
};
const dropBatches = {
  name: 'contact-imports.drop-batches',
  text: 'delete from contact_import_batches where company_id = $1 and import_id = $2',
};
const batchFrom = {
  name: 'contact-imports.batch-from',
  text: `select ${BATCH} from contact_import_batches
          where company_id = $1 and import_id = $2 and first_row >= $3 order by first_row limit 1`,
};
const due = { name: 'contact-imports.due', text: 'select company_id as "companyId", id from contact_imports_due($1)' };
