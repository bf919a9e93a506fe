-- Contacts that come in sheets and leave in sheets.

create table contact_imports (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  user_id integer,
  file_name text not null,
  -- The sheet as it was brought; null once it is forgotten.
  sheet_key text,
  format text not null check (format in ('csv', 'xlsx')),
  encoding text not null default '',
  delimiter text not null default '',
  -- Headers and first values, as they were found.
  columns jsonb not null,
  mapping jsonb not null,
  row_count integer not null,
  rows_exact boolean not null,
  excluded jsonb not null default '[]',
  tag_ids integer[] not null default '{}',
  validates boolean not null default false,
  status text not null default 'draft'
    check (status in ('draft', 'waiting', 'running', 'done', 'canceled', 'failed', 'undoing', 'undone')),
  failure text,
  -- The last row that is done with, in the transaction that did it.
  position integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  ignored integer not null default 0,
  invalid integer not null default 0,
  excluded_count integer not null default 0,
  removed integer not null default 0,
  restored integer not null default 0,
  kept integer not null default 0,
  error_sheet_key text,
  -- Who works on it holds it so long; the fence rises with each who takes it.
  lease_until timestamptz,
  fence integer not null default 0,
  -- How often it was taken up without getting any further.
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index contact_imports_user on contact_imports (company_id, user_id, id desc) where user_id is not null;
create index contact_imports_due on contact_imports (lease_until nulls first)
  where status in ('waiting', 'running', 'undoing');
create index contact_imports_over on contact_imports (created_at);
create index contact_imports_drafts on contact_imports (created_at) where status = 'draft';
call tenant_table('contact_imports', 'select, insert, update, delete');

-- What each piece of an import did, so that it can be taken back. Without keys to the contacts: they may be gone.
create table contact_import_batches (
  company_id integer not null,
  import_id integer not null,
  first_row integer not null,
  created integer[] not null,
  changed jsonb not null,
  primary key (company_id, import_id, first_row),
  foreign key (company_id, import_id) references contact_imports (company_id, id) on delete cascade
);
call tenant_table('contact_import_batches', 'select, insert, delete');

create table contact_exports (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  user_id integer,
  filter jsonb not null,
  in_clear boolean not null default false,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  row_count integer not null default 0,
  storage_key text,
  lease_until timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index contact_exports_user on contact_exports (company_id, user_id) where user_id is not null;
create index contact_exports_due on contact_exports (lease_until nulls first) where status in ('waiting', 'running');
create index contact_exports_over on contact_exports (created_at) where storage_key is not null;
call tenant_table('contact_exports', 'select, insert, update, delete');

-- People who are probably one: the last eight digits are the same in both spellings of a Brazilian mobile, with and
-- without the country.
create index contacts_tail on contacts (company_id, right(number, 8)) include (id)
  where number <> '' and merged_into_id is null and not is_group;
create index contacts_email on contacts (company_id, email) include (id)
  where email <> '' and merged_into_id is null and not is_group;

grant select on contact_imports, contact_import_batches, contact_exports to balcao_reader;

create function contact_imports_due(at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  (select i.company_id, i.id from public.contact_imports i
    where i.status in ('waiting', 'running', 'undoing') and (i.lease_until is null or i.lease_until < now())
    order by i.lease_until nulls first limit at_most)
  union
  -- A sheet that nobody started is forgotten after a day; what an import left out and what it did after thirty.
  (select i.company_id, i.id from public.contact_imports i
    where i.created_at < now() - interval '1 day' and i.status = 'draft' limit at_most)
  union
  (select i.company_id, i.id from public.contact_imports i
    where i.created_at < now() - interval '30 days'
      and (i.sheet_key is not null or i.error_sheet_key is not null
           or exists (select from public.contact_import_batches b where b.company_id = i.company_id and b.import_id = i.id))
    order by i.created_at limit at_most)
$$;

create function contact_exports_due(at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  (select e.company_id, e.id from public.contact_exports e
    where e.status in ('waiting', 'running') and (e.lease_until is null or e.lease_until < now())
    order by e.lease_until nulls first limit at_most)
  union
  (select e.company_id, e.id from public.contact_exports e
    where e.storage_key is not null and e.created_at < now() - interval '1 day' order by e.created_at limit at_most)
$$;

-- Groups of the caller's own contacts that share a tail of their number, an e-mail address or a name; keys alone. Under
-- row-level security an index on an expression is not used, because computing it is not leakproof.
create function contacts_alike(sharing text, after text, at_most integer)
  returns table (ids integer[])
  language plpgsql stable rows 50 security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
  as $$
begin
  if sharing = 'number' then
    return query
      select (array_agg(c.id order by c.id))[1:20] from public.contacts c
       where c.company_id = public.current_company() and c.merged_into_id is null and not c.is_group and c.number <> ''
         and right(c.number, 8) > after
       group by right(c.number, 8) having count(*) > 1 order by right(c.number, 8) limit at_most;
  elsif sharing = 'email' then
    return query
      select (array_agg(c.id order by c.id))[1:20] from public.contacts c
       where c.company_id = public.current_company() and c.merged_into_id is null and not c.is_group and c.email <> ''
         and c.email > after
       group by c.email having count(*) > 1 order by c.email limit at_most;
  else
    return query
      select (array_agg(c.id order by c.id))[1:20] from public.contacts c
       where c.company_id = public.current_company() and c.merged_into_id is null and not c.is_group and c.name > after
       group by c.name having count(*) > 1 order by c.name limit at_most;
  end if;
end $$;

do $$
declare f text;
begin
  foreach f in array array[
    'contact_imports_due(integer)', 'contact_exports_due(integer)', 'contacts_alike(text, text, integer)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
