import { and, eq } from 'drizzle-orm';
import { files } from '../db/schema/platform.ts';
import { own, type Tx } from '../db/tx.ts';

interface NewFile {
  key: string;
  bytes: number;
  sha256: string;
  purpose: string;
  mime: string;
  name?: string;
  /** Null when no person brought it. */
  createdBy: number | null;
}

export const fileStore = {
  insert: (tx: Tx, { key, sha256, ...file }: NewFile) =>
    tx.orm
      .insert(files)
      .values({ ...file, companyId: tx.companyId, storageKey: key, sha256: Buffer.from(sha256, 'hex') }),

  remove: (tx: Tx, key: string) => tx.orm.delete(files).where(and(own(tx, files), eq(files.storageKey, key))),

  async byKey(tx: Tx, key: string) {
    const [row] = await tx.orm
      .select()
      .from(files)
      .where(and(own(tx, files), eq(files.storageKey, key)));
    return row;
  },

  /** Which of these keys have a row: the others are orphans of a crash. */
  async existingKeys(tx: Tx, keys: string[]) {
    const rows = await tx.query<{ storage_key: string }>(existingKeys, [tx.companyId, keys]);
    return rows.map((row) => row.storage_key);
  },
};

const existingKeys = {
  name: 'files.known',
  text: 'select storage_key from files where company_id = $1 and storage_key = any($2)',
};
