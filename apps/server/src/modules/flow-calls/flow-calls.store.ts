import type { CallRequest, ServiceCall } from '@balcao/domain/flow/service-call';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';
import { accountOf } from './call-rules.ts';

/** A call that is stored in the transaction of the run that awaits it. */
export interface NewCall {
  callId: string;
  runId: number | null;
  ticketId: number;
  flowId: number | null;
  nodeId: string;
  request: CallRequest;
}
/** A call that this process makes now. `fence` proves that it is still its own. */
export interface ClaimedCall extends ServiceCall {
  account: string;
  fence: number;
}
/** A process renews the lease while it makes the call; one that lost it has ended, and a person must not wait long. */
export const LEASE_SECONDS = 10;
/** A webhook waits this long for a service that is paused. */
const MAX_WAIT_HOURS = 24;
/** Queued webhooks that one transaction postpones, so that it stays short. */
const MAX_POSTPONED = 500;
/** Calls of one company at the same time, over all nodes. */
export const MAX_CALLS = 10;

/** Calls of one company are claimed one transaction after the other, so that the bound counts exactly. */
const lockCompany = { name: 'flow-calls.lock-company', text: 'select pg_advisory_xact_lock(44, $1)' };
const COLUMNS = `company_id as "companyId", id, call_id as "callId", run_id::float8 as "runId", ticket_id as "ticketId",
  flow_id as "flowId", node as "nodeId", account, request, attempts as attempt, fence::float8 as fence`;

export const flowCallStore = {
  async add(tx: Tx, calls: readonly NewCall[]): Promise<void> {
    if (calls.length === 0) return;
    const rows = calls.map(({ request, ...call }) => ({
      ...call,
      kind: request.kind,
      integrationId: 'integrationId' in request ? request.integrationId : null,
      promptId: 'promptId' in request ? request.promptId : null,
      account: accountOf(request),
      request,
    }));
    await tx.query(add, [tx.companyId, JSON.stringify(rows)]);
    tx.emit({ type: 'flow-call.queued' });
  },
  /** Claims the next calls: as many as the company may make at the same time, at most `limit`. */
  async claim(tx: Tx, limit: number): Promise<ClaimedCall[]> {
    await tx.query(lockCompany, [tx.companyId]);
    return tx.query<ClaimedCall>(claim, [tx.companyId, LEASE_SECONDS, MAX_CALLS, limit]);
  },
  /** Milliseconds until the next call is due; undefined if none waits. */
  async dueIn(tx: Tx): Promise<number | undefined> {
    const [row] = await tx.query<{ ms: number | null }>(dueIn, [tx.companyId]);
    return row?.ms === null || row === undefined ? undefined : Math.max(0, Math.ceil(row.ms));
  },
  /** Calls that this process still makes. */
  async renew(tx: Tx, calls: readonly Pick<ClaimedCall, 'id' | 'fence'>[]): Promise<void> {
    const values = [tx.companyId, calls.map(({ id }) => id), calls.map(({ fence }) => fence), LEASE_SECONDS];
    await tx.query(renew, values);
  },
  /** False if another process has decided the call. */
  async settle(
    tx: Tx,
    { id, fence, request: { kind } }: ClaimedCall,
    end: { state: 'done' | 'failed' | 'unknown'; reason: string | null; status: number | null; durationMs: number },
  ): Promise<boolean> {
    const values = [tx.companyId, id, fence, end.state, end.reason, end.status, end.durationMs, kind === 'webhook'];
    return (await tx.query(settle, values)).length > 0;
  },
  /** Returns a claimed call to the queue; `counts` if the attempt was made. */
  async requeue(
    tx: Tx,
    { id, fence }: Pick<ClaimedCall, 'id' | 'fence'>,
    {
      waitMs,
      counts,
      reason,
      status,
    }: { waitMs: number; counts: boolean; reason: string | null; status: number | null },
  ): Promise<boolean> {
    const values = [tx.companyId, id, fence, waitMs / 1000, counts ? 0 : 1, reason, status];
    return (await tx.query(requeue, values)).length > 0;
  },
  /**
   * Webhooks of a service that is paused wait for the end of the pause, without an attempt: the claimed ones of `ids` and the
   * first queued behind them. Older ones than a day do not wait. Returns the ids that wait.
   */
  async postpone(tx: Tx, account: string, ids: string[], until: Date): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(postpone, [
      tx.companyId,
      account,
      ids,
      until,
      MAX_WAIT_HOURS,
      MAX_POSTPONED,
    ]);
    return new Set(rows.map(({ id }) => id));
  },
  /** Takes a call of an ended process over; undefined if it was decided meanwhile. */
  async takeOver(tx: Tx, id: string): Promise<(ClaimedCall & { isAwaited: boolean }) | undefined> {
    return (await tx.query<ClaimedCall & { isAwaited: boolean }>(takeOver, [tx.companyId, id, LEASE_SECONDS]))[0];
  },
  /** A call that its run no longer awaits is not made. */
  async voidCall(tx: Tx, runId: number, callId: string): Promise<void> {
    await tx.query(voidCall, [tx.companyId, runId, callId]);
  },
  /** Queues a finished delivery again, with the same id. */
  async resend(tx: Tx, id: string): Promise<boolean> {
    const isQueued = (await tx.query(resend, [tx.companyId, id])).length > 0;
    if (isQueued) tx.emit({ type: 'flow-call.queued' });
    return isQueued;
  },
  async prune(tx: Tx, before: Date, limit: number): Promise<number> {
    return (await tx.query(prune, [tx.companyId, before, limit])).length;
  },
  /** Companies with queued calls by id, behind the given one. */
  companiesDue: async (tx: PlatformTx, after: number, limit: number): Promise<number[]> =>
    (await tx.query<{ companyId: number }>(companiesDue, [after, limit])).map(({ companyId }) => companyId),
  abandoned: (tx: PlatformTx, limit: number) => tx.query<{ companyId: number; id: string }>(abandoned, [limit]),
};
export type CallEnd = Parameters<typeof flowCallStore.settle>[2];

