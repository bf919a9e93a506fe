-- expand, oldest-code: 0056
-- The oldest row of the counts of connections and sending pools too: retention_oldest.
--
-- Tables that keep rows for months are left out: the alert compares every age with nine days.

grant select on number_health_slots, sending_pool_slots, sending_pool_people to balcao_reader;
create or replace function retention_oldest()
  returns table (source text, oldest timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select 'event_log', min(e.at) from public.event_log e having min(e.at) is not null
  union all
  select 'seen_deliveries', min(s.at) from public.seen_deliveries s having min(s.at) is not null
  union all
  select 'idempotency_keys', min(k.created_at) from public.idempotency_keys k having min(k.created_at) is not null
  union all
  -- One step in the index of each company, because these indexes begin with the company.
  select 'number_health_slots', min(first.slot) from public.companies c cross join lateral (
    select h.slot from public.number_health_slots h where h.company_id = c.company_id order by h.slot limit 1) first
  having min(first.slot) is not null
  union all
  select 'sending_pool_slots', min(first.slot) from public.companies c cross join lateral (
    select p.slot from public.sending_pool_slots p where p.company_id = c.company_id order by p.slot limit 1) first
  having min(first.slot) is not null
  union all
  select 'sending_pool_people', min(first.slot) from public.companies c cross join lateral (
    select p.slot from public.sending_pool_people p where p.company_id = c.company_id order by p.slot limit 1) first
  having min(first.slot) is not null
$$;
