-- Flows: companies take turns when runs wake, numbers need no transaction ids, a merge ends the run of a ticket it closes.
-- Platform: the connections of all companies by page, companies with what they use.

create index flow_runs_waking_company on flow_runs (company_id, wake_at) where wake_at is not null;

drop function flow_runs_due(timestamptz, integer);
/*
 * Runs to wake: the first of each company, then the second of each; at most `per_company` of one company. Only when more
 * are due than fit, companies are visited one by one: most of them have runs that wait for days.
 */
create function flow_runs_due(at timestamptz, per_company integer, at_most integer)
  returns table (company_id integer, id bigint, ticket_id integer, wake_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive earliest as materialized (
    select r.company_id, r.id, r.ticket_id, r.wake_at from public.flow_runs r
     where r.wake_at <= at order by r.wake_at limit at_most + 1),
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
       where r.company_id = co.company_id and r.wake_at <= at order by r.wake_at limit per_company) f)
  select d.company_id, d.id, d.ticket_id, d.wake_at
    from (select e.*, row_number() over (partition by e.company_id order by e.wake_at, e.id) as turn from due e) d
   where d.turn <= per_company order by d.turn, d.wake_at limit at_most
$$;

-- A step says itself whether it is counted: transaction ids begin again in the cluster into which a backup is restored.
alter table flow_steps add column is_counted boolean not null default false;
alter table flow_steps no force row level security;
alter table flow_count_marks no force row level security;
update flow_steps s set is_counted = true from flow_count_marks m where m.company_id = s.company_id and s.xid < m.xid;
drop function flow_steps_to_count(integer);
drop index flow_steps_to_count;
alter table flow_steps drop column xid;
drop table flow_count_marks;
create index flow_steps_to_count on flow_steps (company_id) where not is_counted;
grant update (is_counted) on flow_steps to balcao_app;

