import type pg from 'pg';

/** Services that began in the last 30 days, in the eleven months before, and on one day before that. */
const SERVICES = { month: 100_000, year: 95_000, oneDay: 5_000 };
const CONTACTS = 20_000;
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
const ONE_DAY_AGO = 370;
/** Conversations that wait for an agent, to be accepted, transferred and closed. */
const WAITING = 200;

export interface SeededNumbers {
  timeZone: string;
  /** Today, the first day of the last 30 and of the last 365, and the day of 5,000 services, in the company's zone. */
  today: string;
  monthFrom: string;
  yearFrom: string;
  oneDay: string;
  services: number;
  waitingIds: number[];
  queueId: number;
}

/** Services of one company with two or three periods each, a rating of every fourth and two messages of each in the last month. */
export async function seedNumbers(owner: pg.Client, companyId: number, factor: number): Promise<SeededNumbers> {
  await owner.query('set session_replication_role = replica');
  const { rows: base } = await owner.query<{ queue: number; connection: number; contact: number; users: number[] }>(
    `with q as (insert into queues (company_id, name, color, target_minutes) values ($1, 'Setor', '#112233', 10) returning id)
     select (select id from q) as queue, (select min(id) from connections where company_id = $1) as connection,
            (select coalesce(max(id), 0) from contacts) as contact,
            (select array_agg(id order by id) from users where company_id = $1) as users`,
    [companyId],
  );
  const { queue, connection, contact, users } = base[0]!;
  await owner.query(
    `insert into contacts (company_id, id, name, number, connection_id, created_at)
     select $1, $2 + n, 'Contato ' || n, (5500900000000 + n)::text, $4, now() - make_interval(days => n % ${YEAR_DAYS})
       from generate_series(1, $3::int) n`,
    [companyId, contact, CONTACTS + WAITING, connection],
  );
  const { month, year, oneDay } = SERVICES;
  let first = 1;
  for (const [count, daysAgo, days] of [
    [oneDay, ONE_DAY_AGO, 1],
    [year * factor, YEAR_DAYS - 1, YEAR_DAYS - MONTH_DAYS],
    [month * factor, MONTH_DAYS - 1, MONTH_DAYS - 1],
  ] as const) {
    await addServices(owner, { companyId, queue, connection, contact, users, first, count, daysAgo, days });
    first += count;
  }
  await addRatingsAndMessages(owner, companyId);
  await addWaiting(owner, { companyId, queue, connection, contact: contact + CONTACTS });
  for (const [sequence, table] of [
    ['contact_ids', 'contacts'],
    ['ticket_ids', 'tickets'],
  ])
    await owner.query(`select setval($1, (select max(id) from ${table}))`, [sequence]);
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze contacts, tickets, ticket_tracking, ticket_periods, user_ratings, messages');
  const { rows } = await owner.query<SeededNumbers>(
    `select c.time_zone as "timeZone", d.today::text, (d.today - ${MONTH_DAYS - 1})::text as "monthFrom",
            (d.today - ${YEAR_DAYS - 1})::text as "yearFrom", (d.today - ${ONE_DAY_AGO})::text as "oneDay",
            $2::int as services, $3::int as "queueId",
            array(select id from tickets where company_id = $1 and status = 'pending' order by id) as "waitingIds"
       from companies c cross join lateral (select (now() at time zone c.time_zone)::date as today) d where c.company_id = $1`,
    [companyId, first - 1, queue],
  );
  return rows[0]!;
}

interface Services {
  companyId: number;
  queue: number;
  connection: number;
  contact: number;
  users: number[];
  /** Number of the first service. */
  first: number;
  count: number;
  daysAgo: number;
  /** Number of days over which they are spread. */
  days: number;
}

