import {
  companies,
  plans,
  type CompanyRow,
  type DemoState,
  type PlanRow,
} from '../../infrastructure/db/schema/platform.ts';
import type { PlatformTx, Statement, Tx } from '../../infrastructure/db/tx.ts';
import { lockRow, parseRow, selectList } from '../../infrastructure/db/table-rows.ts';

const ownWithPlan = `
  select ${selectList(companies, 'company')}, ${selectList(plans, 'plan')}
  from companies company
  join plans plan on plan.id = company.plan_id
  where company.company_id = $1`;
const withPlan = { name: 'company-queries.with-plan', text: ownWithPlan };
const lockWithPlan = { name: 'company-queries.lock-with-plan', text: `${ownWithPlan} for share` };
const lockIfFree = {
  name: 'company-queries.lock-if-free',
  text: 'select 1 from companies where company_id = $1 for no key update skip locked',
};
const nextId = { name: 'company-queries.next-id', text: "select nextval('company_ids')::int as id" };
const demoCompanies = {
  name: 'company-queries.demo',
  text: 'select company_id as "companyId", demo_state as "demoState" from demo_companies()',
};
const allIds = { name: 'company-queries.all-ids', text: 'select company_id as "companyId" from company_ids_all()' };

async function findWithPlan(tx: Tx, statement: Statement): Promise<{ company: CompanyRow; plan: PlanRow } | undefined> {
  const [row] = await tx.query<Record<string, unknown>>(statement, [tx.companyId]);
  return row && { company: parseRow(companies, row, 'company'), plan: parseRow(plans, row, 'plan') };
}

/** Statements about companies that join, lock or call a function of the database. */
export const companyQueries = {
  withPlan: (tx: Tx) => findWithPlan(tx, withPlan),

  /** Until the transaction ends, neither the company nor its plan changes. Others may lock them in the same way. */
  lockWithPlan: (tx: Tx) => findWithPlan(tx, lockWithPlan),

  /** Locks the company row until the transaction ends. */
  lock: (tx: Tx) => lockRow(tx, companies, { companyId: tx.companyId }),

  /** The same, without waiting: false if another transaction has locked it. */
  async lockIfFree(tx: Tx): Promise<boolean> {
    return (await tx.query(lockIfFree, [tx.companyId])).length > 0;
  },

  async nextId(tx: PlatformTx): Promise<number> {
    const [row] = await tx.query<{ id: number }>(nextId, []);
    return row!.id;
  },

  demoCompanies: (tx: PlatformTx) => tx.query<{ companyId: number; demoState: DemoState }>(demoCompanies, []),

  async allIds(tx: PlatformTx): Promise<number[]> {
    return (await tx.query<{ companyId: number }>(allIds, [])).map(({ companyId }) => companyId);
  },
};
