-- expand, oldest-code: 0056
-- The ratings of a removed user stay the user's: user_ratings (foreign key to users dropped). The comparison of stored days
-- waits for yesterday: metric_work_due (replaced).

-- As in ticket_tracking and ticket_periods, the id outlives the user. Stored days name the agent by it.
alter table user_ratings drop constraint user_ratings_company_id_user_id_fkey;

-- Companies with days to store, to repair or to compare. The comparison is due with the day that it compares: an hour
-- after local midnight, when yesterday is stored.
create or replace function metric_work_due(at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c left join public.metric_state s on s.company_id = c.company_id
    left join (select d.company_id, min(d.id) as id from public.metric_dirty_days d group by d.company_id) oldest_mark
      on oldest_mark.company_id = c.company_id
   where s.company_id is null or s.zone <> c.time_zone or not s.is_complete
      or s.built_to is null or s.built_to < ((now() - interval '1 hour') at time zone s.zone)::date - 1
      or s.checked_on is distinct from ((now() - interval '1 hour') at time zone s.zone)::date
      or oldest_mark.id is not null
   order by s.checked_on nulls first, oldest_mark.id nulls first, c.company_id limit at_most
$$;