-- Companies with steps that are not counted yet, behind the given one.
create function flow_steps_to_count(after integer, at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive companies (company_id, n) as (
    (select s.company_id, 1 from public.flow_steps s where not s.is_counted and s.company_id > after
      order by s.company_id limit 1)
    union all
    select next.company_id, c.n + 1 from companies c cross join lateral (
      select s.company_id from public.flow_steps s where not s.is_counted and s.company_id > c.company_id
       order by s.company_id limit 1) next
     where c.n < at_most)
  select c.company_id from companies c
$$;

-- As before, and the bot's dialog and the run of a ticket that is closed end with it.
create or replace function move_tickets(from_contact integer, to_contact integer, only_tickets integer[])
  returns table (ticket_id integer, was text, status text, user_id integer, queue_id integer, is_group boolean)
  language plpgsql
  as $$
#variable_conflict use_column
declare
  closed integer[];
  statuses text[];
begin
  with doubled as (
    update tickets t set status = 'closed', closed_at = now(), updated_at = now(), unread = 0, bot_turns = 0, is_bot = false,
           uses_integration = false
      from tickets before
     where before.company_id = t.company_id and before.id = t.id
       and t.company_id = current_company() and t.contact_id = from_contact and t.status <> 'closed'
       and (only_tickets is null or t.id = any (only_tickets))
       and exists (select from tickets o where o.company_id = t.company_id and o.contact_id = to_contact
                      and o.connection_id is not distinct from t.connection_id and o.status <> 'closed')
    returning t.id, t.queue_id, before.status)
  , logged as (
    insert into ticket_log (company_id, ticket_id, type, queue_id)
    select current_company(), d.id, 'closed', d.queue_id from doubled d)
  , tracked as (
    update ticket_tracking r set closed_at = coalesce(r.closed_at, now()), finished_at = now()
      from doubled d
     where r.company_id = current_company() and r.ticket_id = d.id and r.finished_at is null)
  select array_agg(d.id), array_agg(d.status) into closed, statuses from doubled d;

  if closed is not null then
    delete from bot_dialogs d where d.company_id = current_company() and d.ticket_id = any (closed);
    with ended as (
      update flow_runs r set ended_at = now(), end_reason = 'ticketClosed', wake_at = null, wait = null, updated_at = now(),
             state = r.state || jsonb_build_object('ended', 'ticketClosed', 'wait', null, 'seq', (r.state ->> 'seq')::int + 1)
       where r.company_id = current_company() and r.ended_at is null and r.ticket_id = any (closed)
      returning r.id, r.node_version_id, r.node, (r.state ->> 'seq')::int - 1 as position)
    insert into flow_steps (company_id, run_id, position, at, version_id, node, event, reason)
    select current_company(), e.id, e.position, now(), e.node_version_id, e.node, 'ended', 'ticketClosed' from ended e;
  end if;

  update messages m set contact_id = to_contact
   where m.company_id = current_company() and m.contact_id = from_contact
     and (only_tickets is null or m.ticket_id = any (only_tickets));
  return query
    update tickets t set contact_id = to_contact
     where t.company_id = current_company() and t.contact_id = from_contact
       and (only_tickets is null or t.id = any (only_tickets))
    returning t.id, coalesce(statuses[array_position(closed, t.id)], t.status), t.status, t.user_id, t.queue_id, t.is_group;

  -- Each of the two has a newest closed one a connection, and only one.
  update tickets t set is_newest_closed = not t.is_newest_closed
   where t.company_id = current_company() and t.contact_id in (from_contact, to_contact)
     and t.is_newest_closed <> (t.status = 'closed' and not exists (
           select from tickets o where o.company_id = t.company_id and o.contact_id = t.contact_id
              and o.connection_id is not distinct from t.connection_id and o.status = 'closed'
              and (coalesce(o.closed_at, o.updated_at), o.id) > (coalesce(t.closed_at, t.updated_at), t.id)));
end $$;

-- Runs of tickets that a merge closed before.
alter table flow_runs no force row level security;
alter table tickets no force row level security;
with ended as (
  update flow_runs r set ended_at = now(), end_reason = 'ticketClosed', wake_at = null, wait = null, updated_at = now(),
         state = r.state || jsonb_build_object('ended', 'ticketClosed', 'wait', null, 'seq', (r.state ->> 'seq')::int + 1)
    from tickets t
   where t.company_id = r.company_id and t.id = r.ticket_id and t.status = 'closed' and r.ended_at is null
  returning r.company_id, r.id, r.node_version_id, r.node, (r.state ->> 'seq')::int - 1 as position)
insert into flow_steps (company_id, run_id, position, at, version_id, node, event, reason)
select e.company_id, e.id, e.position, now(), e.node_version_id, e.node, 'ended', 'ticketClosed' from ended e;
alter table flow_steps force row level security;
alter table flow_runs force row level security;
alter table tickets force row level security;

create index companies_by_name on companies (name, company_id);

drop function connection_counts();
-- Connections of one page of client companies by name, behind (after_name, after_id); optionally those with a problem.
create function connection_counts(search text, is_troubled boolean, after_name text, after_id integer, at_most integer)
  returns table (company_id integer, name text, connected integer, disconnected integer, total integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.name, w.connected, w.total - w.connected, w.total
    from public.companies c cross join lateral (
      select count(*) filter (where w.status = 'CONNECTED')::int as connected, count(*)::int as total
        from public.connections w where w.company_id = c.company_id and w.removing_at is null) w
   where c.company_id <> 1 and c.delete_at is null and (c.name, c.company_id) > (after_name, after_id)
     and (search = '' or strpos(public.folded(c.name), public.folded(search)) > 0)
     and (not is_troubled or w.connected < w.total)
   order by c.name, c.company_id limit at_most
$$;

-- Client companies, those with a connection that does not work, and all their connections.
create function connection_totals()
  returns table (companies integer, troubled integer, connected integer, disconnected integer, total integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select count(*)::int, (count(*) filter (where w.connected < w.total))::int, coalesce(sum(w.connected), 0)::int,
         coalesce(sum(w.total - w.connected), 0)::int, coalesce(sum(w.total), 0)::int
    from public.companies c left join (
      select w.company_id, count(*) filter (where w.status = 'CONNECTED') as connected, count(*) as total
        from public.connections w where w.removing_at is null group by w.company_id) w on w.company_id = c.company_id
   where c.company_id <> 1 and c.delete_at is null
$$;

drop function companies_listed(text, text, timestamptz, integer, integer);
-- As before, and what each company of the page uses: to count inside each of them takes a transaction for each.
create function companies_listed(search text, which text, at timestamptz, skip integer, at_most integer)
  returns table (
    company_id integer, total integer, users integer, connections integer, queues integer, is_trial boolean,
    file_bytes bigint, file_count integer, counted_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select l.company_id, l.total,
         (select count(*)::int from public.users u where u.company_id = l.company_id),
         coalesce((select max(n)::int from (select count(*) as n from public.connections w
            where w.company_id = l.company_id and w.removing_at is null group by w.channel) per_channel), 0),
         (select count(*)::int from public.queues q where q.company_id = l.company_id and q.removing_at is null),
         not exists (select from public.subscription_entries e where e.company_id = l.company_id and e.kind = 'payment'),
         counted.file_bytes, counted.file_count, counted.counted_at
    from (
      select c.company_id, c.due_date, (count(*) over ())::int as total from public.companies c
       where (search = '' or strpos(public.folded(c.name), public.folded(search)) > 0
               or strpos(lower(coalesce(c.email, '')), lower(search)) > 0 or strpos(coalesce(c.document, ''), search) > 0)
         and case which
               when 'current' then c.is_active and (c.company_id = 1 or c.due_date >= at + interval '6 days')
               when 'ending' then c.is_active and c.company_id <> 1 and c.due_date > at and c.due_date < at + interval '6 days'
               when 'overdue' then c.is_active and c.company_id <> 1 and c.due_date <= at
               when 'inactive' then not c.is_active
               else true end
       order by c.company_id = 1, c.due_date, c.company_id offset skip limit at_most) l
    left join lateral (select u.file_bytes, u.file_count, u.counted_at from public.company_usage u
                        where u.company_id = l.company_id order by u.day desc limit 1) counted on true
   order by l.company_id = 1, l.due_date, l.company_id
$$;

do $$
declare f text;
begin
  foreach f in array array['companies_listed(text, text, timestamptz, integer, integer)', 'flow_runs_due(timestamptz, integer, integer)', 'flow_steps_to_count(integer, integer)',
    'connection_counts(text, boolean, text, integer, integer)', 'connection_totals()']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
