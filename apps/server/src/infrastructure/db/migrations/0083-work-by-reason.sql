-- expand, oldest-code: 0056
-- Figures by reason: connections_by_health, campaigns_on_hold, outbox_oldest_green_seconds. No row of any company leaves
-- these functions.

create function connections_by_health() returns table (light text, count integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select w.health ->> 'light', count(*)::integer from public.connections w
    join public.companies c on c.company_id = w.company_id
   where w.removing_at is null and c.is_active and c.delete_at is null group by 1
$$;

create function campaigns_on_hold() returns table (hold text, count integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select hold, count(*)::integer from public.campaigns
   where status = 'EM_ANDAMENTO' and hold is not null group by 1
$$;

-- As outbox_oldest_seconds, for connections with green health: others send late for a reason that is shown. At most
-- 100,000 due messages are read, the oldest first.
create function outbox_oldest_green_seconds() returns double precision
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select coalesce(extract(epoch from now() - min(q.not_before)), 0)::float8
    from (select o.company_id, o.connection_id, o.not_before from public.outbox o
           where o.state = 'queued' and o.not_before <= now() order by o.not_before limit 100000) q
    join public.connections w on w.company_id = q.company_id and w.id = q.connection_id
   where w.health ->> 'light' = 'green'
$$;

do $$
declare f text;
begin
  foreach f in array array['connections_by_health()', 'campaigns_on_hold()', 'outbox_oldest_green_seconds()']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
