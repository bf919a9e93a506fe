-- expand, oldest-code: 0056
-- Companies whose connections do not work come first, with the state of each connection: connection_page. The function
-- connection_counts stays for servers of the release before.

-- One page of client companies behind (after_working, after_name, after_id), each with up to 12 connections. The last
-- change is that of a connection that does not work, if there is one.
create function connection_page(
  search text, is_troubled boolean, after_working boolean, after_name text, after_id integer, at_most integer)
  returns table (
    company_id integer, name text, is_working boolean, connected integer, total integer, states jsonb,
    changed_at timestamptz, changed_channel text, changed_status text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with page as (
    select c.company_id, c.name, coalesce(w.connected = w.total, true) as is_working,
           coalesce(w.connected, 0) as connected, coalesce(w.total, 0) as total
      from public.companies c left join (
        select w.company_id, count(*) filter (where w.status = 'CONNECTED')::int as connected, count(*)::int as total
          from public.connections w where w.removing_at is null group by w.company_id) w on w.company_id = c.company_id
     where c.company_id <> 1 and c.delete_at is null
       and (search = '' or strpos(public.folded(c.name), public.folded(search)) > 0)
       and (coalesce(w.connected = w.total, true), c.name, c.company_id) > (after_working, after_name, after_id)
       and not (is_troubled and coalesce(w.connected = w.total, true))
     order by 3, c.name, c.company_id limit at_most)
  select p.company_id, p.name, p.is_working, p.connected, p.total, s.states, l.updated_at, l.channel, l.status
    from page p cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('channel', w.channel, 'status', w.status)), '[]') as states from (
        select w.channel, w.status from public.connections w
         where w.company_id = p.company_id and w.removing_at is null
         order by w.status = 'CONNECTED', w.id limit 12) w) s
    left join lateral (
      select w.updated_at, w.channel, w.status from public.connections w
       where w.company_id = p.company_id and w.removing_at is null
       order by w.status = 'CONNECTED', w.updated_at desc limit 1) l on true
   order by p.is_working, p.name, p.company_id
$$;
alter function connection_page(text, boolean, boolean, text, integer, integer) owner to balcao_reader;
revoke all on function connection_page(text, boolean, boolean, text, integer, integer) from public;
grant execute on function connection_page(text, boolean, boolean, text, integer, integer) to balcao_app;