const add = {
  name: 'flow-calls.add',
  text: `insert into flow_calls (company_id, call_id, run_id, ticket_id, flow_id, node, kind, integration_id, prompt_id, account,
           request)
         select $1, "callId", "runId", "ticketId", "flowId", "nodeId", kind, "integrationId", "promptId", account, request
           from jsonb_to_recordset($2::jsonb) as c ("callId" text, "runId" bigint, "ticketId" int, "flowId" int, "nodeId" text,
             kind text, "integrationId" int, "promptId" int, account text, request jsonb)`,
};
const claim = {
  name: 'flow-calls.claim',
  // Materialized: a subquery with a limit could be run again for each row, and pick others.
  text: `with picked as materialized (
           select id from flow_calls where company_id = $1 and state = 'queued' and not_before <= now()
            order by not_before, created_at
            limit least($4::int, greatest(0, $3::int - (select count(*)::int from flow_calls
              where company_id = $1 and state = 'calling' and lease_until > now())))
            for update skip locked)
         update flow_calls set state = 'calling', attempts = attempts + 1, fence = fence + 1, started_at = clock_timestamp(),
                lease_until = now() + make_interval(secs => $2)
          where company_id = $1 and id in (select p.id from picked p)
         returning ${COLUMNS}`,
};
const renew = {
  name: 'flow-calls.renew',
  text: `update flow_calls c set lease_until = now() + make_interval(secs => $4)
           from unnest($2::uuid[], $3::bigint[]) as own (id, fence)
          where c.company_id = $1 and c.id = own.id and c.fence = own.fence and c.state = 'calling'`,
};
const dueIn = {
  name: 'flow-calls.due-in',
  text: `select extract(epoch from min(not_before) - clock_timestamp())::float8 * 1000 as ms from flow_calls
          where company_id = $1 and state = 'queued'`,
};
const settle = {
  name: 'flow-calls.settle',
  text: `update flow_calls set state = $4, reason = $5, status_code = $6, duration_ms = $7, finished_at = now(), lease_until = null,
                request = case when $8 then request end
          where company_id = $1 and id = $2 and fence = $3 and state = 'calling' returning id`,
};
const requeue = {
  name: 'flow-calls.requeue',
  text: `update flow_calls set state = 'queued', lease_until = null, attempts = attempts - $5, reason = $6, status_code = $7,
                not_before = clock_timestamp() + make_interval(secs => $4)
          where company_id = $1 and id = $2 and fence = $3 and state = 'calling' returning id`,
};
const postpone = {
  name: 'flow-calls.postpone',
  text: `update flow_calls set not_before = $4, lease_until = null, reason = 'breakerOpen', state = 'queued',
                attempts = attempts - case when state = 'calling' then 1 else 0 end
          where company_id = $1 and account = $2 and kind = 'webhook'
            and created_at > now() - make_interval(hours => $5)
            and (state = 'calling' and id = any($3::uuid[]) or state = 'queued' and id in (
                  select id from flow_calls
                   where company_id = $1 and state = 'queued' and not_before <= now() and account = $2 and kind = 'webhook'
                   order by not_before, created_at limit $6))
         returning id`,
};
const takeOver = {
  name: 'flow-calls.take-over',
  text: `update flow_calls set fence = fence + 1, lease_until = now() + make_interval(secs => $3)
          where company_id = $1 and id = $2 and state = 'calling' and lease_until < now()
         returning ${COLUMNS}, (kind = 'webhook' or exists (select from flow_runs r where r.company_id = $1
           and r.id = flow_calls.run_id and r.ended_at is null and r.state #>> '{wait,callId}' = flow_calls.call_id))
           as "isAwaited"`,
};
const voidCall = {
  name: 'flow-calls.void',
  text: `update flow_calls set state = 'failed', reason = 'voided', request = null, finished_at = now()
          where company_id = $1 and run_id = $2 and call_id = $3 and state = 'queued'`,
};
const resend = {
  name: 'flow-calls.resend',
  text: `update flow_calls set state = 'queued', attempts = 0, not_before = now(), finished_at = null, reason = null,
                status_code = null, duration_ms = null
          where company_id = $1 and id = $2::uuid and kind = 'webhook' and finished_at is not null and request is not null
          returning id`,
};
const prune = {
  name: 'flow-calls.prune',
  text: `delete from flow_calls where company_id = $1 and id in (
           select id from flow_calls where company_id = $1 and finished_at < $2 limit $3) returning id`,
};
const companiesDue = {
  name: 'flow-calls.companies-due',
  text: 'select company_id as "companyId" from companies_with_calls_due($1, $2)',
};
const abandoned = {
  name: 'flow-calls.abandoned',
  text: 'select company_id as "companyId", id from flow_calls_abandoned($1)',
};
