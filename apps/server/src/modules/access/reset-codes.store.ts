import type { Tx } from '../../infrastructure/db/tx.ts';

const save = {
  name: 'reset-codes.save',
  text: `insert into reset_codes (company_id, user_id, code_hash, expires_at, created_at) values ($1, $2, $3, $4, $5)
         on conflict (company_id, user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at,
           created_at = excluded.created_at, attempts = 0`,
};
const countAttempt = {
  name: 'reset-codes.count-attempt',
  text: `update reset_codes set attempts = attempts + 1
          where company_id = $1 and user_id = $2 and expires_at > $3 and attempts < $4
         returning code_hash as "codeHash"`,
};
const use = {
  name: 'reset-codes.use',
  text: 'delete from reset_codes where company_id = $1 and user_id = $2 and code_hash = $3 returning user_id',
};
const prune = {
  name: 'reset-codes.prune',
  // A code that was renewed meanwhile stays.
  text: `delete from reset_codes where company_id = $1 and expires_at < $2 and user_id = any (array(
           select user_id from reset_codes where company_id = $1 and expires_at < $2 limit $3)) returning user_id`,
};

export const resetCodeStore = {
  /** Only the newest code of a user exists. */
  save: (tx: Tx, userId: number, codeHash: Buffer, expiresAt: Date, now: Date) =>
    tx.query(save, [tx.companyId, userId, codeHash, expiresAt, now]),
  /** Counts an attempt before it is compared. Undefined if there is no valid code, or it was tried too often. */
  countAttempt: async (tx: Tx, userId: number, now: Date, maxAttempts: number): Promise<Buffer | undefined> =>
    (await tx.query<{ codeHash: Buffer }>(countAttempt, [tx.companyId, userId, now, maxAttempts]))[0]?.codeHash,
  /** False if another request used the code, or a newer one exists. */
  use: async (tx: Tx, userId: number, codeHash: Buffer): Promise<boolean> =>
    (await tx.query(use, [tx.companyId, userId, codeHash])).length > 0,
  /** Removes at most `limit` codes; returns how many. */
  prune: async (tx: Tx, before: Date, limit: number): Promise<number> =>
    (await tx.query(prune, [tx.companyId, before, limit])).length,
};
