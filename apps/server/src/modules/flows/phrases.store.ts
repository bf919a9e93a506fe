import type { FlowPhrase } from '@balcao/domain/flow/phrases';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** The list is not paged. */
const MAX_LISTED = 1000;

export interface PhraseFields {
  name: string;
  phrase: string;
  mode: 'equal' | 'starts' | 'contains';
  isActive: boolean;
  connectionId: number | null;
  flowId: number | null;
}
export interface StoredPhrase extends PhraseFields {
  id: number;
  flowName: string | null;
  isFlowActive: boolean | null;
  connectionName: string | null;
}

const SELECT = `select p.id, p.name, p.phrase, p.mode, p.is_active as "isActive", p.connection_id as "connectionId",
         p.flow_id as "flowId", f.name as "flowName", f.is_active as "isFlowActive", c.name as "connectionName"
    from flow_phrases p
    left join flows f on f.company_id = p.company_id and f.id = p.flow_id
    left join connections c on c.company_id = p.company_id and c.id = p.connection_id
   where p.company_id = $1`;
const list = {
  name: 'flow-phrases.list',
  text: `${SELECT} and ($2 = '%%' or folded(p.name) like $2 or folded(p.phrase) like $2)
          order by folded(p.name), p.id limit ${MAX_LISTED + 1}`,
};
const active = {
  name: 'flow-phrases.active',
  text: `select id, name, phrase, connection_id as "connectionId" from flow_phrases
          where company_id = $1 and is_active order by id limit $2`,
};
/** Those of the bot: `flow-catalog.load` has the same rule. */
const startable = {
  name: 'flow-phrases.startable',
  text: `select p.id, p.phrase, p.mode, p.connection_id as "connectionId", p.flow_id as "flowId" from flow_phrases p
           join flows f on f.company_id = p.company_id and f.id = p.flow_id and f.is_active and f.live_version_id is not null
          where p.company_id = $1 and p.is_active order by p.id limit $2`,
};
const byIds = { name: 'flow-phrases.by-ids', text: `${SELECT} and p.id = any ($2::int[])` };
const lockCompany = { name: 'flow-phrases.lock-company', text: 'select pg_advisory_xact_lock(41, $1)' };
const countAll = {
  name: 'flow-phrases.count',
  text: 'select count(*)::int as n from flow_phrases where company_id = $1',
};
const insert = {
  name: 'flow-phrases.insert',
  text: `insert into flow_phrases (company_id, name, phrase, mode, is_active, connection_id, flow_id)
         values ($1, $2, $3, $4, $5, $6, $7) returning id`,
};
const update = {
  name: 'flow-phrases.update',
  text: `update flow_phrases set name = $3, phrase = $4, mode = $5, is_active = $6, connection_id = $7, flow_id = $8,
                updated_at = now() where company_id = $1 and id = $2`,
};
const remove = { name: 'flow-phrases.remove', text: 'delete from flow_phrases where company_id = $1 and id = $2' };

type Row<T> = T & Record<never, unknown>;
export type ActivePhrase = Pick<StoredPhrase, 'id' | 'name' | 'phrase' | 'connectionId'>;
const valuesOf = ({ name, phrase, mode, isActive, connectionId, flowId }: PhraseFields) => [
  name,
  phrase,
  mode,
  isActive,
  connectionId,
  flowId,
];

export const phraseStore = {
  async list(tx: Tx, search: string): Promise<{ rows: StoredPhrase[]; hasMore: boolean }> {
    const rows = await tx.query<Row<StoredPhrase>>(list, [tx.companyId, likePattern(search)]);
    return { rows: rows.slice(0, MAX_LISTED), hasMore: rows.length > MAX_LISTED };
  },
  /** In the order in which they were created. */
  active: (tx: Tx, limit: number) => tx.query<Row<ActivePhrase>>(active, [tx.companyId, limit]),
  /** Active ones whose flow is active and published. */
  startable: (tx: Tx, limit: number) => tx.query<Row<FlowPhrase>>(startable, [tx.companyId, limit]),
  byIds: (tx: Tx, ids: number[]) => tx.query<Row<StoredPhrase>>(byIds, [tx.companyId, ids]),
  /** With a company lock, so that two concurrent requests cannot exceed the limit. */
  async countLocked(tx: Tx): Promise<number> {
    await tx.query(lockCompany, [tx.companyId]);
    return (await tx.query<{ n: number }>(countAll, [tx.companyId]))[0]!.n;
  },
  async insert(tx: Tx, fields: PhraseFields): Promise<number> {
    return (await tx.query<{ id: number }>(insert, [tx.companyId, ...valuesOf(fields)]))[0]!.id;
  },
  update: (tx: Tx, id: number, fields: PhraseFields) => tx.query(update, [tx.companyId, id, ...valuesOf(fields)]),
  remove: (tx: Tx, id: number) => tx.query(remove, [tx.companyId, id]),
};
