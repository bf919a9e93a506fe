-- expand, oldest-code: 0056
-- What the doctor measures across companies. Companies that were moved in: their flows and calls wait for a confirmation.

-- When the access token of an account of Meta was stored. Earlier ones are at most as old as their connection.
alter table connections add column access_token_at timestamptz;
alter table connections no force row level security;
update connections set access_token_at = created_at where provider = 'official';
alter table connections force row level security;

grant select on inbox to balcao_reader;

-- Connected accounts to which customers wrote before, and that have received nothing for a day. Campaigns send many
-- messages in a row, so a thousand are looked at. No row of any company leaves this function.
create function connections_silent() returns integer
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select count(*)::integer
    from public.connections w join public.companies c on c.company_id = w.company_id
   where w.status = 'CONNECTED' and w.provider <> 'sandbox' and w.removing_at is null and c.is_active and c.delete_at is null
     and not exists (select from public.inbox i
                      where i.connection_id = w.id and i.received_at > now() - interval '1 day')
     and not exists (select from public.seen_deliveries s
                      where s.connection_id = w.id and s.at > now() - interval '1 day')
     and exists (select from (select m.from_me, m.created_at from public.messages m
                               where m.company_id = w.company_id and m.connection_id = w.id
                               order by m.id desc limit 1000) m
                  where not m.from_me and m.created_at < now() - interval '1 day')
$$;

-- Connected accounts of Meta, when the last delivery to any of them came (null: never), and their oldest access token.
-- Deliveries are remembered for eight days; before that the newest messages of customers tell it.
create function meta_accounts() returns table (connected integer, last_received_at timestamptz, oldest_token_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with accounts as materialized (
    select w.company_id, w.id, w.access_token_at from public.connections w join public.companies c on c.company_id = w.company_id
     where w.status = 'CONNECTED' and w.provider = 'official' and w.removing_at is null and c.is_active and c.delete_at is null)
  select (select count(*)::integer from accounts),
         coalesce(
           greatest(
             (select max(i.received_at) from public.inbox i where i.connection_id in (select a.id from accounts a)),
             (select s.at from public.seen_deliveries s where s.connection_id in (select a.id from accounts a)
               order by s.at desc limit 1)),
           (select max(m.created_at) from accounts a cross join lateral (
              select m.from_me, m.created_at from public.messages m
               where m.company_id = a.company_id and m.connection_id = a.id order by m.id desc limit 1000) m
             where not m.from_me)),
         (select min(a.access_token_at) from accounts a)
$$;

-- As before, without companies that were moved in and wait.
create or replace function flow_runs_due(at timestamptz, per_company integer, at_most integer)
  returns table (company_id integer, id bigint, ticket_id integer, wake_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive moved as materialized (
    select substr(s.key, 10)::integer as company_id from public.platform_settings s where s.key ~ '^moved-in\.[0-9]+$'),
  earliest as materialized (
    select r.company_id, r.id, r.ticket_id, r.wake_at from public.flow_runs r
     where r.wake_at <= at and r.company_id not in (select m.company_id from moved m)
     order by r.wake_at limit at_most + 1),
  companies as (
    (select r.company_id from public.flow_runs r
      where r.wake_at is not null and (select count(*) from earliest) > at_most order by r.company_id limit 1)
    union all
    select next.company_id from companies c cross join lateral (
      select r.company_id from public.flow_runs r where r.wake_at is not null and r.company_id > c.company_id
       order by r.company_id limit 1) next),
  due as (
    select e.* from earliest e where (select count(*) from earliest) <= at_most
    union all
    select f.* from companies co cross join lateral (
      select r.company_id, r.id, r.ticket_id, r.wake_at from public.flow_runs r
       where r.company_id = co.company_id and r.wake_at <= at order by r.wake_at limit per_company) f
     where co.company_id not in (select m.company_id from moved m))
  select d.company_id, d.id, d.ticket_id, d.wake_at
    from (select e.*, row_number() over (partition by e.company_id order by e.wake_at, e.id) as turn from due e) d
   where d.turn <= per_company order by d.turn, d.wake_at limit at_most
$$;

-- As before, without companies that were moved in and wait: how a call of theirs ended is known to the former server.
create or replace function flow_calls_abandoned(at_most integer)
  returns table (company_id integer, id uuid)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.id from public.flow_calls c
   where c.state = 'calling' and c.lease_until < now()
     and not exists (select from public.platform_settings s where s.key = 'moved-in.' || c.company_id)
   order by c.lease_until limit at_most
$$;

do $$
declare f text;
begin
  foreach f in array array['connections_silent()', 'meta_accounts()']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
