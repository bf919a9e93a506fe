import type { LedgerRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db, PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

type AnyTx = Tx | PlatformTx;
export type LedgerKey = Pick<LedgerRow, 'provider' | 'paymentId'>;
export type NewLedgerEntry = LedgerKey &
  Pick<
    LedgerRow,
    'companyId' | 'invoiceNumber' | 'reference' | 'cents' | 'currency' | 'paidAt' | 'state' | 'reason' | 'decidedBy'
  >;
/** What a provider reports later, or a super user decides. */
export type LedgerChange = Pick<
  LedgerRow,
  'companyId' | 'invoiceNumber' | 'refundedCents' | 'state' | 'dispute' | 'reason' | 'decidedBy' | 'decidedAt'
>;

const COLUMNS = `provider, payment_id as "paymentId", company_id as "companyId", invoice_number as "invoiceNumber",
                 reference, cents, refunded_cents as "refundedCents", currency, paid_at as "paidAt", state, dispute, reason,
                 decided_by as "decidedBy", decided_at as "decidedAt", created_at as "createdAt"`;
const insert = {
  name: 'payment-ledger.insert',
  text: `insert into payment_ledger (provider, payment_id, company_id, invoice_number, reference, cents, currency, paid_at,
                                     state, reason, decided_by, decided_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $11::int is null then null else now() end)
         on conflict (provider, payment_id) do nothing returning provider`,
};
const byKey = {
  name: 'payment-ledger.by-key',
  text: `select ${COLUMNS} from payment_ledger where provider = $1 and payment_id = $2`,
};
const lock = { name: 'payment-ledger.lock', text: `${byKey.text} for update` };
const known = {
  name: 'payment-ledger.known',
  text: `select ${COLUMNS} from payment_ledger where provider = $1 and payment_id = any($2::text[])`,
};
const update = {
  name: 'payment-ledger.update',
  text: `update payment_ledger set company_id = $3, invoice_number = $4, refunded_cents = $5, state = $6, dispute = $7,
                reason = $8, decided_by = $9, decided_at = $10
          where provider = $1 and payment_id = $2`,
};
const invoiceId = {
  name: 'payment-ledger.invoice-id',
  text: 'select id from invoices where company_id = $1 and number = $2',
};
const companyNames = {
  name: 'payment-ledger.company-names',
  text: 'select company_id as "companyId", name from company_names($1)',
};
const held = {
  name: 'payment-ledger.held',
  text: `select ${COLUMNS} from payment_ledger where (state = 'held' or dispute = 'open') and state = 'held'
          order by paid_at desc limit $1`,
};
const disputed = {
  name: 'payment-ledger.disputed',
  text: `select ${COLUMNS} from payment_ledger where (state = 'held' or dispute = 'open') and dispute = 'open'
          order by paid_at desc limit $1`,
};
const counts = {
  name: 'payment-ledger.counts',
  text: `select count(*) filter (where state = 'held')::int as held, count(*) filter (where dispute = 'open')::int as disputes
           from (select state, dispute from payment_ledger where state = 'held' or dispute = 'open' limit 1000) c`,
};

export interface LedgerFilter {
  before?: { paidAt: string; provider: string; paymentId: string } | undefined;
  provider?: string | undefined;
  state?: string | undefined;
  search: string;
  limit: number;
}
/** Reads the index of the list from the newest entry, or from the last one of the page before. */
const page = {
  name: 'payment-ledger.page',
  text: `select ${COLUMNS}, paid_at::text as "paidAtText" from payment_ledger
          where ($2::timestamptz is null or paid_at < $2 or (paid_at = $2 and (provider, payment_id) > ($3::text, $4::text)))
            and paid_at <= coalesce($2::timestamptz, 'infinity')
            and ($5::text is null or provider = $5) and ($6::text is null or state = $6)
            and ($7::text is null or invoice_number like $7 or payment_id = $8)
          order by paid_at desc, provider, payment_id limit $1`,
};

export const ledgerStore = {
  /** False if the payment was counted before. */
  async insert(tx: AnyTx, entry: NewLedgerEntry): Promise<boolean> {
    const rows = await tx.query(insert, [
      entry.provider,
      entry.paymentId,
      entry.companyId,
      entry.invoiceNumber,
      entry.reference,
      entry.cents,
      entry.currency,
      entry.paidAt,
      entry.state,
      entry.reason,
      entry.decidedBy,
    ]);
    return rows.length > 0;
  },
  async find(db: Db, { provider, paymentId }: LedgerKey): Promise<LedgerRow | undefined> {
    return (await db.query<LedgerRow>(byKey, [provider, paymentId]))[0];
  },
  async findIn(tx: AnyTx, { provider, paymentId }: LedgerKey): Promise<LedgerRow | undefined> {
    return (await tx.query<LedgerRow>(byKey, [provider, paymentId]))[0];
  },
  async lock(tx: AnyTx, { provider, paymentId }: LedgerKey): Promise<LedgerRow | undefined> {
    return (await tx.query<LedgerRow>(lock, [provider, paymentId]))[0];
  },
  /** Entries of these payments, by payment id. */
  async known(db: Db, provider: string, paymentIds: string[]): Promise<Map<string, LedgerRow>> {
    const rows = await db.query<LedgerRow>(known, [provider, paymentIds]);
    return new Map(rows.map((row) => [row.paymentId, row]));
  },
  update: (tx: AnyTx, { provider, paymentId }: LedgerKey, change: LedgerChange) =>
    tx.query(update, [
      provider,
      paymentId,
      change.companyId,
      change.invoiceNumber,
      change.refundedCents,
      change.state,
      change.dispute,
      change.reason,
      change.decidedBy,
      change.decidedAt,
    ]),
  /** By company; one that was purged is missing. */
  async companyNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await db.query<{ companyId: number; name: string }>(companyNames, [ids]);
    return new Map(rows.map(({ companyId, name }) => [companyId, name]));
  },
  async invoiceId(tx: Tx, number: string): Promise<number | undefined> {
    return (await tx.query<{ id: number }>(invoiceId, [tx.companyId, number]))[0]?.id;
  },

  page(db: Db, { before, provider, state, search, limit }: LedgerFilter) {
    const prefix = search === '' ? null : `${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return db.query<LedgerRow & { paidAtText: string }>(page, [
      limit,
      before?.paidAt ?? null,
      before?.provider ?? null,
      before?.paymentId ?? null,
      provider ?? null,
      state ?? null,
      prefix,
      search,
    ]);
  },
  held: (db: Db, limit: number) => db.query<LedgerRow>(held, [limit]),
  disputed: (db: Db, limit: number) => db.query<LedgerRow>(disputed, [limit]),
  async counts(db: Db): Promise<{ held: number; disputes: number }> {
    return (await db.query<{ held: number; disputes: number }>(counts, []))[0]!;
  },
};
