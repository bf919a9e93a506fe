-- Conversation flows: documents and their versions, phrases that start them, runs with their steps, numbers per day.

create table flows (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  is_active boolean not null default true,
  -- Null until the first publication.
  live_version_id integer,
  -- Who created it.
  user_id integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index flows_name on flows (company_id, folded(name));
create index flows_user on flows (company_id, user_id) where user_id is not null;
call tenant_table('flows', 'select, insert, update, delete');

-- What the editor shows. `rev` grows with every save: a save that names an older one is refused.
create table flow_drafts (
  company_id integer not null,
  flow_id integer not null,
  rev integer not null default 1,
  doc jsonb not null,
  -- Flows that its nodes call.
  flow_ids integer[] not null default '{}',
  -- Who saved it last.
  user_id integer,
  updated_at timestamptz not null default now(),
  primary key (company_id, flow_id),
  foreign key (company_id, flow_id) references flows (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index flow_drafts_user on flow_drafts (company_id, user_id) where user_id is not null;
call tenant_table('flow_drafts', 'select, insert, update, delete');

-- Published documents. A version never changes: runs stay on the one they began with.
create table flow_versions (
  company_id integer not null,
  id integer generated always as identity,
  flow_id integer not null,
  -- Counts from 1 in each flow.
  number integer not null,
  doc jsonb not null,
  digest bytea not null,
  note text not null default '',
  flow_ids integer[] not null default '{}',
  user_id integer,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, flow_id, number),
  foreign key (company_id, flow_id) references flows (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index flow_versions_user on flow_versions (company_id, user_id) where user_id is not null;
call tenant_table('flow_versions', 'select, insert');
alter table flows add foreign key (company_id, live_version_id)
  references flow_versions (company_id, id) on delete set null (live_version_id);
create index flows_live_version on flows (company_id, live_version_id) where live_version_id is not null;

-- Saved tests: what an invented customer writes and which replies are expected.
create table flow_cases (
  company_id integer not null,
  id integer generated always as identity,
  flow_id integer not null,
  name text not null,
  doc jsonb not null,
  -- Null until it has run.
  last_passed boolean,
  user_id integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, flow_id) references flows (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index flow_cases_flow on flow_cases (company_id, flow_id, id);
create index flow_cases_user on flow_cases (company_id, user_id) where user_id is not null;
call tenant_table('flow_cases', 'select, insert, update, delete');

create table flow_phrases (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  phrase text not null,
  mode text not null default 'equal' check (mode in ('equal', 'starts', 'contains')),
  is_active boolean not null default true,
  -- Null: every connection. A phrase of one connection is deleted with it and never becomes one of all.
  connection_id integer,
  -- Null: the flow was deleted.
  flow_id integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, flow_id) references flows (company_id, id) on delete set null (flow_id)
);
create index flow_phrases_connection on flow_phrases (company_id, connection_id) where connection_id is not null;
create index flow_phrases_flow on flow_phrases (company_id, flow_id) where flow_id is not null;
call tenant_table('flow_phrases', 'select, insert, update, delete');

-- Uploaded files that nodes send; a node refers to `name`.
create table flow_files (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  storage_key text not null,
  original_name text not null default '',
  mime text not null,
  bytes bigint not null,
  user_id integer,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index flow_files_storage on flow_files (company_id, storage_key);
create index flow_files_user on flow_files (company_id, user_id) where user_id is not null;
call tenant_table('flow_files', 'select, insert, update, delete');

-- What starts a flow besides a phrase. A deleted flow leaves them empty.
alter table connections
  add column welcome_flow_id integer,
  add column other_flow_id integer,
  add foreign key (company_id, welcome_flow_id) references flows (company_id, id) on delete set null (welcome_flow_id),
  add foreign key (company_id, other_flow_id) references flows (company_id, id) on delete set null (other_flow_id);
alter table queues
  add column flow_id integer,
  add foreign key (company_id, flow_id) references flows (company_id, id) on delete set null (flow_id);
alter table bot_options
  add column to_flow_id integer,
  add foreign key (company_id, to_flow_id) references flows (company_id, id) on delete set null (to_flow_id);
create index connections_welcome_flow on connections (company_id, welcome_flow_id) where welcome_flow_id is not null;
create index connections_other_flow on connections (company_id, other_flow_id) where other_flow_id is not null;
create index queues_flow on queues (company_id, flow_id) where flow_id is not null;
create index bot_options_to_flow on bot_options (company_id, to_flow_id) where to_flow_id is not null;

-- A conversation in a flow. The contact is the one of the ticket.
create table flow_runs (
  company_id integer not null,
  id bigint generated always as identity,
  ticket_id integer not null,
  -- No keys: runs outlive their flow for some weeks, and a deletion must not touch all of them.
  flow_id integer not null,
  -- The version it began with, and the one of the node at which it stands: another flow's while that one is called.
  version_id integer not null,
  node_version_id integer not null,
  -- Phrase, welcome … : what started it.
  trigger text not null,
  -- The run of the engine: variables, answers, stack.
  state jsonb not null,
  -- At which it stands or ended.
  node text not null,
  -- What it waits for; null while nothing.
  wait text check (wait in ('answer', 'time', 'debounce', 'call')),
  wake_at timestamptz,
  -- Grows with every input: a timer or an answer that names an older one comes too late.
  seq integer not null default 0,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  check ((ended_at is null) = (end_reason is null)),
  check (ended_at is null or wake_at is null)
);
create unique index flow_runs_one_live on flow_runs (company_id, ticket_id) where ended_at is null;
create index flow_runs_ticket on flow_runs (company_id, ticket_id, id desc);
create index flow_runs_flow on flow_runs (company_id, flow_id, id desc);
create index flow_runs_live on flow_runs (company_id, node_version_id, node) where ended_at is null;
create index flow_runs_waking on flow_runs (wake_at) where wake_at is not null;
create index flow_runs_ended on flow_runs (company_id, ended_at) where ended_at is not null;
call tenant_table('flow_runs', 'select, insert, update, delete');

-- The path of a run, kept for 30 days. It contains no words of the customer.
create table flow_steps (
  company_id integer not null,
  run_id bigint not null,
  -- Counts from 0 in each run.
  position integer not null,
  -- For counting: what committed before the oldest running transaction is complete.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  version_id integer not null,
  node text not null,
  event text not null,
  -- The port by which it left.
  port text,
  reason text,
  -- The variable that was set.
  key text,
  primary key (company_id, run_id, position),
  foreign key (company_id, run_id) references flow_runs (company_id, id) on delete cascade
);
create index flow_steps_to_count on flow_steps (company_id, xid);
call tenant_table('flow_steps', 'select, insert, delete');

-- Steps per day in UTC, added up by a job.
create table flow_counts (
  company_id integer not null,
  flow_id integer not null,
  version_id integer not null,
  day date not null,
  node text not null,
  event text not null check (event in ('entered', 'left', 'dropped', 'failed')),
  -- The port by which conversations left; empty otherwise.
  port text not null default '',
  n integer not null,
  primary key (company_id, flow_id, version_id, day, node, event, port),
  foreign key (company_id, flow_id) references flows (company_id, id) on delete cascade
);
call tenant_table('flow_counts', 'select, insert, update, delete');

-- Steps of transactions before this one are counted.
create table flow_count_marks (
  company_id integer primary key references companies (company_id) on delete cascade,
  xid xid8 not null
);
call tenant_table('flow_count_marks', 'select, insert, update');

grant select on flow_runs, flow_steps, flow_count_marks to balcao_reader;

-- Runs to wake, the one that waits longest first.
create function flow_runs_due(at timestamptz, at_most integer)
  returns table (company_id integer, id bigint, ticket_id integer, wake_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select r.company_id, r.id, r.ticket_id, r.wake_at from public.flow_runs r
   where r.wake_at <= at order by r.wake_at limit at_most
$$;

create function flow_steps_to_count(at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c
    left join public.flow_count_marks m on m.company_id = c.company_id
   where exists (select from public.flow_steps s
                  where s.company_id = c.company_id and s.xid >= coalesce(m.xid, '0'::xid8)
                    and s.xid < pg_snapshot_xmin(pg_current_snapshot()))
   limit at_most
$$;

do $$
declare f text;
begin
  foreach f in array array['flow_runs_due(timestamptz, integer)', 'flow_steps_to_count(integer)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;

-- As before, and files of flows.
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
           and not exists (select from connections c where c.company_id = f.company_id and c.greeting_file_key = f.storage_key)),
           '{}')
    from (select * from files where company_id = current_company() and id > after order by id limit at_most) f
$$;

-- As before, and the runs of flows: they contain answers.
create or replace function erasure_tickets(people integer[], at_most integer) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb := '{}';
  n integer;
  these constant integer[] := array(
    select id from tickets where company_id = current_company() and contact_id = any (people) limit at_most);
begin
  if cardinality(these) = 0 then return counts; end if;
  perform from contacts where company_id = current_company() and id = any (people) order by id for no key update;
  delete from bot_dialogs where company_id = current_company() and ticket_id = any (these);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('bot_dialogs', n);
  delete from flow_steps s using flow_runs r
   where r.company_id = current_company() and r.ticket_id = any (these) and s.company_id = r.company_id and s.run_id = r.id;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('flow_steps', n);
  delete from flow_runs where company_id = current_company() and ticket_id = any (these);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('flow_runs', n);
  delete from ticket_drafts where company_id = current_company() and ticket_id = any (these);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('ticket_drafts', n);
  update ticket_tracking set closed_at = coalesce(closed_at, now()), finished_at = now()
   where company_id = current_company() and ticket_id = any (these) and finished_at is null;
  update tickets set contact_id = nobody_of_company(), status = 'closed', closed_at = coalesce(closed_at, now()),
         last_message = '', unread = 0, is_newest_closed = false, consent_asked_at = null, consented_at = null
   where company_id = current_company() and id = any (these);
  get diagnostics n = row_count;
  return counts || jsonb_build_object('tickets', n);
end $$;

-- As before, and the runs and numbers of flows.
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
  foreach part in array array['outbox', 'flow_steps', 'flow_runs', 'flow_counts', 'messages', 'tickets', 'contacts', 'history_messages', 'quarantine',
    'idempotency_keys', 'connection_log', 'event_log']
  loop
    execute format('delete from %1$I where company_id = $1 and ctid = any (array(
      select ctid from %1$I where company_id = $1 limit $2))', part) using company, at_most;
    get diagnostics n = row_count;
    if n > 0 then return query select n, '{}'::text[]; return; end if;
  end loop;
  return query select 0, '{}'::text[];
end $$;
