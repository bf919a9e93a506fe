-- expand, oldest-code: 0056
-- The platform's view of all companies in one statement each, whatever their number: connections by name and number, totals
-- by channel, and what each plan brings. Reading inside each company would take seconds with thousands of them.

-- As in 0078, and companies with a connection of that name or number.
create or replace function connection_page(
  search text, is_troubled boolean, after_working boolean, after_name text, after_id integer, at_most integer)
  returns table (
    company_id integer, name text, is_working boolean, connected integer, total integer, states jsonb,
    changed_at timestamptz, changed_channel text, changed_status text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with looked_for as (
    select public.folded(search) as words, translate(search, ' ()+.-', '') as digits),
  page as (
    select c.company_id, c.name, coalesce(w.connected = w.total, true) as is_working,
           coalesce(w.connected, 0) as connected, coalesce(w.total, 0) as total
      from public.companies c cross join looked_for l left join (
        select w.company_id, count(*) filter (where w.status = 'CONNECTED')::int as connected, count(*)::int as total
          from public.connections w where w.removing_at is null group by w.company_id) w on w.company_id = c.company_id
     where c.company_id <> 1 and c.delete_at is null
       and (search = '' or strpos(public.folded(c.name), l.words) > 0
            or exists (
              select from public.connections w where w.company_id = c.company_id and w.removing_at is null
                 and (strpos(public.folded(w.name), l.words) > 0
                      or (l.digits ~ '^[0-9]{3,}$' and strpos(w.number, l.digits) > 0))))
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

create function connection_channels()
  returns table (channel text, total integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select w.channel, count(*)::int from public.connections w join public.companies c on c.company_id = w.company_id
   where c.company_id <> 1 and c.delete_at is null and w.removing_at is null
   group by w.channel order by 2 desc, 1
$$;

-- What the last paid renewals bring a month, by plan and apart for companies with limits of their own; the sum is that of
-- platform_numbers without deleted companies.
create function plan_revenue(at timestamptz)
  returns table (plan_id integer, is_custom boolean, companies integer, monthly_cents bigint)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.plan_id, c.users_limit is not null or c.connections_limit is not null, count(*)::int,
         coalesce(sum((select i.cents / greatest(i.months, 1) from public.invoices i
            where i.company_id = c.company_id and i.kind = 'renewal' and i.state = 'paid'
            order by i.due_day desc limit 1)) filter (
              where c.is_active and c.due_date > at
                and exists (select from public.subscription_entries e
                             where e.company_id = c.company_id and e.kind = 'payment')), 0)::bigint
    from public.companies c
   where c.company_id <> 1 and c.delete_at is null group by 1, 2
$$;

do $$
declare f text;
begin
  foreach f in array array['connection_channels()', 'plan_revenue(timestamptz)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
