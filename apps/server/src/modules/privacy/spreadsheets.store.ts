import type { Tx } from '../../infrastructure/db/tx.ts';

// Any spreadsheet may contain the erased person, so all earlier ones are removed instead of being searched.

export const spreadsheetStore = {
  /** A running import could create the contact again, so the erasure waits for it. */
  async isImporting(tx: Tx, before: Date): Promise<boolean> {
    return (await tx.query(importing, [tx.companyId, before])).length > 0;
  },
  /** Files of imports and exports created before this time. */
  async keys(tx: Tx, before: Date): Promise<string[]> {
    return (await tx.query<{ key: string }>(keys, [tx.companyId, before])).map(({ key }) => key);
  },
  async erase(tx: Tx, contactIds: number[], before: Date): Promise<Record<string, number>> {
    return (await tx.query<{ counts: Record<string, number> }>(erase, [contactIds, before]))[0]!.counts;
  },
};

const importing = {
  name: 'privacy.running-import',
  text: `select 1 from contact_imports
          where company_id = $1 and created_at <= $2 and status in ('waiting', 'running', 'undoing') limit 1`,
};
const keys = {
  name: 'privacy.spreadsheet-keys',
  text: `select k.key from contact_imports i, unnest(array[i.sheet_key, i.error_sheet_key]) as k (key)
          where i.company_id = $1 and i.created_at <= $2 and k.key is not null
          union
         select storage_key from contact_exports where company_id = $1 and created_at <= $2 and storage_key is not null
          union
         select storage_key from report_exports where company_id = $1 and created_at <= $2 and storage_key is not null`,
};
const erase = { name: 'privacy.erase-spreadsheets', text: 'select erasure_sheets($1, $2) as counts' };
