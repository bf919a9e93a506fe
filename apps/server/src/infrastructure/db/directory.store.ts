import { createHash } from 'node:crypto';
import type { DirectoryKind } from './schema/platform.ts';
import type { PlatformTx, Tx } from './tx.ts';

type AnyTx = PlatformTx | Tx;

/** Directory keys are stored hashed, so the table maps a key to a company without revealing the key. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const find = {
  name: 'directory.find',
  text: 'select company_id as "companyId", row_id as "rowId" from directory where kind = $1 and key_hash = $2',
};
const findMany = {
  name: 'directory.find-many',
  text: `select key_hash as "keyHash", company_id as "companyId", row_id as "rowId" from directory
          where kind = $1 and key_hash = any($2::bytea[])`,
};
const add = {
  name: 'directory.add',
  text: 'insert into directory (kind, key_hash, company_id, row_id) values ($1, $2, $3, $4)',
};
const addIfFree = {
  name: 'directory.add-if-free',
  text: `insert into directory (kind, key_hash, company_id, row_id) values ($1, $2, $3, $4)
         on conflict (kind, key_hash) do nothing`,
};
const remove = {
  name: 'directory.remove',
  text: 'delete from directory where company_id = $1 and kind = $2 and key_hash = $3',
};
const removeKeys = {
  name: 'directory.remove-keys',
  text: 'delete from directory where company_id = $1 and kind = $2 and key_hash = any($3::bytea[])',
};
const removeRows = {
  name: 'directory.remove-rows',
  text: 'delete from directory where company_id = $1 and kind = $2 and row_id = any($3::text[])',
};

interface Entry {
  companyId: number;
  rowId: string;
}

export const directoryStore = {
  /** Entries by hex hash; unknown keys are omitted. */
  async findMany(tx: AnyTx, kind: DirectoryKind, keyHashes: Buffer[]) {
    const rows = await tx.query<Entry & { keyHash: Buffer }>(findMany, [kind, keyHashes]);
    return new Map(rows.map(({ keyHash, ...entry }) => [keyHash.toString('hex'), entry]));
  },
  async find(tx: AnyTx, kind: DirectoryKind, keyHash: Buffer): Promise<Entry | undefined> {
    return (await tx.query<Entry>(find, [kind, keyHash]))[0];
  },

  add: (tx: Tx, kind: DirectoryKind, keyHash: Buffer, rowId: string) =>
    tx.query(add, [kind, keyHash, tx.companyId, rowId]),

  /** Inserts the entry; an existing one stays, whichever company has it. */
  addIfFree: (tx: Tx, kind: DirectoryKind, keyHash: Buffer, rowId: string) =>
    tx.query(addIfFree, [kind, keyHash, tx.companyId, rowId]),

  remove: (tx: Tx, kind: DirectoryKind, keyHash: Buffer) => tx.query(remove, [tx.companyId, kind, keyHash]),

  removeKeys: async (tx: Tx, kind: DirectoryKind, keyHashes: Buffer[]) => {
    if (keyHashes.length > 0) await tx.query(removeKeys, [tx.companyId, kind, keyHashes]);
  },

  removeRows: async (tx: Tx, kind: DirectoryKind, rowIds: string[]) => {
    if (rowIds.length > 0) await tx.query(removeRows, [tx.companyId, kind, rowIds]);
  },
};
