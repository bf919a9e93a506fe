import type { Tx } from '../../../infrastructure/db/tx.ts';

const PAGE_SIZE = 40;
interface Row {
  id: string;
  ticket_id: number;
  ticket_uuid: string;
  contact_name: string;
  connection_name: string | null;
  from_me: boolean;
  body: string;
  is_deleted: boolean;
  media_type: string;
  delivery: string;
  failure_code: string | null;
  ack: number;
  created_at: Date;
  tries: number | null;
}

/** The life of messages, for admins: what is under way and what went wrong. Reads only. */
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
      ? tx.query<Row>(all, values)
      : tx.query<Row>(ofConnection, [...values, connectionId]));
    const counts = await tx.query<{ delivery: string; n: string }>(count, [tx.companyId]);
    return {
      rows: rows.slice(0, PAGE_SIZE),
      hasMore: rows.length > PAGE_SIZE,
      counts: Object.fromEntries(counts.map((row) => [row.delivery, Number(row.n)])),
    };
  },
};

const select = (where: string) => `
  select m.id, m.ticket_id, t.uuid as ticket_uuid, c.name as contact_name, k.name as connection_name, m.from_me, m.body, m.is_deleted,
         m.media_type, m.delivery, m.failure_code, m.ack, m.created_at,
         (select max(o.tries) from outbox o where o.company_id = m.company_id and o.message_id = m.id) as tries
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    left join connections k on k.company_id = m.company_id and k.id = m.connection_id
   where m.company_id = $1 and m.id < coalesce($2, 9223372036854775807) ${where}
   order by m.id desc limit $3`;
/** Of all connections, and of one: each finds its own index. */
const pages = (name: string, where: string) =>
  [
    { name, text: select(where) },
    { name: `${name}-of-one`, text: select(`${where} and m.connection_id = $4`) },
  ] as const;
const undeliveredPages = pages(
  'trouble.page',
  `and m.delivery in ('failed', 'unknown', 'queued', 'sending') and not m.is_deleted`,
);
const allPages = pages('trouble.all', 'and not m.is_private');
const count = {
  name: 'trouble.count',
  text: `select delivery, count(*) as n from messages where company_id = $1 and delivery in ('failed', 'unknown', 'queued', 'sending') and not is_deleted group by delivery`,
};
