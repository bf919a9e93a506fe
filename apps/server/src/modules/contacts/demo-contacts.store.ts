import type { Tx } from '../../infrastructure/db/tx.ts';

const setCreatedAt = {
  name: 'demo-contacts.set-created-at',
  text: 'update contacts set created_at = $3 where company_id = $1 and id = $2',
};

/** A contact of the demo company has been one since its first conversation. */
export const setDemoContactAge = (tx: Tx, contactId: number, createdAt: Date) =>
  tx.query(setCreatedAt, [tx.companyId, contactId, createdAt]);
