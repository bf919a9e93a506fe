/** Companies with people who wrote before, campaigns for them, and the bare counterpart of a message to one of them. */
import type pg from 'pg';

export interface Sender {
  companyId: number;
  connectionId: number;
}
const FIRST_NUMBER = 5_500_900_000_000;

/** The companies with their connection, ready to send at any time, without intervals and without a limit of people. */
export async function sendersOf(owner: pg.Client): Promise<Sender[]> {
  await owner.query(`update connections set status = 'CONNECTED'`);
  await owner.query(
    `insert into campaign_settings (company_id, key, value)
     select company_id, key, value from companies cross join (values ('messageInterval', '0'), ('longerIntervalAfter', '0'),
       ('greaterInterval', '0'), ('startHour', '00:00'), ('endHour', '00:00'), ('sabado', 'true'), ('domingo', 'true')) s (key, value)`,
  );
  await owner.query(
    `insert into sending_pools (company_id, pool, is_unbounded, limit_at) select company_id, 'connection:' || id, true, now() from connections`,
  );
  const { rows } = await owner.query<Sender>(
    'select company_id as "companyId", id as "connectionId" from connections order by company_id',
  );
  return rows;
}

/** People who wrote once, each with a closed conversation. */
export async function seedPeople(owner: pg.Client, { companyId, connectionId }: Sender, count: number): Promise<void> {
  await owner.query(
    `with people as (insert into contacts (company_id, name, number)
       select $1, 'Pessoa ' || n, (${FIRST_NUMBER}::bigint + n)::text from generate_series(1, $3::int) n returning id, number)
     , known as (insert into contact_identities (company_id, contact_id, kind, value)
       select $1, id, 'phone', number from people)
     insert into tickets (company_id, contact_id, connection_id, channel, status, closed_at, last_inbound_at)
     select $1, id, $2, 'whatsapp', 'closed', now(), now() - interval '2 days' from people`,
    [companyId, connectionId, count],
  );
}

export async function seedList(owner: pg.Client, { companyId }: Sender, from: number, count: number): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into contact_lists (company_id, name) values ($1, 'Lista ' || gen_random_uuid()) returning id`,
    [companyId],
  );
  await owner.query(
    `insert into contact_list_items (company_id, list_id, name, number, address_key)
     select $1, $2, 'Pessoa ' || n, number, phone_key(number)
       from generate_series($3::int, $4::int) n cross join lateral (select (${FIRST_NUMBER}::bigint + n)::text as number) p`,
    [companyId, rows[0]!.id, from, from + count - 1],
  );
  return rows[0]!.id;
}

export async function seedCampaign(
  owner: pg.Client,
  { companyId, connectionId }: Sender,
  given: { listId: number | null; status: 'PROGRAMADA' | 'EM_ANDAMENTO'; inHours: number },
): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into campaigns (company_id, name, status, connection_id, contact_list_id, messages, confirmations, scheduled_at)
     values ($1, 'Bancada', $2, $3, $4, array['Oi, {nome}!', '', '', '', ''], array_fill(''::text, '{5}'),
             now() + make_interval(hours => $5)) returning id`,
    [companyId, given.status, connectionId, given.listId, given.inHours],
  );
  return rows[0]!.id;
}

