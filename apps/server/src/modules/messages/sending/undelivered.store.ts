import type { MessageRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';

const PAGE_SIZE = 40;
export interface UndeliveredRow {
  id: number;
  ticketId: number;
  ticketUuid: string;
  contactName: string;
  connectionName: string | null;
  fromMe: boolean;
  body: string;
  isDeleted: boolean;
  mediaType: string;
  delivery: MessageRow['delivery'];
  failureCode: string | null;
  ack: number;
  createdAt: Date;
  tries: number | null;
}

/** The delivery list for admins: messages being sent and messages that failed. */
export const undeliveredStore = {
  async page(
    tx: Tx,
    {
      onlyUndelivered,
      before,
      connectionId,
    }: { onlyUndelivered: boolean; before?: number | undefined; connectionId?: number | undefined },
  ) {
    const [all, ofConnection] = onlyUndelivered ? undeliveredPages : allPages;
    const values = [tx.companyId, before ?? null, PAGE_SIZE + 1];
    const rows = await (connectionId === undefined
      ? tx.query<UndeliveredRow>(all, values)
      : tx.query<UndeliveredRow>(ofConnection, [...values, connectionId]));
    const counts = await tx.query<{ delivery: string; n: number }>(count, [tx.companyId]);
    return {
      rows: rows.slice(0, PAGE_SIZE),
      hasMore: rows.length > PAGE_SIZE,
      counts: Object.fromEntries(counts.map((row) => [row.delivery, row.n])),
    };
  },
};

const select = (where: string) => `
  select m.id::float8 as id, m.ticket_id as "ticketId", t.uuid as "ticketUuid", c.name as "contactName",
         k.name as "connectionName", m.from_me as "fromMe", m.body, m.is_deleted as "isDeleted",
         m.media_type as "mediaType", m.delivery, m.failure_code as "failureCode", m.ack, m.created_at as "createdAt",
         (select max(o.tries) from outbox o where o.company_id = m.company_id and o.message_id = m.id) as tries
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    left join connections k on k.company_id = m.company_id and k.id = m.connection_id
   where m.company_id = $1 and m.id < coalesce($2, 9223372036854775807) ${where}
   order by m.id desc limit $3`;
/** One statement for all connections and one for a single connection: each uses its own index. */
const pages = (name: string, where: string) =>
  [
    { name, text: select(where) },
    { name: `${name}-of-connection`, text: select(`${where} and m.connection_id = $4`) },
  ] as const;
const undeliveredPages = pages(
  'undelivered.page',
  `and m.delivery in ('failed', 'unknown', 'queued', 'sending') and not m.is_deleted`,
);
const allPages = pages('undelivered.all-messages', 'and not m.is_private');
const count = {
  name: 'undelivered.count',
  text: `select delivery, count(*)::int as n from messages
          where company_id = $1 and delivery in ('failed', 'unknown', 'queued', 'sending') and not is_deleted
          group by delivery`,
};
