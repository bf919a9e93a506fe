import type { Tx } from '../../infrastructure/db/tx.ts';

/** A saved test; `doc` is what the API received. */
export interface StoredCase {
  id: number;
  name: string;
  doc: unknown;
}

const COLUMNS = 'id, name, doc';
const ofFlow = {
  name: 'flow-cases.of-flow',
  text: `select ${COLUMNS} from flow_cases where company_id = $1 and flow_id = $2 order by id limit $3`,
};
const insert = {
  name: 'flow-cases.insert',
  text: `insert into flow_cases (company_id, flow_id, name, doc, user_id) values ($1, $2, $3, $4::jsonb, $5)
         returning ${COLUMNS}`,
};
const update = {
  name: 'flow-cases.update',
  text: `update flow_cases set name = $4, doc = $5::jsonb, last_passed = null, updated_at = now()
          where company_id = $1 and flow_id = $2 and id = $3 returning ${COLUMNS}`,
};
const remove = {
  name: 'flow-cases.remove',
  text: 'delete from flow_cases where company_id = $1 and flow_id = $2 and id = $3 returning id',
};
const setPassed = {
  name: 'flow-cases.set-passed',
  text: `update flow_cases c set last_passed = result.passed
           from unnest($3::int[], $4::boolean[]) as result (id, passed)
          where c.company_id = $1 and c.flow_id = $2 and c.id = result.id`,
};

interface CaseFields {
  name: string;
  doc: object;
}
export const flowCaseStore = {
  ofFlow: (tx: Tx, flowId: number, limit: number) =>
    tx.query<StoredCase & Record<never, unknown>>(ofFlow, [tx.companyId, flowId, limit]),
  async insert(tx: Tx, flowId: number, userId: number, { name, doc }: CaseFields): Promise<StoredCase> {
    return (
      await tx.query<StoredCase & Record<never, unknown>>(insert, [
        tx.companyId,
        flowId,
        name,
        JSON.stringify(doc),
        userId,
      ])
    )[0]!;
  },
  async update(tx: Tx, flowId: number, id: number, { name, doc }: CaseFields): Promise<StoredCase | undefined> {
    const values = [tx.companyId, flowId, id, name, JSON.stringify(doc)];
    return (await tx.query<StoredCase & Record<never, unknown>>(update, values))[0];
  },
  async remove(tx: Tx, flowId: number, id: number): Promise<boolean> {
    return (await tx.query(remove, [tx.companyId, flowId, id])).length > 0;
  },
  setPassed: (tx: Tx, flowId: number, results: { id: number; passed: boolean }[]) =>
    tx.query(setPassed, [tx.companyId, flowId, results.map(({ id }) => id), results.map(({ passed }) => passed)]),
};
