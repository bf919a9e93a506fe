import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

/** A call of a run with what it sent and received. */
export interface CallContentRow {
  nodeId: string;
  at: Date;
  status: number | null;
  reason: string | null;
  content: string;
}
/** The engine visits a node that calls far less often. */
const MAX_SHOWN = 50;

export const callContentStore = {
  /** Nothing for a call that has no row: it was made by a test. */
  save: (tx: Tx, callId: string, content: string) => tx.query(save, [tx.companyId, callId, content]),
  ofRun: (tx: Tx, runId: number, since: Date) =>
    tx.query<CallContentRow & object>(ofRun, [tx.companyId, runId, since, MAX_SHOWN]),
  clear: async (tx: Tx, before: Date, limit: number): Promise<number> =>
    (await tx.query(clear, [tx.companyId, before, limit])).length,
  /** Companies with contents that another key than the given one sealed. */
  companiesToReseal: async (tx: PlatformTx, newestKeyId: string): Promise<number[]> =>
    (await tx.query<{ companyId: number }>(otherSealing, [newestKeyId])).map(({ companyId }) => companyId),
  sealedByOthers: (tx: Tx, newestKeyId: string, limit: number) =>
    tx.query<{ id: string; content: string }>(sealedByOthers, [tx.companyId, newestKeyId, limit]),
  /** Null removes a content that no known key opens. */
  replace: (tx: Tx, { id, before, after }: { id: string; before: string; after: string | null }) =>
    tx.query(replace, [tx.companyId, id, before, after]),
};

const save = {
  name: 'call-contents.save',
  text: `update flow_calls set content = $3 where company_id = $1 and id = $2::uuid and state = 'calling'`,
};
const ofRun = {
  name: 'call-contents.of-run',
  text: `select node as "nodeId", finished_at as at, status_code as status, reason, content from flow_calls
          where company_id = $1 and run_id = $2 and content is not null and finished_at >= $3
          order by finished_at desc limit $4`,
};
const otherSealing = {
  name: 'call-contents.other-sealing',
  text: 'select company_id as "companyId" from companies_with_call_contents_sealed_by_other_keys($1)',
};
const ofOthers = (isOther: string) =>
  `(select id, content from flow_calls
     where company_id = $1 and content is not null and split_part(content, '.', 2) ${isOther} $2 limit $3)`;
const sealedByOthers = {
  name: 'call-contents.sealed-by-others',
  text: `${ofOthers('<')} union all ${ofOthers('>')}`,
};
const replace = {
  name: 'call-contents.replace',
  text: 'update flow_calls set content = $4 where company_id = $1 and id = $2::uuid and content = $3',
};
const clear = {
  name: 'call-contents.clear',
  text: `update flow_calls set content = null where company_id = $1 and id in (
           select id from flow_calls where company_id = $1 and content is not null and finished_at < $2 limit $3)
         returning id`,
};
