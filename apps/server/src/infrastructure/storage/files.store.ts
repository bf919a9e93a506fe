import type { files } from '../db/schema/platform.ts';
import type { Tx } from '../db/tx.ts';

type FileRow = typeof files.$inferSelect;
interface NewFile {
  key: string;
  bytes: number;
  sha256: string;
  purpose: string;
  mime: string;
  name?: string;
  /** Null when no user uploaded the file. */
  createdBy: number | null;
}

const insert = {
  name: 'files.insert',
  text: `insert into files (company_id, storage_key, purpose, mime, bytes, sha256, created_by, name)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};
const remove = { name: 'files.remove', text: 'delete from files where company_id = $1 and storage_key = $2' };
// `bytes` is a bigint, which the driver would return as text.
const byKey = {
  name: 'files.by-key',
  text: `select company_id as "companyId", id, storage_key as "storageKey", purpose, mime, bytes::float8 as bytes, sha256,
                created_by as "createdBy", created_at as "createdAt", name, reused_at as "reusedAt"
           from files where company_id = $1 and storage_key = $2`,
};
const reuse = {
  name: 'files.reuse',
  text: `update files set reused_at = now()
          where company_id = $1 and id = (select id from files where company_id = $1 and sha256 = $2 and bytes = $3
             and purpose = $4 and mime = $5 and name = $6 order by id limit 1 for no key update)
         returning storage_key as key`,
};
const share = {
  name: 'files.share',
  text: 'select storage_key from files where company_id = $1 and storage_key = any($2) order by storage_key for key share',
};
const unreferenced = {
  name: 'files.unreferenced',
  text: 'select last, keys from files_unreferenced($1, $2)',
};
const release = { name: 'files.release', text: 'select release_files($1) as keys' };
const existingKeys = {
  name: 'files.existing-keys',
  text: 'select storage_key as "storageKey" from files where company_id = $1 and storage_key = any($2)',
};

const totalBytes = {
  name: 'files.total-bytes',
  text: 'select coalesce(sum(bytes), 0)::float8 as bytes from files where company_id = $1',
};

export const fileStore = {
  insert: (tx: Tx, { key, purpose, mime, bytes, sha256, createdBy, name = '' }: NewFile) =>
    tx.query(insert, [tx.companyId, key, purpose, mime, bytes, Buffer.from(sha256, 'hex'), createdBy, name]),

  /** The key of a stored file with the same content, type and name; undefined without one. The caller refers to it soon. */
  async reuse(tx: Tx, { purpose, mime, bytes, sha256, name = '' }: Omit<NewFile, 'key' | 'createdBy'>) {
    const values = [tx.companyId, Buffer.from(sha256, 'hex'), bytes, purpose, mime, name];
    return (await tx.query<{ key: string }>(reuse, values))[0]?.key;
  },
  /** Locks files until the transaction ends, so that they are not released before a new reference is committed. */
  share: (tx: Tx, keys: string[]) => tx.query(share, [tx.companyId, keys]),

  /** One page of files after this id: those that nothing refers to, and the last id; null at the end. */
  async unreferenced(tx: Tx, after: string, limit: number): Promise<{ last: string | null; keys: string[] }> {
    return (await tx.query<{ last: string | null; keys: string[] }>(unreferenced, [after, limit]))[0]!;
  },

  /** Only for files that one row owns: pictures, spreadsheets, exports. */
  remove: (tx: Tx, key: string) => tx.query(remove, [tx.companyId, key]),

  /**
   * Removes the rows of files that no message, quick reply, file list or greeting uses any more, and returns their keys.
   * Delete the bytes of these after the commit.
   */
  async release(tx: Tx, keys: string[]): Promise<string[]> {
    return keys.length === 0 ? [] : (await tx.query<{ keys: string[] }>(release, [keys]))[0]!.keys;
  },

  async byKey(tx: Tx, key: string): Promise<FileRow | undefined> {
    return (await tx.query<FileRow>(byKey, [tx.companyId, key]))[0];
  },

  async totalBytes(tx: Tx): Promise<number> {
    return (await tx.query<{ bytes: number }>(totalBytes, [tx.companyId]))[0]!.bytes;
  },

  /** Keys that have a row; the others are orphans of a crash. */
  async existingKeys(tx: Tx, keys: string[]) {
    const rows = await tx.query<{ storageKey: string }>(existingKeys, [tx.companyId, keys]);
    return rows.map(({ storageKey }) => storageKey);
  },
};
