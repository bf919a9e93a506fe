import type pg from 'pg';
import type { TicketTimers } from '../../apps/server/src/modules/ticket-timers/index.ts';
import { median, ms, ratio, timed, type Figure } from '../figures.ts';
import { withInProcessServer } from '../in-process-server.ts';
import type { BenchServer } from '../server.ts';

const COMPANIES = 10;
const TICKETS = 100_000;
const ROUNDS = 101;
const WARM_UP = 20;
/** Due tickets per minute on a busy day, to measure the cost of processing them. */
const DUE = 200;

type Sweep = 'inactive' | 'ratings' | 'redirects' | 'rotations' | 'lanes';
/** The smallest query with the same result: the connections, queues or kanban lanes are already known; each is one index scan. */
const bare: Record<Sweep, string> = {
  inactive: findDueSql(
    'connection',
    `t.connection_id = p.id and t.status = 'open' and t.warned_at is null and t.imported_at is null and t.last_from_me
       and t.updated_at <= now() - interval '1 day'`,
    `t.connection_id = p.id and t.status = 'open' and t.warned_at is not null and t.imported_at is null
       and t.warned_at <= now() - interval '1 day'`,
  ),
  ratings: findDueSql(
    'connection',
    `t.connection_id = p.id and t.status = 'nps' and t.updated_at <= now() - interval '1 day'`,
  ),
  redirects: findDueSql(
    'connection',
    `t.connection_id = p.id and t.status = 'pending' and t.queue_id is null and t.imported_at is null
       and t.updated_at <= now() - interval '1 day'`,
  ),
  rotations: findDueSql(
    'queue',
    `t.queue_id = p.id and t.status = 'pending' and t.user_id is null and not t.is_group and t.imported_at is null`,
    `t.queue_id = p.id and t.status = 'pending' and t.user_id is not null and not t.is_group and t.imported_at is null
       and coalesce(t.assigned_at, t.updated_at) <= now() - interval '1 hour'`,
  ),
  lanes: findDueSql(
    'lane',
    `t.lane_id = p.id and t.status = 'open' and t.last_from_me
       and greatest(t.updated_at, t.lane_at) <= now() - interval '1 day'`,
  ),
};
function findDueSql(table: 'connection' | 'queue' | 'lane', ...conditions: string[]): string {
  const along = conditions.map(
    (where) => `(select t.company_id, t.id from tickets t where t.company_id = p.company_id and ${where} limit 200)`,
  );
  return `select t.company_id, t.id from bench_${table}s p cross join lateral (${along.join(' union all ')}) t limit 200`;
}

/** The cost of each minute's sweep over 100,000 live tickets while nothing is due, as in nearly every minute. */
export async function sweeps(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  return withInProcessServer({ log, companies: COMPANIES }, async ({ server, owner }) => {
    const { ticketTimers } = server.modules;
    log(`seeding ${TICKETS} live tickets in ${COMPANIES} companies`);
    await seed(owner);
    const figures: Figure[] = [];
    for (const name of Object.keys(bare) as Sweep[]) {
      const { rows } = await owner.query(bare[name]);
      if (rows.length > 0)
        throw new Error(`${name}: ${rows.length} are due, but the scenario measures a sweep with nothing due`);
      const rounds: { ours: number; bare: number }[] = [];
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        const ours = await timed(() => ticketTimers[name]());
        const bareMs = await timed(() => owner.query({ name, text: bare[name] }));
        if (round >= 0) rounds.push({ ours, bare: bareMs });
      }
      const of = (side: 'ours' | 'bare') => median(rounds.map((round) => round[side]));
      figures.push({
        ...ratio('sweeps: run with nothing due', of('ours'), of('bare'), ms),
        name: `sweeps: run with nothing due, ${name}`,
      });
    }
    log(`${await closing(owner, ticketTimers)} for each of ${DUE} that are closed`);
    return figures;
  });
}

