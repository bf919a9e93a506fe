-- The ground every other table stands on: roles, tenancy, the directory, the event log, the audit log.
-- Tenant tables get ENABLE + FORCE ROW LEVEL SECURITY and one policy through tenant_table(); see docs/adr/0005.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

do $$
begin
  -- Logs in for the server; owns nothing, bypasses nothing.
  if not exists (select from pg_roles where rolname = 'balcao_app') then
    create role balcao_app login nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
  end if;
  -- Owns the few reviewed functions that look across companies; nobody logs in as it.
  if not exists (select from pg_roles where rolname = 'balcao_reader') then
    create role balcao_reader nologin nosuperuser bypassrls;
  end if;
end $$;

grant usage on schema public to balcao_app, balcao_reader;
revoke create on schema public from public;

-- The one spelling of tenancy. After commit the setting is '' on a pooled connection, hence nullif: no company, no rows.
create function current_company() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.company', true), '')::integer $$;

create procedure tenant_table(name text, rights text)
  language plpgsql
  as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format(
    'create policy own_company on %I using (company_id = (select current_company())) with check (company_id = (select current_company()))',
    name);
  execute format('grant %s on %I to balcao_app', rights, name);
end $$;

-- Accent- and case-insensitive, immutable so that an index can use it.
create function folded(text) returns text
  language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent', $1)) $$;

-- The platform -------------------------------------------------------------------------------------------------------

create table plans (
  id integer generated always as identity primary key,
  name text not null unique,
  users integer not null,
  connections integer not null,
  queues integer not null,
  amount numeric(12, 2) not null default 0,
  is_public boolean not null default true,
  use_whatsapp boolean not null default true,
  use_facebook boolean not null default true,
  use_instagram boolean not null default true,
  use_campaigns boolean not null default true,
  use_schedules boolean not null default true,
  use_internal_chat boolean not null default true,
  use_external_api boolean not null default true,
  use_kanban boolean not null default true,
  use_open_ai boolean not null default true,
  use_integrations boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on plans to balcao_app;

create sequence company_ids as integer;
grant usage, select on sequence company_ids to balcao_app;

-- A company is its own tenant: company_id is its key, so the one policy fits it too.
create table companies (
  company_id integer primary key default nextval('company_ids'),
  name text not null,
  email text,
  phone text,
  document text,
  payment_method text,
  plan_id integer not null references plans (id),
  is_active boolean not null default true,
  due_date timestamptz not null,
  recurrence text not null default 'MENSAL',
  schedules jsonb not null default '[]',
  time_zone text not null default 'America/Sao_Paulo',
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index companies_plan on companies (plan_id);
call tenant_table('companies', 'select, insert, update, delete');

create table platform_settings (
  key text primary key,
  -- Secrets are sealed before they come here.
  value text not null,
  is_sealed boolean not null default false,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on platform_settings to balcao_app;

-- Before a company is known: which company does this hashed key belong to?
create table directory (
  kind text not null check (kind in ('email', 'refresh', 'api-token', 'webhook')),
  key_hash bytea not null,
  company_id integer not null references companies (company_id) on delete cascade,
  row_id text not null,
  primary key (kind, key_hash)
);
create index directory_company on directory (company_id, kind, row_id);
grant select, insert, update, delete on directory to balcao_app;

-- Failures counted per key; kept here so that they survive a restart and hold over several nodes.
create table rate_limits (
  key_hash bytea primary key,
  window_ends_at timestamptz not null,
  hits integer not null
);
create index rate_limits_ended on rate_limits (window_ends_at);
grant select, insert, update, delete on rate_limits to balcao_app;

-- What happened ------------------------------------------------------------------------------------------------------

-- Ordered by (xid, id): a reader that stops at pg_snapshot_xmin never skips an event that commits late.
create table event_log (
  company_id integer not null references companies (company_id) on delete cascade,
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  kind text not null,
  data jsonb not null,
  primary key (company_id, id)
);
create index event_log_order on event_log (xid, id);
create index event_log_company_order on event_log (company_id, xid, id);
create index event_log_age on event_log (at);
call tenant_table('event_log', 'select, insert, delete');

-- Append-only: no update, no delete is granted, and each entry carries the hash of the one before it.
create table audit_log (
  company_id integer not null references companies (company_id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  user_id integer,
  act text not null,
  subject text not null,
  data jsonb not null default '{}',
  previous_hash bytea not null default '',
  hash bytea not null default '',
  primary key (company_id, id)
);
call tenant_table('audit_log', 'select, insert');

create function audit_entry_hash(previous bytea, entry audit_log) returns bytea
  language sql immutable
  as $$
  select sha256(
    previous || convert_to(
      jsonb_build_array(entry.company_id, entry.id, extract(epoch from entry.at), entry.user_id, entry.act, entry.subject, entry.data)::text,
      'UTF8'))
$$;

create function chain_audit_entry() returns trigger
  language plpgsql
  as $$
declare
  last record;
begin
  -- One writer a company at a time, or two entries would claim the same predecessor. 1 is this lock's class.
  perform pg_advisory_xact_lock(1, new.company_id);
  select id, hash into last from audit_log where company_id = new.company_id order by id desc limit 1;
  -- The number is taken here too: one taken before the lock could stand before an entry that it follows.
  new.id := coalesce(last.id, 0) + 1;
  new.at := clock_timestamp();
  new.previous_hash := coalesce(last.hash, '\x00'::bytea);
  new.hash := audit_entry_hash(new.previous_hash, new);
  return new;
end $$;
create trigger audit_log_chain before insert on audit_log for each row execute function chain_audit_entry();

-- Stored files: the row is written after the bytes are safe; bytes without a row are swept.
create table files (
  company_id integer not null references companies (company_id) on delete cascade,
  id uuid not null default uuidv7(),
  storage_key text not null,
  purpose text not null,
  mime text not null,
  bytes bigint not null,
  sha256 bytea not null,
  created_by integer,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, storage_key)
);
call tenant_table('files', 'select, insert, update, delete');

-- The newest place of the event log that has been thrown away; who resumes from before it must fetch everything again.
create table event_log_floor (
  company_id integer primary key references companies (company_id) on delete cascade,
  xid xid8 not null,
  id bigint not null
);
call tenant_table('event_log_floor', 'select, insert, update');
