import type { ChargeRow, ChargeState } from '../../infrastructure/db/schema/billing.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';

const COLUMNS = `company_id as "companyId", id, invoice_id as "invoiceId", provider, method, reference, state,
                 provider_id as "providerId", code, error, expires_at as "expiresAt", next_check_at as "nextCheckAt",
                 created_at as "createdAt", updated_at as "updatedAt"`;
const byId = { name: 'charges.by-id', text: `select ${COLUMNS} from charges where company_id = $1 and id = $2` };
const byReference = {
  name: 'charges.by-reference',
  text: `select ${COLUMNS} from charges where company_id = $1 and reference = $2`,
};
const ofInvoice = {
  name: 'charges.of-invoice',
  text: `select ${COLUMNS} from charges where company_id = $1 and invoice_id = $2 order by id desc limit 100`,
};
const findLive = {
  name: 'charges.live',
  text: `select ${COLUMNS} from charges
          where company_id = $1 and invoice_id = $2 and provider = $3 and method = $4 and state in ('creating', 'pending')`,
};
const insert = {
  name: 'charges.insert',
  text: `insert into charges (company_id, invoice_id, provider, method, reference, expires_at, next_check_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
};
const markCreated = {
  name: 'charges.created',
  text: `update charges set state = 'pending', provider_id = $3, code = $4, error = null, updated_at = now()
          where company_id = $1 and id = $2 and state = 'creating' returning ${COLUMNS}`,
};
const setState = {
  name: 'charges.set-state',
  text: `update charges set state = $3, error = $4, next_check_at = $5, updated_at = now()
          where company_id = $1 and id = $2 and state <> 'paid' returning ${COLUMNS}`,
};
const markPaid = {
  name: 'charges.paid',
  text: `update charges set state = 'paid', next_check_at = $3, error = null, updated_at = now()
          where company_id = $1 and id = $2 and state <> 'paid'`,
};
/** One of several servers claims a due check; the others find a later time. */
const claimCheck = {
  name: 'charges.claim-check',
  text: `update charges set next_check_at = $4 where company_id = $1 and id = $2 and next_check_at <= $3
         returning ${COLUMNS}`,
};
const checkAgainAt = {
  name: 'charges.check-again-at',
  text: `update charges set next_check_at = $3 where company_id = $1 and id = $2`,
};
const due = {
  name: 'charges.due',
  text: 'select company_id as "companyId", id from charges_due($1, $2)',
};
const beingPaid = {
  name: 'charges.being-paid',
  text: `select distinct invoice_id as "invoiceId" from charges
          where company_id = $1 and invoice_id = any($2::int[]) and state in ('creating', 'pending')`,
};

export interface NewCharge extends Pick<ChargeRow, 'invoiceId' | 'provider' | 'method' | 'reference' | 'expiresAt'> {
  nextCheckAt: Date | undefined;
  createdAt: Date;
}

export const chargeStore = {
  async find(tx: Tx, id: number): Promise<ChargeRow | undefined> {
    return (await tx.query<ChargeRow>(byId, [tx.companyId, id]))[0];
  },
  async byReference(tx: Tx, reference: string): Promise<ChargeRow | undefined> {
    return (await tx.query<ChargeRow>(byReference, [tx.companyId, reference]))[0];
  },
  /** Newest first. */
  ofInvoice: (tx: Tx, invoiceId: number) => tx.query<ChargeRow>(ofInvoice, [tx.companyId, invoiceId]),
  async findLive(tx: Tx, charge: Pick<ChargeRow, 'invoiceId' | 'provider' | 'method'>): Promise<ChargeRow | undefined> {
    const { invoiceId, provider, method } = charge;
    return (await tx.query<ChargeRow>(findLive, [tx.companyId, invoiceId, provider, method]))[0];
  },
  async insert(tx: Tx, charge: NewCharge): Promise<ChargeRow> {
    const { invoiceId, provider, method, reference, expiresAt, nextCheckAt, createdAt } = charge;
    const values = [tx.companyId, invoiceId, provider, method, reference, expiresAt, nextCheckAt ?? null, createdAt];
    return (await tx.query<ChargeRow>(insert, values))[0]!;
  },
  /** Undefined when the charge is no longer being created. */
  async markCreated(tx: Tx, id: number, { providerId, code }: { providerId: string; code: string }) {
    return (await tx.query<ChargeRow>(markCreated, [tx.companyId, id, providerId, code]))[0];
  },
  /** A paid charge stays paid. */
  async setState(tx: Tx, id: number, state: ChargeState, change: { error?: string | null; nextCheckAt?: Date | null }) {
    const values = [tx.companyId, id, state, change.error ?? null, change.nextCheckAt ?? null];
    return (await tx.query<ChargeRow>(setState, values))[0];
  },
  markPaid: (tx: Tx, id: number, nextCheckAt: Date | undefined) =>
    tx.query(markPaid, [tx.companyId, id, nextCheckAt ?? null]),
  async claimCheck(tx: Tx, id: number, now: Date, next: Date | undefined): Promise<ChargeRow | undefined> {
    return (await tx.query<ChargeRow>(claimCheck, [tx.companyId, id, now, next ?? null]))[0];
  },
  checkAgainAt: (tx: Tx, id: number, at: Date) => tx.query(checkAgainAt, [tx.companyId, id, at]),
  /** Across companies: keys only. */
  due: (db: Db, before: Date, limit: number) => db.query<{ companyId: number; id: number }>(due, [before, limit]),
  async beingPaid(tx: Tx, invoiceIds: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await tx.query<{ invoiceId: number }>(beingPaid, [tx.companyId, invoiceIds]);
    return new Set(rows.map(({ invoiceId }) => invoiceId));
  },
};
