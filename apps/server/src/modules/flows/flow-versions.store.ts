import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE_SIZE = 20;

/** A published document without its content. */
export interface StoredVersion {
  id: number;
  flowId: number;
  number: number;
  note: string;
  userId: number | null;
  userName: string | null;
  createdAt: Date;
  isLive: boolean;
  conversations: number;
}

const COLUMNS = `v.id, v.flow_id as "flowId", v.number, v.note, v.user_id as "userId", u.name as "userName",
  v.created_at as "createdAt", f.live_version_id is not distinct from v.id as "isLive",
  (select count(*)::int from flow_runs r
    where r.company_id = v.company_id and r.node_version_id = v.id and r.ended_at is null) as conversations`;
const TABLES = `flow_versions v
  join flows f on f.company_id = v.company_id and f.id = v.flow_id
  left join users u on u.company_id = v.company_id and u.id = v.user_id`;
const page = {
  name: 'flow-versions.page',
  text: `select ${COLUMNS} from ${TABLES}
          where v.company_id = $1 and v.flow_id = $2 and ($3::int is null or v.number < $3)
          order by v.number desc limit $4`,
};
const byNumber = {
  name: 'flow-versions.by-number',
  text: `select ${COLUMNS}, v.doc from ${TABLES} where v.company_id = $1 and v.flow_id = $2 and v.number = $3`,
};
const byId = {
  name: 'flow-versions.by-id',
  text: `select ${COLUMNS}, v.doc from ${TABLES} where v.company_id = $1 and v.id = $2`,
};
const insert = {
  name: 'flow-versions.insert',
  text: `insert into flow_versions (company_id, flow_id, number, doc, digest, note, flow_ids, user_id)
         select $1, $2, coalesce(max(number), 0) + 1, $3::jsonb, $4, $5, $6, $7
           from flow_versions where company_id = $1 and flow_id = $2
         returning id`,
};
const digestOf = {
  name: 'flow-versions.digest',
  text: 'select digest from flow_versions where company_id = $1 and id = $2',
};
const staying = {
  name: 'flow-versions.staying',
  text: `select v.number, count(*)::int as conversations from flow_versions v
           join flow_runs r on r.company_id = v.company_id and r.node_version_id = v.id and r.ended_at is null
          where v.company_id = $1 and v.flow_id = $2 and v.id <> $3
          group by v.number order by v.number desc`,
};
const liveDocs = {
  name: 'flow-versions.live-docs',
  text: `select f.id as "flowId", v.id as "versionId", v.doc from flows f
           join flow_versions v on v.company_id = f.company_id and v.id = f.live_version_id
          where f.company_id = $1 and f.id = any ($2::int[]) and f.is_active`,
};

type WithDoc = StoredVersion & { doc: unknown };
export const flowVersionStore = {
  async page(tx: Tx, flowId: number, before: number | null): Promise<{ rows: StoredVersion[]; hasMore: boolean }> {
    const rows = await tx.query<StoredVersion & Record<never, unknown>>(page, [
      tx.companyId,
      flowId,
      before,
      PAGE_SIZE + 1,
    ]);
    return { rows: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE };
  },
  async byNumber(tx: Tx, flowId: number, number: number): Promise<WithDoc | undefined> {
    return (await tx.query<WithDoc>(byNumber, [tx.companyId, flowId, number]))[0];
  },
  async byId(tx: Tx, id: number): Promise<WithDoc | undefined> {
    return (await tx.query<WithDoc>(byId, [tx.companyId, id]))[0];
  },
  /** The flow is locked: numbers have no gaps. */
  async insert(
    tx: Tx,
    flowId: number,
    {
      doc,
      digest,
      note,
      flowIds,
      userId,
    }: { doc: object; digest: Buffer; note: string; flowIds: number[]; userId: number },
  ): Promise<number> {
    const values = [tx.companyId, flowId, JSON.stringify(doc), digest, note, flowIds, userId];
    return (await tx.query<{ id: number }>(insert, values))[0]!.id;
  },
  async digest(tx: Tx, id: number): Promise<Buffer | undefined> {
    return (await tx.query<{ digest: Buffer }>(digestOf, [tx.companyId, id]))[0]?.digest;
  },
  /** Conversations on other versions than this one. */
  staying: (tx: Tx, flowId: number, liveId: number) =>
    tx.query<{ number: number; conversations: number }>(staying, [tx.companyId, flowId, liveId]),
  /** The live versions of these flows, as far as they are active. */
  liveDocs: (tx: Tx, flowIds: number[]) =>
    tx.query<{ flowId: number; versionId: number; doc: unknown }>(liveDocs, [tx.companyId, flowIds]),
};