async function closing(owner: pg.Client, clockwork: TicketTimers): Promise<string> {
  await owner.query(
    `update tickets set updated_at = now() - interval '2 days' where id in
       (select id from tickets where status = 'open' and last_from_me and lane_id is null limit ${DUE})`,
  );
  const took = await timed(() => clockwork.inactive());
  const { rows } = await owner.query(`select 1 from ticket_log where type = 'autoClose'`);
  if (rows.length !== DUE) throw new Error(`${rows.length} of ${DUE} were closed`);
  return ms(took / DUE);
}

/** Every rule is on in every company; some of its live tickets are in each state that the sweeps search. */
async function seed(owner: pg.Client): Promise<void> {
  await owner.query('set session_replication_role = replica');
  await owner.query(`update connections set status = 'CONNECTED', expires_minutes = 1440, expires_when = 1,
    rating_expires_minutes = 1440, redirect_minutes = 1440`);
  await owner.query(`insert into queues (company_id, name, color, rotates, rotation_minutes)
    select company_id, 'Roda', '#112233', true, 60 from companies`);
  await owner.query(
    `update connections c set redirect_queue_id = q.id from queues q where q.company_id = c.company_id`,
  );
  await owner.query(`insert into user_queues (company_id, user_id, queue_id)
    select q.company_id, u.id, q.id from queues q cross join lateral
      (select id from users u where u.company_id = q.company_id and u.profile = 'user' order by id limit 5) u`);
  await owner.query(
    `update users set is_online = true, last_seen_at = now() where (company_id, id) in (select company_id, user_id from user_queues)`,
  );
  await owner.query(`insert into tags (company_id, name, color, is_lane, lane_minutes)
    select company_id, 'Coluna ' || n, '#445566', true, 1440 from companies, generate_series(1, 5) n`);
  await owner.query(
    `update tags t set next_lane_id = (select min(id) from tags n where n.company_id = t.company_id and n.is_lane) where is_lane`,
  );
  for (const [name, from] of [
    ['connections', 'connections'],
    ['queues', 'queues'],
    ['lanes', 'tags where is_lane'],
  ])
    await owner.query(`create temporary table bench_${name} as select company_id, id from ${from}`);
  const each = TICKETS / COMPANIES;
  await owner.query(`insert into contacts (company_id, name, number)
    select company_id, 'Contato ' || n, (5500900000000 + n)::text from companies, generate_series(1, ${each}) n`);
  // Half are open (a third of these has waited for an agent for days and is not due, half are on the Kanban board), the
  // others wait: without a queue, assigned to an agent, or for a rating.
  await owner.query(`insert into tickets (company_id, contact_id, connection_id, channel, status, user_id, queue_id, last_from_me,
      updated_at, assigned_at, lane_id, lane_at)
    select c.company_id, c.id, w.id, 'whatsapp', k.status,
           case when k.status <> 'pending' or c.n % 4 <> 0 then u.id end,
           case when k.status = 'open' or c.n % 4 <> 0 then q.id end, c.n % 3 <> 0,
           now() - case when c.n % 3 = 0 and k.status = 'open' then interval '3 days' else interval '1 minute' * (c.n % 30) end,
           case when k.status = 'pending' and c.n % 4 <> 0 then now() end,
           case when k.status = 'open' and c.n % 2 = 0 then l.id end, now()
      from (select company_id, id, row_number() over (partition by company_id order by id) as n from contacts) c
      join connections w on w.company_id = c.company_id
      join queues q on q.company_id = c.company_id
      join lateral (select case when c.n % 10 < 5 then 'open' when c.n % 10 < 9 then 'pending' else 'nps' end as status) k on true
      join lateral (select min(id) as id from user_queues uq join users u on u.company_id = uq.company_id and u.id = uq.user_id
                     where uq.company_id = c.company_id) u on true
      join lateral (select min(id) as id from tags t where t.company_id = c.company_id and t.is_lane) l on true`);
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze tickets, contacts, connections, queues, tags, users, user_queues');
  const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from tickets where status <> 'closed'`);
  if (rows[0]!.n !== TICKETS) throw new Error(`${rows[0]!.n} live tickets`);
}
