import type { Tx } from '../../infrastructure/db/tx.ts';

/** More are counted as this many. */
const MAX_COUNTED = 1_000_000;

export const incompleteNumberStore = {
  /** Contacts after this id whose number has one of these lengths. */
  async page(tx: Tx, lengths: readonly number[], after: number, limit: number): Promise<number[]> {
    return (await tx.query<{ id: number }>(page, [lengths, after, limit])).map(({ id }) => id);
  },
  async count(tx: Tx, lengths: readonly number[]): Promise<number> {
    return (await tx.query<{ count: number }>(count, [lengths, MAX_COUNTED]))[0]!.count;
  },
  /** Those of these contacts who wrote: the channel itself gave their number. */
  async idsOfContactsWhoWrote(tx: Tx, ids: number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    return new Set((await tx.query<{ id: number }>(idsOfContactsWhoWrote, [tx.companyId, ids])).map(({ id }) => id));
  },
};

const page = { name: 'incomplete-numbers.page', text: 'select id from contacts_with_short_number($1, $2, $3)' };
const count = {
  name: 'incomplete-numbers.count',
  text: 'select count(*)::integer as count from contacts_with_short_number($1, 0, $2)',
};
const idsOfContactsWhoWrote = {
  name: 'incomplete-numbers.who-wrote',
  text: `select c.id from unnest($2::integer[]) as c (id)
          where exists (select from messages m where m.company_id = $1 and m.contact_id = c.id and not m.from_me)`,
};
