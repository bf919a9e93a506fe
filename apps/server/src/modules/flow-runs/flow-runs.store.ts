import type { FlowTrigger } from '@balcao/domain/bot/dialog';
import type { EndReason, Run, TraceEntry } from '@balcao/domain/flow/run';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';

/** What a run without a flow does. */
export interface RunTarget {
  type: 'prompt' | 'integration';
  id: number;
}
/** A run that is not over. */
export interface LiveRun {
  id: number;
  ticketId: number;
  /** 0 for a prompt or an integration without a flow. */
  flowId: number;
  versionId: number;
  target: RunTarget | null;
  state: Run;
  wakeAt: Date | null;
  /** Number of inputs so far. */
  seq: number;
}
/** A run after an input, with the steps of that input. `id` is null for a run that began with it. */
export interface RunChange extends Omit<LiveRun, 'id' | 'wakeAt'> {
  id: number | null;
  trigger: FlowTrigger;
  /** The node at which it stands or ended. */
  node: string;
  at: Date;
  trace: TraceEntry[];
}
export interface DueRun {
  companyId: number;
  id: number;
  ticketId: number;
  wakeAt: Date;
}

/** Writes need the lock of the ticket, which is always taken before the run's. */
export const flowRunStore = {
  /** Locks the live runs of these tickets. */
  live: (tx: Tx, ticketIds: number[]): Promise<LiveRun[]> =>
    ticketIds.length === 0 ? Promise.resolve([]) : tx.query<LiveRun>(live, [tx.companyId, ticketIds]),
  async lock(tx: Tx, id: number): Promise<LiveRun | undefined> {
    return (await tx.query<LiveRun>(lock, [tx.companyId, id]))[0];
  },
  async hadRun(tx: Tx, ticketId: number): Promise<boolean> {
    return (await tx.query(hadRun, [tx.companyId, ticketId])).length > 0;
  },
  /** Returns the ids in the order of the changes. Fails when a run was changed by others meanwhile, which the locks exclude. */
  async save(tx: Tx, changes: RunChange[]): Promise<number[]> {
    if (changes.length === 0) return [];
    const rows = changes.map((change, n) => ({ n, ...rowOf(change) }));
    const saved = await tx.query<{ n: number; id: number }>(save, [tx.companyId, JSON.stringify(rows)]);
    if (saved.length < changes.length) throw new Error('a run of a flow was changed by another transaction');
    const ids = new Map(saved.map(({ n, id }) => [n, id]));
    const steps = changes.flatMap(({ trace }, n) => trace.map((entry) => ({ runId: ids.get(n)!, ...entry })));
    if (steps.length > 0) await tx.query(addSteps, [tx.companyId, JSON.stringify(steps)]);
    return changes.map((_, n) => ids.get(n)!);
  },
  /** A result that is no longer awaited is seen in the path of its run. */
  async recordLate(tx: Tx, runId: number, node: string, at: Date): Promise<void> {
    await tx.query(recordLate, [tx.companyId, runId, node, at]);
  },
  /** Ends the live run of a ticket, if it has one. */
  async end(tx: Tx, ticketId: number, reason: EndReason): Promise<boolean> {
    return (await tx.query(end, [tx.companyId, [ticketId], reason])).length > 0;
  },
  async endOfContact(tx: Tx, contactId: number, reason: EndReason): Promise<number> {
    return (await tx.query(endOfContact, [tx.companyId, contactId, reason])).length;
  },
  /** Ends at most `limit` live runs that began with the flow or stand in it. */
  async endOfFlow(tx: Tx, flowId: number, reason: EndReason, limit: number): Promise<number> {
    return (await tx.query(endOfFlow, [tx.companyId, flowId, reason, limit])).length;
  },
  /** Ends runs that began before this time and wait for nothing that comes. */
  async endOld(tx: Tx, startedBefore: Date, limit: number): Promise<number> {
    return (await tx.query(endOld, [tx.companyId, startedBefore, 'tooOld', limit])).length;
  },
  /** Live runs of other versions of the flow whose node exists in the version; those inside another flow stay. */
  async moveToVersion(tx: Tx, flowId: number, versionId: number, nodes: string[]) {
    const [row] = await tx.query<{ moved: number; stayed: number }>(moveToVersion, [
      tx.companyId,
      flowId,
      versionId,
      nodes,
    ]);
    return row!;
  },
  /** Due runs of all companies in turns: the first run of each, then the second; at most `perCompany` of one. */
  due: (db: Db, at: Date, perCompany: number, limit: number): Promise<DueRun[]> =>
    db.query<DueRun>(due, [at, perCompany, limit]),
  /** Looks at a waiting run again later; what it waits for stays. */
  async postpone(tx: Tx, id: number, until: Date): Promise<void> {
    await tx.query(postpone, [tx.companyId, id, until]);
  },
  /** Sandbox connections only: brings the waits of a connection's runs forward. */
  async age(tx: Tx, connectionId: number, minutes: number): Promise<void> {
    await tx.query(age, [tx.companyId, connectionId, minutes]);
  },
  /** Removes runs that ended before this time, with their steps. */
  async prune(tx: Tx, before: Date, limit: number): Promise<number> {
    return (await tx.query(prune, [tx.companyId, before, limit])).length;
  },
};

