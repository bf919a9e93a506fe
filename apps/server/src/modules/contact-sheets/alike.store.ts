import type { Tx } from '../../foundation/db/tx.ts';

export const alikeStore = {
  /** Groups of ids that share a tail of their number, an e-mail address or a name, beyond a key. */
  async sharing(tx: Tx, what: 'number' | 'email' | 'name', after: string, atMost: number): Promise<number[][]> {
    return (await tx.run<{ ids: number[] }>(sharing, [what, after, atMost])).map(({ ids }) => ids);
  },
};
const sharing = { name: 'contacts.alike', text: 'select ids from contacts_alike($1, $2, $3)' };
