import type { Tx } from '../../infrastructure/db/tx.ts';

export interface SealedFlowKey {
  id: string;
  host: string;
  value: string;
}

const insert = {
  name: 'flow-keys.insert',
  text: 'insert into encrypted_keys (company_id, flow_id, host, value) values ($1, $2, $3, $4) returning id',
};
const byIds = {
  name: 'flow-keys.by-ids',
  text: 'select id, host, value from encrypted_keys where company_id = $1 and id = any ($2::uuid[])',
};
const count = {
  name: 'flow-keys.count',
  text: 'select count(*)::int as n from encrypted_keys where company_id = $1 and flow_id = $2',
};
// The oldest, which neither the draft nor a version names.
const removeUnused = {
  name: 'flow-keys.remove-unused',
  text: `delete from encrypted_keys k where k.company_id = $1 and k.flow_id = $2
            and not exists (select from flow_drafts d where d.company_id = $1 and d.flow_id = $2
                                and strpos(d.doc::text, k.id::text) > 0)
            and not exists (select from flow_versions v where v.company_id = $1 and v.flow_id = $2
                                and strpos(v.doc::text, k.id::text) > 0)`,
};
// The seal names the company but not the flow, so that the sealed value of a copy is the same. A copy is made once.
const copy = {
  name: 'flow-keys.copy',
  text: `with source as (select id, host, value from encrypted_keys
                          where company_id = $1 and flow_id <> $2 and id = any ($3::uuid[])),
              own as (select id, host, value from encrypted_keys where company_id = $1 and flow_id = $2),
              added as (insert into encrypted_keys (company_id, flow_id, host, value)
                        select distinct $1::int, $2::int, s.host, s.value from source s
                         where not exists (select from own o where o.host = s.host and o.value = s.value)
                        returning id, host, value)
         select s.id as "from", k.id as "to"
           from source s join (select * from own union all select * from added) k on k.host = s.host and k.value = s.value`,
};
const sealed = {
  name: 'flow-keys.sealed',
  text: 'select id, host, value from encrypted_keys where company_id = $1 order by id for update',
};
const replace = {
  name: 'flow-keys.replace',
  text: 'update encrypted_keys set value = $3 where company_id = $1 and id = $2',
};

export const flowKeyStore = {
  async insert(tx: Tx, flowId: number, host: string, value: string): Promise<string> {
    return (await tx.query<{ id: string }>(insert, [tx.companyId, flowId, host, value]))[0]!.id;
  },
  byIds: (tx: Tx, ids: readonly string[]) => tx.query<SealedFlowKey & object>(byIds, [tx.companyId, ids]),
  async count(tx: Tx, flowId: number): Promise<number> {
    return (await tx.query<{ n: number }>(count, [tx.companyId, flowId]))[0]!.n;
  },
  copy: (tx: Tx, flowId: number, ids: readonly string[]) =>
    tx.query<{ from: string; to: string }>(copy, [tx.companyId, flowId, ids]),
  removeUnused: (tx: Tx, flowId: number) => tx.query(removeUnused, [tx.companyId, flowId]),
  sealed: (tx: Tx) => tx.query<SealedFlowKey & object>(sealed, [tx.companyId]),
  replace: (tx: Tx, id: string, value: string) => tx.query(replace, [tx.companyId, id, value]),
};