const rowOf = ({ id, ticketId, flowId, versionId, target, trigger, state, node, seq, at }: RunChange) => ({
  id,
  ticketId,
  flowId,
  versionId,
  target,
  nodeVersionId: state.versionId,
  trigger,
  state,
  node,
  wait: state.wait?.for ?? null,
  wakeAt: state.ended === null ? (state.wait?.until ?? null) : null,
  seq,
  at,
  endReason: state.ended,
});

const COLUMNS = `id::float8 as id, ticket_id as "ticketId", flow_id as "flowId", version_id as "versionId", target, state,
                wake_at as "wakeAt", seq`;
const live = {
  name: 'flow-runs.live',
  text: `select ${COLUMNS} from flow_runs where company_id = $1 and ticket_id = any($2::int[]) and ended_at is null
          order by id for update`,
};
const lock = {
  name: 'flow-runs.lock',
  text: `select ${COLUMNS} from flow_runs where company_id = $1 and id = $2 and ended_at is null for update`,
};
const hadRun = {
  name: 'flow-runs.had-run',
  text: 'select id from flow_runs where company_id = $1 and ticket_id = $2 limit 1',
};
const save = {
  name: 'flow-runs.save',
  text: `with w as (
           select * from jsonb_to_recordset($2::jsonb) as w (n int, id bigint, "ticketId" int, "flowId" int, "versionId" int,
             "nodeVersionId" int, target jsonb, trigger text, state jsonb, node text, wait text, "wakeAt" timestamptz, seq int,
             at timestamptz, "endReason" text)),
         changed as (
           update flow_runs r set state = w.state, node_version_id = w."nodeVersionId", node = w.node, wait = w.wait,
                  wake_at = w."wakeAt", seq = w.seq, updated_at = w.at, end_reason = w."endReason",
                  ended_at = case when w."endReason" is not null then w.at end
             from w where w.id is not null and r.company_id = $1 and r.id = w.id and r.ended_at is null and r.seq < w.seq
           returning w.n, r.id),
         started as (
           insert into flow_runs (company_id, ticket_id, flow_id, version_id, node_version_id, target, trigger, state, node, wait,
                  wake_at, seq, started_at, updated_at, end_reason, ended_at)
           select $1, "ticketId", "flowId", "versionId", "nodeVersionId", target, trigger, state, node, wait, "wakeAt", seq, at, at,
                  "endReason", case when "endReason" is not null then at end
             from w where id is null order by n
           returning id, ticket_id, state)
         select n, id::float8 as id from changed
          union all
         select w.n, s.id::float8 from started s join w on w.id is null and w."ticketId" = s.ticket_id and w.state = s.state`,
};
const addSteps = {
  name: 'flow-runs.add-steps',
  text: `insert into flow_steps (company_id, run_id, position, at, version_id, node, event, port, reason, key)
         select $1, "runId", seq, at, "versionId", "nodeId", event, port, reason, key
           from jsonb_to_recordset($2::jsonb) as s ("runId" bigint, seq int, at timestamptz, "versionId" int, "nodeId" text,
             event text, port text, reason text, key text)`,
};
const recordLate = {
  name: 'flow-runs.record-late',
  text: `with late as (
           update flow_runs r set state = r.state || jsonb_build_object('seq', (r.state ->> 'seq')::int + 1)
            where r.company_id = $1 and r.id = $2
           returning r.id, r.node_version_id, (r.state ->> 'seq')::int - 1 as position)
         insert into flow_steps (company_id, run_id, position, at, version_id, node, event, reason)
         select $1, id, position, $4, node_version_id, $3, 'ignored', 'tooLate' from late`,
};
/** Ends the runs that `which` selects, and adds the end to their path. $3 is the reason. */
const ending = (which: string) => `
  with ended as (
    update flow_runs r set ended_at = now(), end_reason = $3, wake_at = null, wait = null, updated_at = now(),
           state = r.state || jsonb_build_object('ended', $3::text, 'wait', null, 'seq', (r.state ->> 'seq')::int + 1)
     where r.company_id = $1 and r.ended_at is null and ${which}
    returning r.id, r.node_version_id, r.node, (r.state ->> 'seq')::int - 1 as position),
  steps as (
    insert into flow_steps (company_id, run_id, position, at, version_id, node, event, reason)
    select $1, id, position, now(), node_version_id, node, 'ended', $3 from ended)
  select id::float8 as id from ended`;
