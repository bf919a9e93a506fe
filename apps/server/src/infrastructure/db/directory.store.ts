import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { directory, type DirectoryKind } from './schema/platform.ts';
import type { PlatformTx, Tx } from './tx.ts';

type AnyTx = PlatformTx | Tx;

/** Keys are kept hashed: the directory tells where to look, not who is there. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const find = {
  name: 'directory.find',
  text: 'select company_id, row_id from directory where kind = $1 and key_hash = $2',
};
const findMany = {
  name: 'directory.find-many',
  text: 'select key_hash, company_id, row_id from directory where kind = $1 and key_hash = any($2::bytea[])',
};

export const directoryStore = {
  /** By the hash in hex; those that nobody has are left out. */
  async findMany(tx: AnyTx, kind: DirectoryKind, keyHashes: Buffer[]) {
    const rows = await tx.query<{ key_hash: Buffer; company_id: number; row_id: string }>(findMany, [kind, keyHashes]);
    return new Map(rows.map((row) => [row.key_hash.toString('hex'), { companyId: row.company_id, rowId: row.row_id }]));
  },
  async find(tx: AnyTx, kind: DirectoryKind, keyHash: Buffer) {
    const [row] = await tx.query<{ company_id: number; row_id: string }>(find, [kind, keyHash]);
    return row && { companyId: row.company_id, rowId: row.row_id };
  },

  add: (tx: Tx, kind: DirectoryKind, keyHash: Buffer, rowId: string) =>
    tx.orm.insert(directory).values({ kind, keyHash, companyId: tx.companyId, rowId }),

  /** Whoever had it before: from here on it is this company's. */
  put: (tx: Tx, kind: DirectoryKind, keyHash: Buffer, rowId: string) =>
    tx.orm
      .insert(directory)
      .values({ kind, keyHash, companyId: tx.companyId, rowId })
      .onConflictDoUpdate({ target: [directory.kind, directory.keyHash], set: { companyId: tx.companyId, rowId } }),

  remove: (tx: Tx, kind: DirectoryKind, keyHash: Buffer) =>
    tx.orm
      .delete(directory)
      .where(and(eq(directory.companyId, tx.companyId), eq(directory.kind, kind), eq(directory.keyHash, keyHash))),

  removeRows: async (tx: Tx, kind: DirectoryKind, rowIds: string[]) => {
    if (rowIds.length === 0) return;
    await tx.orm
      .delete(directory)
      .where(and(eq(directory.companyId, tx.companyId), eq(directory.kind, kind), inArray(directory.rowId, rowIds)));
  },
};
