import type { Tx } from '../../infrastructure/db/tx.ts';

/** One delivery of a webhook, as `flow-calls` stored it. */
export interface DeliveryRow {
  id: string;
  ticketId: number;
  state: 'queued' | 'calling' | 'done' | 'failed' | 'unknown';
  attempts: number;
  reason: string | null;
  statusCode: number | null;
  durationMs: number | null;
  createdAt: Date;
  canResend: boolean;
}

const COLUMNS = `c.id, c.ticket_id as "ticketId", c.state, c.attempts, c.reason, c.status_code as "statusCode",
  c.duration_ms as "durationMs", c.created_at as "createdAt",
  (c.finished_at is not null and c.request is not null) as "canResend"`;
const page = {
  name: 'integrations.deliveries',
  text: `select ${COLUMNS} from flow_calls c
          where c.company_id = $1 and c.integration_id = $2 and c.kind = 'webhook'
          order by c.created_at desc, c.id desc limit $3`,
};
const pageBefore = {
  name: 'integrations.deliveries-before',
  text: `select ${COLUMNS} from flow_calls c
          where c.company_id = $1 and c.integration_id = $2 and c.kind = 'webhook'
            and (c.created_at, c.id) < (select b.created_at, b.id from flow_calls b
                  where b.company_id = $1 and b.id = $4 and b.integration_id = $2)
          order by c.created_at desc, c.id desc limit $3`,
};
const byId = {
  name: 'integrations.delivery',
  text: `select ${COLUMNS} from flow_calls c
          where c.company_id = $1 and c.integration_id = $2 and c.id = $3 and c.kind = 'webhook'`,
};

export const deliveryStore = {
  /** The newest first; behind `before`, if it is a delivery of the integration. */
  page: (tx: Tx, integrationId: number, before: string | undefined, limit: number) =>
    before === undefined
      ? tx.query<DeliveryRow & object>(page, [tx.companyId, integrationId, limit])
      : tx.query<DeliveryRow & object>(pageBefore, [tx.companyId, integrationId, limit, before]),
  async byId(tx: Tx, integrationId: number, id: string): Promise<DeliveryRow | undefined> {
    return (await tx.query<DeliveryRow & object>(byId, [tx.companyId, integrationId, id]))[0];
  },
};
