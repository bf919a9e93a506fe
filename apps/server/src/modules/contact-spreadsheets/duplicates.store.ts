import type { Tx } from '../../infrastructure/db/tx.ts';

export const duplicateStore = {
  /** Groups of ids that share a tail of their number, an e-mail address or a name, beyond a key. */
  async groupsSharing(tx: Tx, field: 'number' | 'email' | 'name', after: string, limit: number): Promise<number[][]> {
    return (await tx.query<{ ids: number[] }>(groupsSharing, [field, after, limit])).map(({ ids }) => ids);
  },
};
const groupsSharing = { name: 'contacts.alike', text: 'select ids from contacts_alike($1, $2, $3)' };
