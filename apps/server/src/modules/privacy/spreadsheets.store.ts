import type { Tx } from '../../infrastructure/db/tx.ts';

// Sheets of many people: one who is erased may stand in any of them, and nobody reads them all again to find out.

export const spreadsheetStore = {
  /** One that is being read now would bring the person back; it is waited for. */
  async isImporting(tx: Tx, before: Date): Promise<boolean> {
    return (await tx.query(importing, [tx.companyId, before])).length > 0;
  },
  /** Files that were brought or made before. */
  async keys(tx: Tx, before: Date): Promise<string[]> {
    return (await tx.query<{ key: string }>(keys, [tx.companyId, before])).map(({ key }) => key);
  },
  async erase(tx: Tx, contactIds: number[], before: Date): Promise<Record<string, number>> {
    return (await tx.query<{ counts: Record<string, number> }>(erase, [contactIds, before]))[0]!.counts;
  },
};

const importing = {
  name: 'privacy.importing',
  text: `select 1 from contact_imports
          where company_id = $1 and created_at <= $2 and status in ('waiting', 'running', 'undoing') limit 1`,
};
const keys = {
  name: 'privacy.sheet-keys',
  text: `select k.key from contact_imports i, unnest(array[i.sheet_key, i.error_sheet_key]) as k (key)
          where i.company_id = $1 and i.created_at <= $2 and k.key is not null
          union
         select storage_key from contact_exports where company_id = $1 and created_at <= $2 and storage_key is not null`,
};
const erase = { name: 'privacy.forget-sheets', text: 'select erasure_sheets($1, $2) as counts' };
