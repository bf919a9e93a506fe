import type { Tx } from '../../infrastructure/db/tx.ts';

export const duplicateStore = {
  /** Ids of contacts that share a number tail, an e-mail address or a name, after a key. */
  async groupsSharing(tx: Tx, field: 'number' | 'email' | 'name', after: string, limit: number): Promise<number[][]> {
    return (await tx.query<{ ids: number[] }>(groupsSharing, [field, after, limit])).map(({ ids }) => ids);
  },
};
const groupsSharing = { name: 'duplicates.groups-sharing', text: 'select ids from contacts_alike($1, $2, $3)' };
