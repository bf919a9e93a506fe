import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

export interface UsageDay {
  day: string;
  users: number;
  connections: number;
  queues: number;
  tickets: number;
  messages: number;
  fileBytes: number;
  fileCount: number;
  countedAt: Date;
}

export const usageStore = {
  /** Companies without a count of this day. */
  async due(tx: PlatformTx, day: string, limit: number): Promise<number[]> {
    return (await tx.query<{ companyId: number }>(due, [day, limit])).map(({ companyId }) => companyId);
  },
  /** Counts the rows and files of the company; tickets and messages of the day before. A second count replaces the first. */
  count: (tx: Tx, day: string, from: Date, to: Date) => tx.query(count, [tx.companyId, day, from, to]),
  days: (tx: Tx, limit: number) => tx.query<UsageDay>(days, [tx.companyId, limit]),
};

const due = { name: 'usage.due', text: 'select company_id as "companyId" from companies_to_count($1, $2)' };
const count = {
  name: 'usage.count',
  text: `insert into company_usage (company_id, day, users, connections, queues, tickets, messages, file_bytes, file_count)
         select $1, $2::date,
                (select count(*) from users where company_id = $1),
                (select count(*) from connections where company_id = $1),
                (select count(*) from queues where company_id = $1),
                (select count(*) from tickets where company_id = $1 and updated_at >= $3 and created_at >= $3 and created_at < $4),
                (select count(*) from messages where company_id = $1 and created_at >= $3 and created_at < $4),
                stored.bytes, stored.n
           from (select coalesce(sum(bytes), 0) as bytes, count(*) as n from files where company_id = $1) stored
         on conflict (company_id, day) do update
            set users = excluded.users, connections = excluded.connections, queues = excluded.queues,
                tickets = excluded.tickets, messages = excluded.messages, file_bytes = excluded.file_bytes,
                file_count = excluded.file_count, counted_at = now()`,
};
const days = {
  name: 'usage.days',
  text: `select day::text, users, connections, queues, tickets, messages, file_bytes::float8 as "fileBytes",
                file_count as "fileCount", counted_at as "countedAt"
           from company_usage where company_id = $1 order by day desc limit $2`,
};
