-- expand, oldest-code: 0056
-- Companies whose marked days wait longest are served first: metric_work_due (replaced).

-- Companies with days to store, to repair or to compare. With more companies than one run can serve, the order by the
-- oldest mark brings each of them to the front.
create or replace function metric_work_due(at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c left join public.metric_state s on s.company_id = c.company_id
    left join (select d.company_id, min(d.id) as id from public.metric_dirty_days d group by d.company_id) oldest_mark
      on oldest_mark.company_id = c.company_id
   where s.company_id is null or s.zone <> c.time_zone or not s.is_complete
      or s.built_to is null or s.built_to < ((now() - interval '1 hour') at time zone s.zone)::date - 1
      or s.checked_on is distinct from (now() at time zone s.zone)::date
      or oldest_mark.id is not null
   order by s.checked_on nulls first, oldest_mark.id nulls first, c.company_id limit at_most
$$;
