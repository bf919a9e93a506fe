-- expand, oldest-code: 0049
-- Backups, drills, nodes, and what a restored server waits for. None of these tables belongs to a company.

create table backups (
  id integer generated always as identity primary key,
  -- The folder at the destination; null until it is begun.
  name text unique,
  state text not null default 'requested'
    check (state in ('requested', 'copying', 'complete', 'failed', 'abandoned', 'expired')),
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  bytes bigint,
  fault text not null default ''
);
create index backups_requested on backups (id) where state = 'requested';
create index backups_ended on backups (ended_at desc) where state = 'complete';
grant select, insert on backups to balcao_app;

create table drills (
  id integer generated always as identity primary key,
  backup_name text not null,
  state text not null default 'running' check (state in ('running', 'passed', 'failed')),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  fault text not null default ''
);
create index drills_ended on drills (ended_at desc);
grant select on drills to balcao_app;

-- Processes that use this database; each renews its row every ten seconds.
create table nodes (
  name text primary key,
  version text not null,
  role text not null,
  -- Newest migration that its code knows.
  schema_number integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on nodes to balcao_app;

-- Files of erased people: the copies in the backups are removed too, and then the row.
create table erased_files (
  storage_key text primary key,
  erased_at timestamptz not null default now()
);
grant insert on erased_files to balcao_app;

-- Copies in the backups whose file is gone, and since when.
create table file_copies_unused (
  storage_key text primary key,
  since timestamptz not null default now()
);

-- A row exists after a restore. Until a person confirms that this server is the only one, it sends and fetches nothing.
create table restored_state (
  singleton boolean primary key default true check (singleton),
  restored_at timestamptz not null default now(),
  -- The moment in time that was restored.
  restored_to timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by text,
  -- Until then messages that were queued in the backup wait.
  sending_at timestamptz
);
grant select, update on restored_state to balcao_app;

create index files_created on files (created_at, storage_key);
create index erasures_done on erasures (done_at) where state = 'done';

-- No row of any company leaves this function.
create function outbox_oldest_seconds() returns double precision
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select coalesce(extract(epoch from now() - (
    select min(not_before) from (select not_before from public.outbox where state = 'queued' and not_before <= now()
     order by not_before limit 1) q)), 0)::float8
$$;
alter function outbox_oldest_seconds() owner to balcao_reader;
revoke all on function outbox_oldest_seconds() from public;
grant execute on function outbox_oldest_seconds() to balcao_app;