/** Each waits some minutes and is attended some more; one in ten is transferred to another agent. */
async function addServices(owner: pg.Client, services: Services): Promise<void> {
  const { companyId, queue, connection, contact, users, first, count, daysAgo, days } = services;
  await owner.query(
    `create temporary table made as
     select n, nextval('ticket_ids')::int as ticket_id, $2::int + 1 + n % ${CONTACTS} as contact_id,
            ($3::int[])[1 + n % array_length($3::int[], 1)] as user_id, ($3::int[])[1 + (n + 1) % array_length($3::int[], 1)] as other_id,
            d.at as at, d.at + make_interval(secs => 20 + n % 900) as accepted_at, d.at + make_interval(secs => 1400 + n % 5000) as ended_at
       from companies c,
            generate_series($4::int, $4::int + $5::int - 1) n
       cross join lateral (select ((now() at time zone c.time_zone)::date - $6::int + (n % $7::int) + interval '8 hours'
                          + make_interval(secs => (n::bigint * 7919) % 36000)) at time zone c.time_zone as at) d
      where c.company_id = $1`,
    [companyId, contact, users, first, count, daysAgo, days],
  );
  await owner.query(
    `insert into tickets (company_id, id, contact_id, connection_id, channel, status, user_id, queue_id, last_message, created_at,
                          updated_at, last_message_at, closed_at, is_active_demand)
     select $1, ticket_id, contact_id, $2, 'whatsapp', 'closed', user_id, $3, 'Obrigado', at, ended_at, ended_at, ended_at, n % 5 = 0
       from made`,
    [companyId, connection, queue],
  );
  await owner.query(
    `insert into ticket_tracking (company_id, ticket_id, connection_id, user_id, queue_id, queued_at, started_at, closed_at, finished_at,
                                  created_at, first_reply_at, first_reply_user_id, is_in_time, reply_wait_s, reply_waits, closed_by,
                                  last_user_id, has_periods)
     select $1, ticket_id, $2, user_id, $3, at, accepted_at, ended_at, ended_at, at, accepted_at + interval '5 seconds', user_id,
            n % 900 < 600, 30 + n % 900, 1, 'user', user_id, true from made order by n`,
    [companyId, connection, queue],
  );
  const period = (columns: string, where: string) =>
    owner.query(
      `insert into ticket_periods (company_id, cycle_id, cycle_at, queue_id, kind, user_id, from_at, to_at, ended_by, ended_user_id)
       select $1, k.id, k.created_at, $2, ${columns}
         from made m join ticket_tracking k on k.company_id = $1 and k.ticket_id = m.ticket_id where ${where}`,
      [companyId, queue],
    );
  await period(`'waiting', null, m.at, m.accepted_at, 'accept', m.user_id`, 'true');
  await period(`'attended', m.user_id, m.accepted_at, m.ended_at, 'close', null`, 'm.n % 10 > 0');
  const passedOn = `m.accepted_at + interval '60 seconds'`;
  await period(`'attended', m.other_id, m.accepted_at, ${passedOn}, 'transfer', m.user_id`, 'm.n % 10 = 0');
  await period(`'attended', m.user_id, ${passedOn}, m.ended_at, 'close', null`, 'm.n % 10 = 0');
  await owner.query('drop table made');
}

async function addRatingsAndMessages(owner: pg.Client, companyId: number): Promise<void> {
  await owner.query(
    `insert into user_ratings (company_id, ticket_id, user_id, rate, created_at, cycle_id)
     select company_id, ticket_id, user_id, id % 11, finished_at, id from ticket_tracking where company_id = $1 and id % 4 = 0`,
    [companyId],
  );
  await owner.query(
    `insert into messages (company_id, id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, user_id, queue_id, body,
                           is_read, ack, delivery, sent_at, created_at)
     select t.company_id, nextval('message_ids'), t.id, t.contact_id, t.connection_id, s, 'w' || t.id || '.' || s, s = 2,
            case when s = 2 then 'agent' else 'customer' end, case when s = 2 then t.user_id end, t.queue_id, 'Bom dia', true, 3, 'read',
            t.created_at, t.created_at
       from tickets t cross join generate_series(1, 2) s
      where t.company_id = $1 and t.created_at > now() - interval '${MONTH_DAYS} days' order by t.created_at`,
    [companyId],
  );
}

async function addWaiting(
  owner: pg.Client,
  { companyId, queue, connection, contact }: Pick<Services, 'companyId' | 'queue' | 'connection' | 'contact'>,
): Promise<void> {
  await owner.query(
    `insert into tickets (company_id, id, contact_id, connection_id, channel, status, queue_id, last_message)
     select $1, nextval('ticket_ids'), $2 + n, $3, 'whatsapp', 'pending', $4, 'Bom dia' from generate_series(1, ${WAITING}) n`,
    [companyId, contact, connection, queue],
  );
  // A conversation is closed only with a tag.
  await owner.query(
    `insert into contact_tags (company_id, contact_id, tag_id)
     select $1, $2 + n, (select min(id) from tags where company_id = $1) from generate_series(1, ${WAITING}) n`,
    [companyId, contact],
  );
  // With its triggers: they write the first period.
  await owner.query('set session_replication_role = origin');
  await owner.query(
    `insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, queued_at)
     select company_id, id, connection_id, queue_id, now() from tickets where company_id = $1 and status = 'pending'`,
    [companyId],
  );
}
