import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

// Rows of a company belong to all modules; a database function deletes them in the company of the transaction.
export const companyPurgeStore = {
  async due(tx: PlatformTx, at: Date, limit: number): Promise<number[]> {
    return (await tx.query<{ companyId: number }>(due, [at, limit])).map(({ companyId }) => companyId);
  },
  async portion(tx: Tx, limit: number): Promise<{ removed: number; fileKeys: string[] }> {
    return (await tx.query<{ removed: number; fileKeys: string[] }>(portion, [limit]))[0]!;
  },
};

const due = { name: 'company-purge.due', text: 'select company_id as "companyId" from companies_to_purge($1, $2)' };
const portion = {
  name: 'company-purge.portion',
  text: 'select removed, file_keys as "fileKeys" from company_purge_portion($1)',
};