const end = { name: 'flow-runs.end', text: ending('r.ticket_id = any($2::int[])') };
const endOfContact = {
  name: 'flow-runs.end-of-contact',
  text: ending(`r.ticket_id in (select t.id from tickets t where t.company_id = $1 and t.contact_id = $2
    and t.status <> 'closed')`),
};
const endOfFlow = {
  name: 'flow-runs.end-of-flow',
  text: ending(`r.id in (
    (select l.id from flow_runs l where l.company_id = $1 and l.flow_id = $2 and l.ended_at is null limit $4)
     union
    (select l.id from flow_runs l join flow_versions v on v.company_id = $1 and v.flow_id = $2 and v.id = l.node_version_id
      where l.company_id = $1 and l.ended_at is null limit $4))`),
};
const endOld = {
  name: 'flow-runs.end-old',
  text: ending(`r.id in (
    select l.id from flow_runs l where l.company_id = $1 and l.started_at < $2 and l.ended_at is null limit $4)`),
};
const moveToVersion = {
  name: 'flow-runs.move-to-version',
  text: `with all_live as (
           select r.id, r.node, r.state from flow_runs r
            where r.company_id = $1 and r.flow_id = $2 and r.ended_at is null and r.version_id <> $3),
         moved as (
           update flow_runs r set version_id = $3, node_version_id = $3, updated_at = now(),
                  state = r.state || jsonb_build_object('versionId', $3::int)
             from all_live l
            where r.company_id = $1 and r.id = l.id and l.node = any($4::text[]) and (l.state ->> 'flowId')::int = $2
              and jsonb_array_length(l.state -> 'stack') = 0
           returning r.id)
         select (select count(*)::int from moved) as moved,
                ((select count(*) from all_live) - (select count(*) from moved))::int as stayed`,
};
const due = {
  name: 'flow-runs.due',
  text: `select company_id as "companyId", id::float8 as id, ticket_id as "ticketId", wake_at as "wakeAt"
           from flow_runs_due($1, $2, $3)`,
};
const postpone = {
  name: 'flow-runs.postpone',
  text: 'update flow_runs set wake_at = $3 where company_id = $1 and id = $2 and wake_at is not null',
};
const age = {
  name: 'flow-runs.age',
  text: `update flow_runs r set wake_at = r.wake_at - make_interval(mins => $3),
                state = jsonb_set(r.state, '{wait,until}', to_jsonb(to_char(
                  (r.wake_at - make_interval(mins => $3)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
           from tickets t where r.company_id = $1 and t.company_id = $1 and t.id = r.ticket_id and t.connection_id = $2
            and r.wake_at is not null`,
};
const prune = {
  name: 'flow-runs.prune',
  text: `delete from flow_runs where company_id = $1 and id in (
           select id from flow_runs where company_id = $1 and ended_at < $2 limit $3) returning id`,
};