type Row = Record<string, unknown>;
/** Rows that the product wrote for one recipient. */
export interface Written {
  ticket: Row;
  message: Row;
  outbox: Row;
  events: Row[];
}
export async function writtenFor(owner: pg.Client, { companyId }: Sender): Promise<Written> {
  const { rows: generated } = await owner.query<{ name: string }>(
    `select table_name || ' ' || column_name as name from information_schema.columns
      where table_schema = 'public' and (is_generated = 'ALWAYS' or is_identity = 'YES')`,
  );
  const unwritten = new Set([...UNIQUE, ...generated.map(({ name }) => name)]);
  const rowsOf = async (table: string, text: string): Promise<Row[]> =>
    (await owner.query<Row>(text, [companyId])).rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([column, value]) => value !== null && !unwritten.has(`${table} ${column}`)),
      ),
    );
  const newest = `select * from messages where company_id = $1 and origin in ('campaign', 'schedule') order by id desc limit 1`;
  const [message] = await rowsOf('messages', newest);
  const [ticket] = await rowsOf(
    'tickets',
    `select t.* from tickets t join (${newest}) m on m.ticket_id = t.id where t.company_id = $1`,
  );
  const [outbox] = await rowsOf('outbox', 'select * from outbox where company_id = $1 order by id desc limit 1');
  // One transaction of the product queues several messages: the events of this one.
  const events = await rowsOf(
    'event_log',
    `select e.* from event_log e join (${newest}) m on e.data ->> 'ticketId' = m.ticket_id::text
         or e.data ->> 'scheduleId' = (select r.schedule_id::text from schedule_runs r where r.message_id = m.id)
      where e.company_id = $1 order by e.id`,
  );
  if (events.length < 2) throw new Error('the events of a message were not found');
  return { ticket: ticket!, message: message!, outbox: outbox!, events };
}
/** Statements of different columns have different names. */
let sets = 0;
/** Columns with a value of their own in each row. */
const UNIQUE = [
  'tickets id',
  'messages id',
  'outbox id',
  'event_log id',
  'tickets uuid',
  'tickets number',
  'messages wid',
  'outbox correlation',
  'event_log xid',
];

/** The same rows in one transaction, by prepared statements that know everything. */
export function createBareSend(client: pg.Client, { companyId, connectionId }: Sender, written: Written) {
  const set = (sets += 1);
  const insert = (name: string, table: string, row: Row, changes: Row) => {
    const values = Object.entries({ ...row, ...changes });
    return client.query<{ id: string }>({
      name: `${name} ${set}`,
      text: `insert into ${table} (${values.map(([column]) => column).join(', ')}) values (${values.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
      values: values.map(([, value]) => (isJson(value) ? JSON.stringify(value) : value)),
    });
  };
  const update = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  return async (contactId: number, n: number, recipientId: number | null): Promise<void> => {
    const own = { company_id: companyId, connection_id: connectionId };
    await client.query('begin');
    await update('bare-company', `select set_config('app.company', $1, true)`, [String(companyId)]);
    await update('bare-contact', 'select from contacts where company_id = $1 and id = $2 for no key update', [
      companyId,
      contactId,
    ]);
    const ticket = await insert('bare-ticket', 'tickets', written.ticket, { ...own, contact_id: contactId });
    const ticketId = ticket.rows[0]!.id;
    const of = { ...own, ticket_id: ticketId, contact_id: contactId, client_key: `bare ${contactId} ${n}` };
    const message = await insert('bare-message', 'messages', written.message, of);
    const messageId = message.rows[0]!.id;
    const { contact_id: _, client_key: __, ...ofTicket } = of;
    await insert('bare-outbox', 'outbox', written.outbox, { ...ofTicket, message_id: messageId });
    for (const [index, event] of written.events.entries())
      await insert(`bare-event-${index}`, 'event_log', event, { company_id: companyId });
    if (recipientId !== null) {
      await update(
        'bare-person',
        `insert into sending_pool_people (company_id, pool, person, slot) values ($1, $2, sha256($3::text::bytea), date_trunc('hour', now()))
         on conflict (company_id, pool, person) do update set slot = excluded.slot`,
        [companyId, `connection:${connectionId}`, String(contactId)],
      );
      await update(
        'bare-slot',
        `insert into sending_pool_slots as s (company_id, pool, slot, people) values ($1, $2, date_trunc('hour', now()), 1)
         on conflict (company_id, pool, slot) do update set people = s.people + 1`,
        [companyId, `connection:${connectionId}`],
      );
      await update(
        'bare-recipient',
        `update campaign_recipients set state = 'queued', contact_id = $3, message_id = $4, variant = 1, queued_at = now(),
                state_at = now() where company_id = $1 and id = $2`,
        [companyId, recipientId, contactId, messageId],
      );
    }
    await client.query('commit');
  };
}
const isJson = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Date) &&
  !Buffer.isBuffer(value) &&
  !Array.isArray(value);
