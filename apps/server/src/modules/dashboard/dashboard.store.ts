import type { Statement, Tx } from '../../infrastructure/db/tx.ts';

/** Whole days in the company's time zone, both included. */
export interface Days {
  from: string;
  to: string;
  timeZone: string;
}
const inRange = (column: string) =>
  `${column} >= ($2::date)::timestamp at time zone $4 and ${column} < ($3::date + 1)::timestamp at time zone $4`;
const minutes = (from: string, to: string) =>
  `coalesce(avg(extract(epoch from ${to} - ${from}) / 60) filter (where ${to} > ${from}), 0)::float8`;
const waited = minutes('k.queued_at', 'k.started_at');
const attended = minutes('k.started_at', 'coalesce(k.closed_at, k.finished_at)');
/** The rating of this service: a reopened ticket may have several ratings. */
const rating = `left join lateral (
    select r.rate from user_ratings r where k.is_rated and r.company_id = k.company_id and r.ticket_id = k.ticket_id
     order by abs(extract(epoch from r.created_at - k.rating_at)) limit 1) r on true`;
const trackedTickets = `from ticket_tracking k join tickets t on t.company_id = k.company_id and t.id = k.ticket_id ${rating}
   where k.company_id = $1 and ${inRange('k.created_at')}`;

const counters: Statement = {
  name: 'dashboard.counters',
  text: `select count(*)::int as tickets,
      count(*) filter (where t.status = 'closed')::int as finished,
      count(*) filter (where t.status = 'group')::int as groups,
      count(*) filter (where t.status = 'nps')::int as "waitRating",
      count(*) filter (where t.status = 'closed' and k.is_rated)::int as "withRating",
      count(*) filter (where t.status = 'closed' and not k.is_rated)::int as "withoutRating",
      count(*) filter (where k.is_rated)::int as rated,
      count(*) filter (where t.is_active_demand)::int as active,
      count(*) filter (where not t.is_active_demand)::int as passive,
      count(*) filter (where r.rate >= 9)::int as promoters,
      count(*) filter (where r.rate between 7 and 8)::int as passives,
      count(*) filter (where r.rate <= 6)::int as detractors,
      ${waited} as waited, ${attended} as attended,
      (select count(*)::int from tickets o where o.company_id = $1 and o.status = 'open') as happening,
      (select count(*)::int from tickets o where o.company_id = $1 and o.status = 'pending') as pending,
      (select count(*)::int from contacts c
        where c.company_id = $1 and c.merged_into_id is null and not c.is_group and ${inRange('c.created_at')}
          and (select count(*) from (select from tickets o join ticket_tracking n
                 on n.company_id = o.company_id and n.ticket_id = o.id
                where o.company_id = c.company_id and o.contact_id = c.id limit 2) tracked) = 1) as leads
    ${trackedTickets}`,
};
const agents: Statement = {
  name: 'dashboard.agents',
  text: `select k.user_id as "userId", count(*)::int as tickets, count(r.rate)::int as rated, avg(r.rate)::float8 as rating,
      ${waited} as waited, ${attended} as attended ${trackedTickets} and k.user_id is not null group by k.user_id`,
};

const users: Statement = {
  name: 'dashboard.users',
  text: 'select id, name, is_online as online from users where company_id = $1 order by name, id',
};

export interface CountersRow {
  tickets: number;
  finished: number;
  groups: number;
  waitRating: number;
  withRating: number;
  withoutRating: number;
  rated: number;
  active: number;
  passive: number;
  promoters: number;
  passives: number;
  detractors: number;
  waited: number;
  attended: number;
  happening: number;
  pending: number;
  leads: number;
}
interface AgentRow {
  userId: number;
  tickets: number;
  rated: number;
  rating: number | null;
  waited: number;
  attended: number;
}

export const dashboardStore = {
  async counters(tx: Tx, { from, to, timeZone }: Days): Promise<CountersRow> {
    const [row] = await tx.query<CountersRow & Record<string, unknown>>(counters, [tx.companyId, from, to, timeZone]);
    return row!;
  },
  agents: (tx: Tx, { from, to, timeZone }: Days) =>
    tx.query<AgentRow & Record<string, unknown>>(agents, [tx.companyId, from, to, timeZone]),
  users: (tx: Tx) => tx.query<{ id: number; name: string; online: boolean }>(users, [tx.companyId]),
};
