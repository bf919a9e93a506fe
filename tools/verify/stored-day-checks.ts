import type { Check } from './check.ts';

/** Numbers that are stored for past days. */
export const storedDayChecks: Check[] = [
  {
    name: 'stored days',
    rule: 'a stored day that is not marked equals a recount of its cycles, and its statuses and agents add up',
    text: `select s.company_id, d.day, coalesce(m.n, 0) as stored, k.n as counted, coalesce(m.parts, 0) as by_status,
                  coalesce(m.agents, 0) as by_agent
             from metric_state s
            cross join lateral generate_series(s.built_from, s.built_to, interval '1 day') as g (at)
            cross join lateral (select g.at::date as day) d
             left join lateral (select sum(m.n) filter (where m.dimension = 'all' and m.metric = 'tickets') as n,
                    sum(m.n) filter (where m.dimension = 'all' and m.metric in ('finished', 'open', 'pending', 'group', 'nps', 'lgpd')) as parts,
                    sum(m.n) filter (where m.dimension = 'user' and m.metric = 'tickets') as agents
                   from metric_days m where m.company_id = s.company_id and m.zone = s.zone and m.day = d.day) m on true
            cross join lateral (select count(*) as n from ticket_tracking k
                   join tickets t on t.company_id = k.company_id and t.id = k.ticket_id and t.imported_at is null and not t.is_unlisted
                  where k.company_id = s.company_id and k.created_at >= d.day::timestamp at time zone s.zone
                    and k.created_at < (d.day + 1)::timestamp at time zone s.zone and t.removing_at is null) k
            where not exists (select from metric_dirty_days x where x.company_id = s.company_id and x.day = d.day)
              and (coalesce(m.n, 0) <> k.n or coalesce(m.parts, 0) <> k.n or coalesce(m.agents, 0) <> k.n)`,
  },
  {
    name: 'compared days',
    rule: 'the last nightly comparison of stored days with a recount found no difference',
    text: 'select company_id, checked_on, differences from metric_state where differences > 0',
  },
];
