import type { Tx } from '../../infrastructure/db/tx.ts';

/** A delivery of a webhook or a call of a bot, as `flow-calls` stored it. */
export interface DeliveryRow {
  id: string;
  kind: 'webhook' | 'bot';
  ticketId: number;
  state: 'queued' | 'calling' | 'done' | 'failed' | 'unknown';
  attempts: number;
  reason: string | null;
  statusCode: number | null;
  durationMs: number | null;
  createdAt: Date;
  canResend: boolean;
}
/** The newest call that ended. */
export interface LastCallRow {
  integrationId: number;
  at: Date;
  reason: string | null;
  durationMs: number | null;
}
export interface LastDayRow {
  calls: number;
  done: number;
  p95Ms: number | null;
  /** The last 24 hours, the oldest first. */
  perHour: number[];
}
/** Deliveries of a day beyond this number are not counted. */
const MAX_COUNTED = 10_000;

const COLUMNS = `c.id, c.kind, c.ticket_id as "ticketId", c.state, c.attempts, c.reason, c.status_code as "statusCode",
  c.duration_ms as "durationMs", c.created_at as "createdAt",
  (c.kind = 'webhook' and c.finished_at is not null and c.request is not null) as "canResend"`;
/** Not a call whose conversation ended before it began. */
const WAS_MADE = "c.reason is distinct from 'voided'";
const page = {
  name: 'integrations.deliveries',
  text: `select ${COLUMNS} from flow_calls c
          where c.company_id = $1 and c.integration_id = $2 and ${WAS_MADE}
          order by c.created_at desc, c.id desc limit $3`,
};
const pageBefore = {
  name: 'integrations.deliveries-before',
  text: `select ${COLUMNS} from flow_calls c
          where c.company_id = $1 and c.integration_id = $2 and ${WAS_MADE}
            and (c.created_at, c.id) < (select b.created_at, b.id from flow_calls b
                  where b.company_id = $1 and b.id = $4 and b.integration_id = $2)
          order by c.created_at desc, c.id desc limit $3`,
};
const byId = {
  name: 'integrations.delivery',
  text: `select ${COLUMNS} from flow_calls c
          where c.company_id = $1 and c.integration_id = $2 and c.id = $3 and c.kind = 'webhook'`,
};
const lastCalls = {
  name: 'integrations.last-calls',
  text: `select i.id as "integrationId", c.* from unnest($2::int[]) as i (id) cross join lateral (
           select f.finished_at as at, f.reason, f.duration_ms as "durationMs" from flow_calls f
            where f.company_id = $1 and f.integration_id = i.id and f.finished_at is not null
              and f.reason is distinct from 'voided'
            order by f.created_at desc limit 1) c`,
};
const lastDay = {
  name: 'integrations.last-day',
  text: `with made as materialized (
           select state, duration_ms, floor(extract(epoch from now() - created_at) / 3600)::int as hours_ago from flow_calls
            where company_id = $1 and integration_id = $2 and created_at > now() - interval '1 day'
              and finished_at is not null and reason is distinct from 'voided'
            order by created_at desc limit $3)
         select count(*)::int as calls, count(*) filter (where state = 'done')::int as done,
                percentile_disc(0.95) within group (order by duration_ms) as "p95Ms",
                (select array_agg((select count(*)::int from made m where m.hours_ago = hours.ago) order by hours.ago desc)
                   from generate_series(0, 23) as hours (ago)) as "perHour"
           from made`,
};

export const deliveryStore = {
  /** The newest first; behind `before`, if it is a call of the integration. */
  page: (tx: Tx, integrationId: number, before: string | undefined, limit: number) =>
    before === undefined
      ? tx.query<DeliveryRow & object>(page, [tx.companyId, integrationId, limit])
      : tx.query<DeliveryRow & object>(pageBefore, [tx.companyId, integrationId, limit, before]),
  /** By integration; those that were never called have none. */
  async lastCalls(tx: Tx, integrationIds: number[]): Promise<Map<number, LastCallRow>> {
    const rows = await tx.query<LastCallRow & object>(lastCalls, [tx.companyId, integrationIds]);
    return new Map(rows.map((row) => [row.integrationId, row]));
  },
  lastDay: async (tx: Tx, integrationId: number): Promise<LastDayRow> =>
    (await tx.query<LastDayRow & object>(lastDay, [tx.companyId, integrationId, MAX_COUNTED]))[0]!,
  /** A delivery of a webhook; calls of bots are not sent again. */
  async byId(tx: Tx, integrationId: number, id: string): Promise<DeliveryRow | undefined> {
    return (await tx.query<DeliveryRow & object>(byId, [tx.companyId, integrationId, id]))[0];
  },
};
