import type { Tx } from '../../infrastructure/db/tx.ts';

const save = {
  name: 'contact-list-items.save-validity',
  text: `update contact_list_items set is_valid = $3, checked_at = now()
          where company_id = $1 and id = any($2::int[]) and is_valid is distinct from $3 returning list_id as "listId"`,
};

/** Saves what a channel said about the numbers of items. */
export async function saveItemValidity(tx: Tx, itemIds: readonly number[], isValid: boolean): Promise<void> {
  if (itemIds.length === 0) return;
  const rows = await tx.query<{ listId: number }>(save, [tx.companyId, itemIds, isValid]);
  for (const contactListId of new Set(rows.map(({ listId }) => listId)))
    tx.emit({ type: 'contact-list.filled', contactListId });
}
