import type { SubscriptionEntry } from '@balcao/domain/billing/due-date';
import type { SubscriptionEntryRow } from '../../infrastructure/db/schema/billing.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

export type NewEntry = (
  | { kind: 'start' | 'set'; day: string }
  | { kind: 'payment'; months: number }
  | { kind: 'reversal'; ofEntry: number }
) & { at: Date; invoiceId?: number; userId?: number | null; reason?: string | null };

export const subscriptionEntryStore = {
  async insert(tx: Tx, entry: NewEntry): Promise<number> {
    const { day, months, ofEntry } = { day: null, months: null, ofEntry: null, ...entry };
    const { at, kind, invoiceId = null, userId = null, reason = null } = entry;
    const values = [tx.companyId, at, kind, day, months, ofEntry, invoiceId, userId, reason];
    return (await tx.query<{ id: number }>(insert, values))[0]!.id;
  },
  /** Bounded by the life of a company: about twelve entries a year. */
  all: (tx: Tx) => tx.query<SubscriptionEntryRow & SubscriptionEntry>(all, [tx.companyId]),
};

const insert = {
  name: 'subscription-entries.insert',
  text: `insert into subscription_entries (company_id, at, kind, day, months, of_entry, invoice_id, user_id, reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
};
const all = {
  name: 'subscription-entries.all',
  text: `select company_id as "companyId", id, at, kind, day::text as day, months, of_entry as "ofEntry",
                invoice_id as "invoiceId", user_id as "userId", reason
           from subscription_entries where company_id = $1 order by at, id`,
};
