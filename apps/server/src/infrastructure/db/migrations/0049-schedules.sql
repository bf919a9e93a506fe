-- Scheduled messages and what became of each of their dates. Tickets that no list shows.

create table schedules (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  contact_id integer not null,
  -- Its author, who signs it. Null: the user was deleted.
  user_id integer,
  -- Null: the company's default connection when it is sent.
  connection_id integer,
  body text not null,
  is_signed boolean not null default false,
  media_key text,
  media_name text not null default '',
  media_mime text not null default '',
  -- Sent instead of the text when the reply window has closed.
  template_id integer,
  template_values jsonb not null default '{}',
  -- What happens to the conversation when it is sent.
  opens_ticket boolean not null default true,
  ticket_status text not null default 'open' check (ticket_status in ('open', 'closed')),
  ticket_user_id integer,
  queue_id integer,
  cancels_on_reply boolean not null default false,
  -- The dates follow from these alone.
  anchor timestamptz not null,
  time_zone text not null,
  unit text not null check (unit in ('days', 'weeks', 'months', 'minutes')),
  every integer not null check (every >= 0),
  count integer not null check (count > 0),
  shift text not null check (shift in ('keep', 'before', 'after')),
  -- The next date, and how many intervals after the anchor it is.
  next_at timestamptz,
  next_step integer not null default 0,
  -- Dates that count as sent.
  done integer not null default 0,
  -- Runs there have been, also before the last change of its dates.
  last_run integer not null default 0,
  -- Counts every change: what was read before it is not sent.
  revision integer not null default 0,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'cancelled')),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((next_at is null) = (status <> 'pending')),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, template_id) references templates (company_id, id) on delete set null (template_id),
  foreign key (company_id, ticket_user_id) references users (company_id, id) on delete set null (ticket_user_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
create index schedules_created on schedules (company_id, created_at desc, id desc);
create index schedules_contact on schedules (company_id, contact_id);
create index schedules_user on schedules (company_id, user_id) where user_id is not null;
create index schedules_connection on schedules (company_id, connection_id) where connection_id is not null;
create index schedules_template on schedules (company_id, template_id) where template_id is not null;
create index schedules_ticket_user on schedules (company_id, ticket_user_id) where ticket_user_id is not null;
create index schedules_queue on schedules (company_id, queue_id) where queue_id is not null;
create index schedules_media on schedules (company_id, media_key) where media_key is not null;
create index schedules_next on schedules (next_at) where next_at is not null;
create index schedules_next_company on schedules (company_id, next_at) where next_at is not null;
create index schedules_until_reply on schedules (company_id, contact_id) where cancels_on_reply and next_at is not null;
call tenant_table('schedules', 'select, insert, update, delete');
grant select on schedules to balcao_reader;

create table schedule_runs (
  company_id integer not null,
  schedule_id integer not null,
  -- Counts from 1 in each schedule. Whoever inserts it sends the message.
  n integer not null,
  due_at timestamptz not null,
  state text not null check (state in ('sent', 'superseded', 'failed', 'cancelled')),
  message_id bigint,
  late_seconds integer not null default 0,
  -- Code of the error catalogue.
  error text,
  at timestamptz not null default now(),
  primary key (company_id, schedule_id, n),
  foreign key (company_id, schedule_id) references schedules (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
create index schedule_runs_due on schedule_runs (company_id, due_at);
create index schedule_runs_message on schedule_runs (company_id, message_id) where message_id is not null;
call tenant_table('schedule_runs', 'select, insert, delete');

/*
 * Schedules that are due: the first of each company, then the second of each; at most `per_company` of one company. Only
 * when more are due than fit, companies are visited one by one.
 */
create function schedules_due(at timestamptz, except_companies integer[], per_company integer, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive earliest as materialized (
    select s.company_id, s.id, s.next_at from public.schedules s
     where s.next_at <= at and s.company_id <> all (except_companies) order by s.next_at limit at_most + 1),
  companies as (
    (select s.company_id from public.schedules s
      where s.next_at is not null and (select count(*) from earliest) > at_most order by s.company_id limit 1)
    union all
    select next.company_id from companies c cross join lateral (
      select s.company_id from public.schedules s where s.next_at is not null and s.company_id > c.company_id
       order by s.company_id limit 1) next),
  due as (
    select e.* from earliest e where (select count(*) from earliest) <= at_most
    union all
    select f.* from companies co cross join lateral (
      select s.company_id, s.id, s.next_at from public.schedules s
       where s.company_id = co.company_id and s.company_id <> all (except_companies) and s.next_at <= at
       order by s.next_at limit per_company) f)
  select d.company_id, d.id
    from (select e.*, row_number() over (partition by e.company_id order by e.next_at, e.id) as turn from due e) d
   where d.turn <= per_company order by d.turn, d.next_at limit at_most
$$;
alter function schedules_due(timestamptz, integer[], integer, integer) owner to balcao_reader;
revoke all on function schedules_due(timestamptz, integer[], integer, integer) from public;
grant execute on function schedules_due(timestamptz, integer[], integer, integer) to balcao_app;

-- A ticket that only carries a message that opens no conversation: closed, in no list, without tracking.
alter table tickets add column is_unlisted boolean not null default false;

-- As before, and schedules; of tickets that no list shows none is the newest closed one.
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

  -- A merge that is undone leaves them with the contact that remained.
  if only_tickets is null then
    update schedules s set contact_id = to_contact where s.company_id = current_company() and s.contact_id = from_contact;
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
     and t.is_newest_closed <> (t.status = 'closed' and not t.is_unlisted and not exists (
           select from tickets o where o.company_id = t.company_id and o.contact_id = t.contact_id
              and o.connection_id is not distinct from t.connection_id and o.status = 'closed' and not o.is_unlisted
              and (coalesce(o.closed_at, o.updated_at), o.id) > (coalesce(t.closed_at, t.updated_at), t.id)));
end $$;

-- As before, and files of schedules.
create or replace function release_files(keys text[]) returns text[]
  language plpgsql set app.removing = 'on'
  as $$
declare
  released text[];
begin
  if coalesce(cardinality(keys), 0) = 0 then return '{}'; end if;
  perform from files where company_id = current_company() and storage_key = any (keys) order by storage_key for update;
  with gone as (
    delete from files f
     where f.company_id = current_company() and f.storage_key = any (keys)
       and (f.reused_at is null or f.reused_at < now() - interval '1 hour')
       and not exists (select from messages m where m.company_id = f.company_id and m.media_key = f.storage_key)
       and not exists (select from messages m where m.company_id = f.company_id and m.preview_key = f.storage_key)
       and not exists (select from quick_messages q where q.company_id = f.company_id and q.media_key = f.storage_key)
       and not exists (select from file_list_items i where i.company_id = f.company_id and i.media_key = f.storage_key)
       and not exists (select from flow_files w where w.company_id = f.company_id and w.storage_key = f.storage_key)
       and not exists (select from schedules s where s.company_id = f.company_id and s.media_key = f.storage_key)
       and not exists (select from connections c where c.company_id = f.company_id and c.greeting_file_key = f.storage_key)
     returning f.storage_key)
  select coalesce(array_agg(storage_key), '{}') into released from gone;
  return released;
end $$;

create or replace function files_unreferenced(after uuid, at_most integer, out last uuid, out keys text[])
  language sql stable set app.removing = 'on'
  as $$
  select (array_agg(f.id order by f.id desc))[1],
         coalesce(array_agg(f.storage_key) filter (where f.purpose in ('media', 'preview')
           and greatest(f.created_at, f.reused_at) < now() - interval '1 day'
           and not exists (select from messages m where m.company_id = f.company_id and m.media_key = f.storage_key)
           and not exists (select from messages m where m.company_id = f.company_id and m.preview_key = f.storage_key)
           and not exists (select from quick_messages q where q.company_id = f.company_id and q.media_key = f.storage_key)
           and not exists (select from file_list_items i where i.company_id = f.company_id and i.media_key = f.storage_key)
           and not exists (select from flow_files w where w.company_id = f.company_id and w.storage_key = f.storage_key)
           and not exists (select from schedules s where s.company_id = f.company_id and s.media_key = f.storage_key)
           and not exists (select from connections c where c.company_id = f.company_id and c.greeting_file_key = f.storage_key)),
           '{}')
    from (select * from files where company_id = current_company() and id > after order by id limit at_most) f
$$;

-- As before, and scheduled messages.
create or replace function erasure_begin(people integer[]) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb := '{}';
  n integer;
  nobody constant integer := nobody_of_company();
  listed integer[];
begin
  -- The same lock, in the same order, as every statement that writes to a person's conversations.
  perform from contacts where company_id = current_company() and id = any (people) order by id for no key update;
  delete from contact_identities where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_identities', n);
  delete from contact_extra_info where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_extra_info', n);
  delete from contact_tags where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_tags', n);
  delete from contact_notes where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_notes', n);
  delete from schedule_runs r using schedules s
   where s.company_id = current_company() and s.contact_id = any (people) and r.company_id = s.company_id and r.schedule_id = s.id;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('schedule_runs', n);
  delete from schedules where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('schedules', n);
  delete from files f using contacts c
   where f.company_id = current_company() and c.company_id = f.company_id and c.id = any (people) and f.storage_key = c.picture_key;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('files', n);
  update contacts set name = '', number = '', email = '', picture_key = null, picture_ref = null, consented_at = null,
         wallet_user_id = null, wallet_queue_id = null, is_active = false, merged_into_id = nobody
   where company_id = current_company() and id = any (people);
  listed := array(select id from tickets where company_id = current_company() and contact_id = any (people)
                     and (status <> 'closed' or is_newest_closed));
  update tickets set status = 'closed', closed_at = coalesce(closed_at, now()), last_message = '', unread = 0, is_bot = false,
         is_newest_closed = false
   where company_id = current_company() and id = any (listed);
  update ticket_tracking set closed_at = coalesce(closed_at, now()), finished_at = now()
   where company_id = current_company() and ticket_id = any (listed) and finished_at is null;
  return counts;
end $$;

-- As before, and calls to services, scheduled messages, opt-outs and the people of shared limits.
create or replace function company_purge_portion(at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  company constant integer := current_company();
  part text;
  keys text[];
  n integer;
begin
  with gone as (
    delete from files f where f.company_id = company and f.id in (
      select id from files where company_id = company limit at_most) returning f.storage_key)
  select count(*), coalesce(array_agg(storage_key), '{}') into n, keys from gone;
  if n > 0 then return query select n, keys; return; end if;
  -- In this order no row has more than a few dozen others that are deleted with it.
  foreach part in array array['outbox', 'schedule_runs', 'schedules', 'flow_calls', 'flow_steps', 'flow_runs', 'flow_counts', 'messages',
    'tickets', 'contacts', 'opt_outs', 'sending_pool_people', 'history_messages', 'quarantine', 'idempotency_keys',
    'connection_log', 'event_log']
  loop
    execute format('delete from %1$I where company_id = $1 and ctid = any (array(
      select ctid from %1$I where company_id = $1 limit $2))', part) using company, at_most;
    get diagnostics n = row_count;
    if n > 0 then return query select n, '{}'::text[]; return; end if;
  end loop;
  return query select 0, '{}'::text[];
end $$;
