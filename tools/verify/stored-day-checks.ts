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
    name: 'stored sums',
    rule: 'a stored day that is not marked has the times and scores of its cycles; its demand, ratings and opinions add up',
    text: `select s.company_id, d.day, m.*, k.*
             from metric_state s
            cross join lateral generate_series(s.built_from, s.built_to, interval '1 day') as g (at)
            cross join lateral (select g.at::date as day) d
            cross join lateral (select coalesce(sum(m.n) filter (where m.metric = 'tickets'), 0) as stored,
                    coalesce(sum(m.n) filter (where m.metric in ('active', 'passive')), 0) as by_demand,
                    coalesce(sum(m.n) filter (where m.metric = 'finished'), 0) as finished,
                    coalesce(sum(m.n) filter (where m.metric in ('withRating', 'withoutRating')), 0) as by_rating,
                    coalesce(sum(m.n) filter (where m.metric = 'rating'), 0) as rated,
                    coalesce(sum((select sum(h.value::int) from jsonb_each_text(m.histogram) h)) filter (where m.metric = 'rating'), 0) as opinions,
                    coalesce(sum(m.sum_s) filter (where m.metric = 'rating'), 0) as scores,
                    coalesce(sum(m.sum_s) filter (where m.metric in ('support', 'wait')), 0) as seconds
                   from metric_days m where m.company_id = s.company_id and m.zone = s.zone and m.day = d.day and m.dimension = 'all') m
            cross join lateral (select count(r.rate) as rated_cycles, coalesce(sum(r.rate), 0) as cycle_scores,
                    coalesce(sum(p.seconds), 0) as cycle_seconds
                   from ticket_tracking k
                   join tickets t on t.company_id = k.company_id and t.id = k.ticket_id and t.imported_at is null and not t.is_unlisted
                   left join user_ratings r on r.company_id = k.company_id and r.cycle_id = k.id
                   left join lateral (select sum(extract(epoch from p.to_at - p.from_at)) as seconds from ticket_periods p
                         where p.company_id = k.company_id and p.cycle_id = k.id and p.kind in ('attended', 'waiting')) p on true
                  where k.company_id = s.company_id and k.created_at >= d.day::timestamp at time zone s.zone
                    and k.created_at < (d.day + 1)::timestamp at time zone s.zone and t.removing_at is null) k
            where not exists (select from metric_dirty_days x where x.company_id = s.company_id and x.day = d.day)
              and (m.by_demand <> m.stored or m.by_rating <> m.finished or m.opinions <> m.rated or m.rated <> k.rated_cycles
                or m.scores <> k.cycle_scores or abs(m.seconds - k.cycle_seconds) > 0.5)`,
  },
  {
    name: 'compared days',
    rule: 'the last nightly comparison of stored days with a recount found no difference',
    text: 'select company_id, checked_on, differences from metric_state where differences > 0',
  },
];
