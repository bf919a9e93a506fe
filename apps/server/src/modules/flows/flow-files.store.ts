import type { Tx } from '../../infrastructure/db/tx.ts';

/** An uploaded file that nodes refer to by `name`. */
export interface StoredFlowFile {
  id: number;
  name: string;
  storageKey: string;
  originalName: string;
  mime: string;
  bytes: number;
}
export type NewFlowFile = Omit<StoredFlowFile, 'id'>;

const COLUMNS = `id, name, storage_key as "storageKey", original_name as "originalName", mime, bytes::float8 as bytes`;
const insert = {
  name: 'flow-files.insert',
  text: `insert into flow_files (company_id, name, storage_key, original_name, mime, bytes, user_id)
         values ($1, $2, $3, $4, $5, $6, $7) returning id`,
};
const all = {
  name: 'flow-files.all',
  text: `select ${COLUMNS} from flow_files where company_id = $1 order by id desc limit $2`,
};
const named = {
  name: 'flow-files.named',
  text: `select ${COLUMNS} from flow_files where company_id = $1 and name = any ($2::text[])`,
};
const countAll = { name: 'flow-files.count', text: 'select count(*)::int as n from flow_files where company_id = $1' };

export const flowFileStore = {
  async insert(tx: Tx, { name, storageKey, originalName, mime, bytes }: NewFlowFile, userId: number): Promise<number> {
    const values = [tx.companyId, name, storageKey, originalName, mime, bytes, userId];
    return (await tx.query<{ id: number }>(insert, values))[0]!.id;
  },
  all: (tx: Tx, limit: number) => tx.query<StoredFlowFile & Record<never, unknown>>(all, [tx.companyId, limit]),
  named: (tx: Tx, names: string[]) =>
    names.length === 0
      ? Promise.resolve([])
      : tx.query<StoredFlowFile & Record<never, unknown>>(named, [tx.companyId, names]),
  async count(tx: Tx): Promise<number> {
    return (await tx.query<{ n: number }>(countAll, [tx.companyId]))[0]!.n;
  },
};
