-- Reviewed functions: the only way to look across companies. Each runs as balcao_reader, fixes its search_path and
-- returns keys; the rows behind them are then handled inside their own company. test/database-facts.test.ts holds the list.

grant select on event_log, users, sessions, companies, files to balcao_reader;

create function events_after(after_xid xid8, after_id bigint, at_most integer)
  returns table (company_id integer, xid xid8, id bigint)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select e.company_id, e.xid, e.id
    from public.event_log e
   where (e.xid, e.id) > (after_xid, after_id)
     and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id
   limit at_most
$$;

-- Users still shown online who have not been seen since.
create function users_gone_quiet(since timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select u.company_id, u.id from public.users u where u.is_online and u.last_seen_at < since
   order by u.last_seen_at limit at_most
$$;

create function companies_with_events_before(before timestamptz)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select distinct e.company_id from public.event_log e where e.at < before $$;

create function companies_with_sessions_over(before timestamptz)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select distinct s.company_id from public.sessions s where s.expires_at < before $$;

create function company_ids_all()
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select c.company_id from public.companies c order by c.company_id $$;

do $$
declare f text;
begin
  foreach f in array array[
    'events_after(xid8, bigint, integer)', 'users_gone_quiet(timestamptz, integer)',
    'companies_with_events_before(timestamptz)', 'companies_with_sessions_over(timestamptz)', 'company_ids_all()']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
