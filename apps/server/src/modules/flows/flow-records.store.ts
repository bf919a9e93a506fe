import type { FlowRow } from '../../infrastructure/db/schema/flows.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** A draft with its last editor. */
export interface StoredDraft {
  rev: number;
  doc: unknown;
  userId: number | null;
  userName: string | null;
  updatedAt: Date;
}

const FLOW = `company_id as "companyId", id, name, is_active as "isActive", live_version_id as "liveVersionId",
  user_id as "userId", created_at as "createdAt", updated_at as "updatedAt"`;
const lockCompany = { name: 'flows.lock-company', text: 'select pg_advisory_xact_lock(40, $1)' };
const countAll = { name: 'flows.count', text: 'select count(*)::int as n from flows where company_id = $1' };
const insert = {
  name: 'flows.insert',
  text: 'insert into flows (company_id, name, user_id) values ($1, $2, $3) returning id',
};
const insertDraft = {
  name: 'flow-drafts.insert',
  text: 'insert into flow_drafts (company_id, flow_id, doc, flow_ids, user_id) values ($1, $2, $3::jsonb, $4, $5)',
};
const byId = { name: 'flows.by-id', text: `select ${FLOW} from flows where company_id = $1 and id = $2` };
const lock = {
  name: 'flows.lock',
  text: `select ${FLOW} from flows where company_id = $1 and id = $2 for no key update`,
};
const rename = {
  name: 'flows.rename',
  text: 'update flows set name = $3, updated_at = now() where company_id = $1 and id = $2 returning id',
};
const setActive = {
  name: 'flows.set-active',
  text: 'update flows set is_active = $3, updated_at = now() where company_id = $1 and id = $2',
};
const setLive = {
  name: 'flows.set-live',
  text: 'update flows set live_version_id = $3, updated_at = now() where company_id = $1 and id = $2',
};
const remove = { name: 'flows.remove', text: 'delete from flows where company_id = $1 and id = $2' };
const namesLike = {
  name: 'flows.names-like',
  text: `select name from flows where company_id = $1 and folded(name) like $2 order by name limit 1000`,
};
const draft = {
  name: 'flow-drafts.of-flow',
  text: `select d.rev, d.doc, d.user_id as "userId", u.name as "userName", d.updated_at as "updatedAt"
           from flow_drafts d left join users u on u.company_id = d.company_id and u.id = d.user_id
          where d.company_id = $1 and d.flow_id = $2`,
};
// A stale revision updates nothing.
const saveDraft = {
  name: 'flow-drafts.save',
  text: `update flow_drafts set rev = rev + 1, doc = $4::jsonb, flow_ids = $5, user_id = $6, updated_at = now()
          where company_id = $1 and flow_id = $2 and ($3::int is null or rev = $3)
         returning rev, updated_at as "updatedAt"`,
};

export const flowRecords = {
  /** With a company lock, so that two concurrent requests cannot exceed the limit. */
  async countLocked(tx: Tx): Promise<number> {
    await tx.query(lockCompany, [tx.companyId]);
    return (await tx.query<{ n: number }>(countAll, [tx.companyId]))[0]!.n;
  },
  async insert(tx: Tx, { name, userId }: { name: string; userId: number }): Promise<number> {
    return (await tx.query<{ id: number }>(insert, [tx.companyId, name, userId]))[0]!.id;
  },
  insertDraft: (tx: Tx, flowId: number, doc: object, flowIds: number[], userId: number) =>
    tx.query(insertDraft, [tx.companyId, flowId, JSON.stringify(doc), flowIds, userId]),
  async byId(tx: Tx, id: number): Promise<FlowRow | undefined> {
    return (await tx.query<FlowRow>(byId, [tx.companyId, id]))[0];
  },
  /** Until the transaction ends: versions of a flow are numbered one after the other. */
  async lock(tx: Tx, id: number): Promise<FlowRow | undefined> {
    return (await tx.query<FlowRow>(lock, [tx.companyId, id]))[0];
  },
  async rename(tx: Tx, id: number, name: string): Promise<boolean> {
    return (await tx.query(rename, [tx.companyId, id, name])).length > 0;
  },
  setActive: (tx: Tx, id: number, isActive: boolean) => tx.query(setActive, [tx.companyId, id, isActive]),
  setLive: (tx: Tx, id: number, versionId: number) => tx.query(setLive, [tx.companyId, id, versionId]),
  /** Draft, versions, cases and numbers go with it; links to it become empty. */
  remove: (tx: Tx, id: number) => tx.query(remove, [tx.companyId, id]),
  /** Names that match a LIKE pattern of folded text. */
  async namesLike(tx: Tx, pattern: string): Promise<string[]> {
    return (await tx.query<{ name: string }>(namesLike, [tx.companyId, pattern])).map(({ name }) => name);
  },

  async draft(tx: Tx, flowId: number): Promise<StoredDraft | undefined> {
    return (await tx.query<StoredDraft>(draft, [tx.companyId, flowId]))[0];
  },
  /** Undefined if the draft has another revision by now. A null revision overwrites any. */
  async saveDraft(
    tx: Tx,
    flowId: number,
    { rev, doc, flowIds, userId }: { rev: number | null; doc: object; flowIds: number[]; userId: number },
  ): Promise<{ rev: number; updatedAt: Date } | undefined> {
    const values = [tx.companyId, flowId, rev, JSON.stringify(doc), flowIds, userId];
    return (await tx.query<{ rev: number; updatedAt: Date }>(saveDraft, values))[0];
  },
};
