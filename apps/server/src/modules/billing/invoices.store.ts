import type { InvoiceState } from '@balcao/domain/billing/invoice';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Buyer } from '../../infrastructure/db/schema/platform.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';

export const PAGE_SIZE = 20;
export type NewInvoice = Pick<
  InvoiceRow,
  | 'kind'
  | 'dueDay'
  | 'cents'
  | 'discountCents'
  | 'planId'
  | 'planName'
  | 'users'
  | 'connections'
  | 'queues'
  | 'isCustomSize'
  | 'months'
  | 'buyer'
>;
interface ListFilter {
  search: string;
  page: number;
  /** Void invoices are shown to super users only. */
  withVoid: boolean;
}
export interface StateChange {
  state: InvoiceState;
  at: Date;
  paidAt?: Date | null;
  paidWith?: string | null;
  reason?: string | null;
}
export const invoiceStore = {
  /** With the next number of the year. Its counter is locked until the commit: other companies wait for it. */
  async insert(tx: Tx, year: number, invoice: NewInvoice, at: Date): Promise<InvoiceRow> {
    const { kind, dueDay, cents, discountCents, planId, planName, users, connections, queues } = invoice;
    const values = [kind, dueDay, cents, discountCents, planId, planName, users, connections, queues];
    const more = [invoice.isCustomSize, invoice.months, JSON.stringify(invoice.buyer), at];
    return (await tx.query<InvoiceRow>(insert, [tx.companyId, year, ...values, ...more]))[0]!;
  },
  async byId(tx: Tx, id: number): Promise<InvoiceRow | undefined> {
    return (await tx.query<InvoiceRow>(byId, [tx.companyId, id]))[0];
  },
  async lock(tx: Tx, id: number): Promise<InvoiceRow | undefined> {
    return (await tx.query<InvoiceRow>(lock, [tx.companyId, id]))[0];
  },
  /** At most one renewal and a few upgrades are open. */
  open: (tx: Tx) => tx.query<InvoiceRow>(open, [tx.companyId]),
  /**
   * The open invoices, and the renewal for the present due day if a person voided it. A paid one does not count: the due day
   * returns to it when the money of an earlier renewal was returned, and then it must be paid again.
   */
  openAndPresent: (tx: Tx) => tx.query<InvoiceRow>(openAndPresent, [tx.companyId]),
  async openRenewal(tx: Tx, dueDay: string): Promise<InvoiceRow | undefined> {
    return (await tx.query<InvoiceRow>(openRenewal, [tx.companyId, dueDay]))[0];
  },
  async lastPaidRenewal(tx: Tx): Promise<InvoiceRow | undefined> {
    return (await tx.query<InvoiceRow>(lastPaidRenewal, [tx.companyId]))[0];
  },
  async page(tx: Tx, { search, page, withVoid }: ListFilter) {
    const offset = (page - 1) * PAGE_SIZE;
    const rows = await tx.query<InvoiceRow & { total: number }>(list, [
      tx.companyId,
      `%${search.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`,
      withVoid,
      PAGE_SIZE,
      offset,
    ]);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  /** The invoices of the timeline; bounded by the life of a company. */
  all: (tx: Tx, limit: number) => tx.query<InvoiceRow>(newest, [tx.companyId, limit]),
  setState: (tx: Tx, id: number, { state, at, paidAt = null, paidWith = null, reason = null }: StateChange) =>
    tx.query(setState, [tx.companyId, id, state, at, paidAt, paidWith, reason]),
  setBuyer: (tx: Tx, id: number, buyer: Buyer) => tx.query(setBuyer, [tx.companyId, id, JSON.stringify(buyer)]),
  /** Users, queues, and the connections of the channel that has most: the plan limits each channel. */
  async used(tx: Tx): Promise<{ users: number; connections: number; queues: number }> {
    return (await tx.query<{ users: number; connections: number; queues: number }>(used, [tx.companyId]))[0]!;
  },

  companiesToInvoice: async (db: Db, dueUntil: Date, at: Date, after: number, limit: number): Promise<number[]> =>
    (await db.query<{ companyId: number }>(companiesToInvoice, [dueUntil, at, after, limit])).map(
      ({ companyId }) => companyId,
    ),
  toRemind: (db: Db, days: { from: string; to: string }, after: number, limit: number) =>
    db.query<{ companyId: number; id: number }>(toRemind, [days.from, days.to, after, limit]),
  companiesOverdueSince: async (db: Db, before: Date, limit: number): Promise<number[]> =>
    (await db.query<{ companyId: number }>(overdueSince, [before, limit])).map(({ companyId }) => companyId),
};

const COLUMNS = `company_id as "companyId", id, number, kind, state, due_day::text as "dueDay", cents,
                discount_cents as "discountCents", currency, plan_id as "planId", plan_name as "planName", users,
                connections, queues, is_custom_size as "isCustomSize", months, buyer, created_at as "createdAt",
                state_at as "stateAt", paid_at as "paidAt", paid_with as "paidWith", reason`;
const insert = {
  name: 'invoices.insert',
  text: `with counter as (
           insert into invoice_counters (year, last_number) values ($2, 1)
           on conflict (year) do update set last_number = invoice_counters.last_number + 1
           returning year || '-' || lpad(last_number::text, greatest(6, length(last_number::text)), '0') as number)
         insert into invoices (company_id, number, kind, due_day, cents, discount_cents, plan_id, plan_name, users, connections,
                               queues, is_custom_size, months, buyer, created_at, state_at)
         values ($1, (select number from counter), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb, $15, $15)
         returning ${COLUMNS}`,
};
const byId = { name: 'invoices.by-id', text: `select ${COLUMNS} from invoices where company_id = $1 and id = $2` };
const lock = {
  name: 'invoices.lock',
  text: `select ${COLUMNS} from invoices where company_id = $1 and id = $2 for no key update`,
};
const open = {
  name: 'invoices.open',
  text: `select ${COLUMNS} from invoices where company_id = $1 and state = 'open' order by due_day, id`,
};
const openAndPresent = {
  name: 'invoices.open-and-present',
  text: `select ${COLUMNS} from invoices
          where company_id = $1 and (state = 'open' or (kind = 'renewal'
            and state = 'void' and reason is not null
            and due_day = (select (due_date at time zone time_zone)::date from companies where company_id = $1)))
          order by due_day, id`,
};
const openRenewal = {
  name: 'invoices.open-renewal',
  text: `select ${COLUMNS} from invoices where company_id = $1 and due_day = $2 and kind = 'renewal'
            and state = 'open'`,
};
const lastPaidRenewal = {
  name: 'invoices.last-paid-renewal',
  text: `select ${COLUMNS} from invoices where company_id = $1 and kind = 'renewal' and state in ('paid', 'disputed')
          order by due_day desc, id desc limit 1`,
};
const list = {
  name: 'invoices.list',
  text: `select ${COLUMNS}, count(*) over ()::int as total from invoices
          where company_id = $1 and ($3 or state <> 'void')
            and ($2 = '%%' or lower(plan_name) like $2 or lower(number) like $2)
          order by due_day desc, id desc limit $4 offset $5`,
};
const newest = {
  name: 'invoices.newest',
  text: `select ${COLUMNS} from invoices where company_id = $1 order by due_day desc, id desc limit $2`,
};
const setState = {
  name: 'invoices.set-state',
  text: `update invoices set state = $3, state_at = $4, paid_at = coalesce($5, paid_at), paid_with = coalesce($6, paid_with),
                reason = coalesce($7, reason)
          where company_id = $1 and id = $2`,
};
const setBuyer = {
  name: 'invoices.set-buyer',
  text: `update invoices set buyer = $3::jsonb where company_id = $1 and id = $2`,
};
const used = {
  name: 'invoices.used',
  text: `select (select count(*)::int from users where company_id = $1) as users,
                (select count(*)::int from queues where company_id = $1) as queues,
                coalesce((select max(n) from (select count(*)::int as n from connections where company_id = $1
                                               group by channel) c), 0) as connections`,
};
const companiesToInvoice = {
  name: 'invoices.companies-to-invoice',
  text: 'select company_id as "companyId" from companies_to_invoice($1, $2, $3, $4)',
};
const toRemind = {
  name: 'invoices.to-remind',
  text: 'select company_id as "companyId", id from invoices_to_remind($1, $2, $3, $4)',
};
const overdueSince = {
  name: 'invoices.companies-overdue-since',
  text: 'select company_id as "companyId" from companies_overdue_since($1, $2)',
};
