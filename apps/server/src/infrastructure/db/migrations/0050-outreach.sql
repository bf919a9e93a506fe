-- expand, oldest-code: 0049
-- Contact lists, campaigns, their recipients, and the pace of each connection.

-- Key of a number: both forms of a Brazilian mobile number have the same, as in packages/domain/src/contact/phone.ts.
create function phone_key(digits text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(digits, '^(55[1-9]\d)9([6-9]\d{7})$', '\1\2') $$;
-- Key of an address, as in packages/domain/src/contact/address.ts.
create function address_key_of(kind text, scope text, value text) returns text
  language sql immutable parallel safe
  as $$ select case when kind = 'phone' then phone_key(value) else kind || ':' || scope || ':' || value end $$;

create table contact_lists (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  source text not null default 'typed' check (source in ('typed', 'sheet', 'tag')),
  -- Kept by a trigger; unknown numbers are the rest.
  item_count integer not null default 0,
  valid_count integer not null default 0,
  invalid_count integer not null default 0,
  -- The connection on which unknown numbers are being checked; null when none are.
  check_connection_id integer,
  check_started_at timestamptz,
  -- Last item that was checked, and how many there were to check.
  check_position integer not null default 0,
  check_total integer not null default 0,
  checked integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, check_connection_id) references connections (company_id, id)
    on delete set null (check_connection_id)
);
create unique index contact_lists_name on contact_lists (company_id, folded(name));
create index contact_lists_created on contact_lists (company_id, created_at desc, id desc);
create index contact_lists_checking on contact_lists (company_id, check_connection_id) where check_connection_id is not null;
create index contact_lists_check_due on contact_lists (check_started_at) where check_connection_id is not null;
call tenant_table('contact_lists', 'select, insert, update, delete');
grant select on contact_lists to balcao_reader;

create table contact_list_items (
  company_id integer not null,
  id integer generated always as identity,
  list_id integer not null,
  name text not null,
  number text not null,
  email text not null default '',
  -- Both forms of a Brazilian mobile number have the same key.
  address_key text not null,
  -- Null: unknown.
  is_valid boolean,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, list_id, address_key),
  foreign key (company_id, list_id) references contact_lists (company_id, id) on delete cascade
);
create index contact_list_items_list on contact_list_items (company_id, list_id, id);
create index contact_list_items_address on contact_list_items (company_id, address_key);
create index contact_list_items_search on contact_list_items
  using gin (company_id, list_id, folded(name || chr(10) || email) gin_trgm_ops, number gin_trgm_ops);
create index contact_list_items_unknown on contact_list_items (company_id, list_id, id) where is_valid is null;
call tenant_table('contact_list_items', 'select, insert, update, delete');

-- Counters of a list, once per statement. An item never moves to another list.
create function count_list_items() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    update contact_lists l set item_count = l.item_count + n.items, valid_count = l.valid_count + n.valid,
           invalid_count = l.invalid_count + n.invalid
      from (select company_id, list_id, count(*) as items, count(*) filter (where is_valid) as valid,
                   count(*) filter (where not is_valid) as invalid from added group by 1, 2) n
     where l.company_id = n.company_id and l.id = n.list_id;
  elsif tg_op = 'DELETE' then
    update contact_lists l set item_count = l.item_count - n.items, valid_count = l.valid_count - n.valid,
           invalid_count = l.invalid_count - n.invalid
      from (select company_id, list_id, count(*) as items, count(*) filter (where is_valid) as valid,
                   count(*) filter (where not is_valid) as invalid from gone group by 1, 2) n
     where l.company_id = n.company_id and l.id = n.list_id;
  else
    update contact_lists l set valid_count = l.valid_count + n.valid, invalid_count = l.invalid_count + n.invalid
      from (select company_id, list_id, sum(valid)::int as valid, sum(invalid)::int as invalid
              from (select company_id, list_id, is_valid::int as valid, (not is_valid)::int as invalid
                      from added where is_valid is not null
                    union all
                    select company_id, list_id, -is_valid::int, -(not is_valid)::int
                      from gone where is_valid is not null) m
             group by 1, 2 having sum(valid) <> 0 or sum(invalid) <> 0) n
     where l.company_id = n.company_id and l.id = n.list_id;
  end if;
  return null;
end $$;
create trigger contact_list_items_added after insert on contact_list_items
  referencing new table as added for each statement execute function count_list_items();
create trigger contact_list_items_gone after delete on contact_list_items
  referencing old table as gone for each statement execute function count_list_items();
create trigger contact_list_items_changed after update on contact_list_items
  referencing new table as added old table as gone for each statement execute function count_list_items();

create table campaigns (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  status text not null default 'INATIVA'
    check (status in ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA')),
  author_id integer,
  connection_id integer,
  -- One of them: a list, a tag, or the recipients of an earlier campaign with a certain outcome.
  contact_list_id integer,
  tag_id integer,
  source_campaign_id integer,
  source_filter text check (source_filter in ('held-back', 'failed', 'no-answer', 'not-read', 'not-replied')),
  -- Five texts each; empty ones are not sent.
  messages text[] not null check (cardinality(messages) = 5),
  confirmations text[] not null check (cardinality(confirmations) = 5),
  asks_confirmation boolean not null default false,
  media_key text,
  media_name text not null default '',
  media_mime text not null default '',
  template_id integer,
  template_values jsonb not null default '{}',
  opens_ticket boolean not null default false,
  ticket_status text not null default 'closed' check (ticket_status in ('closed', 'pending', 'open')),
  user_id integer,
  queue_id integer,
  rate_mode text not null default 'settings' check (rate_mode in ('settings', 'account')),
  local_hours boolean not null default false,
  -- When an admin allowed people who never wrote to the number; null if not.
  cold_allowed_at timestamptz,
  stopped_variants integer[] not null default '{}',
  -- Decides the variant of each recipient.
  seed integer not null default floor(random() * 2147483647)::int,
  scheduled_at timestamptz,
  started_at timestamptz,
  -- Last item, contact or recipient that was planned.
  plan_position bigint not null default 0,
  planned_at timestamptz,
  completed_at timestamptz,
  hold text check (hold in ('user', 'connection', 'health', 'template', 'results', 'company', 'unattended')),
  hold_at timestamptz,
  hold_until timestamptz,
  hold_user_id integer,
  hold_detail text not null default '',
  -- The guards count recipients after this one: a user has seen the earlier results.
  guarded_after bigint not null default 0,
  wait_reason text check (wait_reason in ('start', 'hours', 'budget', 'cold', 'rate')),
  wait_until timestamptz,
  -- As of the last update of the recipients; lists show them.
  counts jsonb not null default '{}',
  ends_at timestamptz,
  -- Counts every change by a user: what was read before it is not sent.
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check (num_nonnulls(contact_list_id, tag_id, source_campaign_id) <= 1),
  check (hold is null or status = 'EM_ANDAMENTO'),
  check ((status = 'FINALIZADA') = (completed_at is not null)),
  foreign key (company_id, author_id) references users (company_id, id) on delete set null (author_id),
  foreign key (company_id, hold_user_id) references users (company_id, id) on delete set null (hold_user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, contact_list_id) references contact_lists (company_id, id) on delete set null (contact_list_id),
  foreign key (company_id, tag_id) references tags (company_id, id) on delete set null (tag_id),
  foreign key (company_id, source_campaign_id) references campaigns (company_id, id) on delete set null (source_campaign_id),
  foreign key (company_id, template_id) references templates (company_id, id) on delete set null (template_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
create index campaigns_listed on campaigns (company_id, status, scheduled_at desc nulls last, id desc);
create index campaigns_author on campaigns (company_id, author_id) where author_id is not null;
create index campaigns_hold_user on campaigns (company_id, hold_user_id) where hold_user_id is not null;
create index campaigns_connection on campaigns (company_id, connection_id) where connection_id is not null;
create index campaigns_list on campaigns (company_id, contact_list_id, id desc) where contact_list_id is not null;
create index campaigns_tag on campaigns (company_id, tag_id) where tag_id is not null;
create index campaigns_source on campaigns (company_id, source_campaign_id) where source_campaign_id is not null;
create index campaigns_template on campaigns (company_id, template_id) where template_id is not null;
create index campaigns_user on campaigns (company_id, user_id) where user_id is not null;
create index campaigns_queue on campaigns (company_id, queue_id) where queue_id is not null;
create index campaigns_media on campaigns (company_id, media_key) where media_key is not null;
create index campaigns_due on campaigns (scheduled_at) where status = 'PROGRAMADA';
create index campaigns_running on campaigns (company_id, coalesce(connection_id, 0), id) where status = 'EM_ANDAMENTO';
create index campaigns_unplanned on campaigns (started_at) where status = 'EM_ANDAMENTO' and planned_at is null;
call tenant_table('campaigns', 'select, insert, update, delete');
grant select on campaigns to balcao_reader;

-- One row a recipient: the ledger of a campaign. Name, number and e-mail are those of the time of planning.
create table campaign_recipients (
  company_id integer not null,
  id bigint generated always as identity,
  campaign_id integer not null,
  list_item_id integer,
  contact_id integer,
  name text not null,
  number text not null,
  email text not null default '',
  -- Empty after an erasure of the person.
  address_key text not null,
  -- 1 to 5; null: a template, or none yet.
  variant smallint,
  confirm_variant smallint,
  state text not null default 'planned' check (state in ('planned', 'asking', 'asked', 'confirmed', 'queued', 'held', 'sent',
    'delivered', 'read', 'failed', 'unknown', 'skipped', 'declined', 'no-answer')),
  -- Why it was skipped, or the error code of a failure.
  reason text not null default '',
  -- Grows when a queued message is withdrawn; part of the key of the message.
  attempt integer not null default 0,
  ask_message_id bigint,
  message_id bigint,
  not_before timestamptz not null,
  asked_at timestamptz,
  confirmed_at timestamptz,
  queued_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  replied_at timestamptz,
  opted_out_at timestamptz,
  state_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, list_item_id) references contact_list_items (company_id, id) on delete set null (list_item_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, ask_message_id) references messages (company_id, id) on delete set null (ask_message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
-- An address is reached once by a campaign, whatever happens.
create unique index campaign_recipients_once on campaign_recipients (company_id, campaign_id, address_key)
  where state <> 'skipped' and address_key <> '';
create unique index campaign_recipients_message on campaign_recipients (company_id, message_id) where message_id is not null;
create unique index campaign_recipients_ask on campaign_recipients (company_id, ask_message_id) where ask_message_id is not null;
create index campaign_recipients_states on campaign_recipients (company_id, campaign_id, state, id);
create index campaign_recipients_order on campaign_recipients (company_id, campaign_id, id);
-- Who is next.
create index campaign_recipients_next on campaign_recipients (company_id, campaign_id, not_before, id)
  where state in ('planned', 'confirmed');
create index campaign_recipients_address on campaign_recipients (company_id, address_key, campaign_id);
create index campaign_recipients_contact on campaign_recipients (company_id, contact_id) where contact_id is not null;
create index campaign_recipients_item on campaign_recipients (company_id, list_item_id) where list_item_id is not null;
create index campaign_recipients_asked on campaign_recipients (company_id, asked_at) where state = 'asked';
-- Rows whose receipts may still change.
create index campaign_recipients_pending on campaign_recipients (company_id, queued_at)
  where state in ('asking', 'asked', 'queued', 'held', 'sent', 'delivered');
call tenant_table('campaign_recipients', 'select, insert, update, delete');
grant select on campaign_recipients to balcao_reader;

-- The pace of a connection, shared by all its campaigns, and its guards.
create table campaign_connections (
  company_id integer not null,
  connection_id integer not null,
  -- By the clock of the database.
  next_at timestamptz not null default now(),
  sends_since_pause integer not null default 0,
  last_campaign_id integer not null default 0,
  -- Share of the usual rate: halved when the channel asks to slow down.
  share real not null default 1 check (share > 0 and share <= 1),
  share_at timestamptz not null default now(),
  failed_percent integer not null default 10 check (failed_percent between 1 and 100),
  opted_out_percent integer not null default 3 check (opted_out_percent between 1 and 100),
  -- Since when its health is grey; null when it is not.
  grey_since timestamptz,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call tenant_table('campaign_connections', 'select, insert, update, delete');

create table campaign_settings (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  key text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, key)
);
call tenant_table('campaign_settings', 'select, insert, update, delete');

-- Reports as xlsx files.
create table campaign_exports (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  campaign_id integer not null,
  user_id integer,
  in_clear boolean not null default false,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  row_count integer not null default 0,
  storage_key text,
  lease_until timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index campaign_exports_campaign on campaign_exports (company_id, campaign_id);
create index campaign_exports_user on campaign_exports (company_id, user_id) where user_id is not null;
create index campaign_exports_due on campaign_exports (lease_until nulls first) where status in ('waiting', 'running');
create index campaign_exports_over on campaign_exports (created_at) where storage_key is not null;
call tenant_table('campaign_exports', 'select, insert, update, delete');
grant select on campaign_exports to balcao_reader;

-- Campaigns whose time has come, the earliest first.
create function campaigns_due(at timestamptz, at_most integer) returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.id from public.campaigns c where c.status = 'PROGRAMADA' and c.scheduled_at <= at
   order by c.scheduled_at limit at_most
$$;
-- Running campaigns whose recipients are not all known.
create function campaigns_unplanned(at_most integer) returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.id from public.campaigns c where c.status = 'EM_ANDAMENTO' and c.planned_at is null
   order by c.started_at limit at_most
$$;
-- Connections with running campaigns, behind the given one. Connection 0: it was deleted.
create function campaign_connections_running(after_company integer, after_connection integer, at_most integer)
  returns table (company_id integer, connection_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive running (company_id, connection_id, n) as (
    (select c.company_id, coalesce(c.connection_id, 0), 1 from public.campaigns c
      where c.status = 'EM_ANDAMENTO' and (c.company_id, coalesce(c.connection_id, 0)) > (after_company, after_connection)
      order by c.company_id, coalesce(c.connection_id, 0) limit 1)
    union all
    select next.company_id, next.connection_id, r.n + 1 from running r cross join lateral (
      select c.company_id, coalesce(c.connection_id, 0) as connection_id from public.campaigns c
       where c.status = 'EM_ANDAMENTO' and (c.company_id, coalesce(c.connection_id, 0)) > (r.company_id, r.connection_id)
       order by c.company_id, coalesce(c.connection_id, 0) limit 1) next
     where r.n < at_most)
  select r.company_id, r.connection_id from running r
$$;
-- Companies with recipients whose receipts may still change, behind the given one.
create function companies_with_recipients_pending(after integer, at_most integer) returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive pending (company_id, n) as (
    (select r.company_id, 1 from public.campaign_recipients r
      where r.state in ('asking', 'asked', 'queued', 'held', 'sent', 'delivered') and r.company_id > after
      order by r.company_id limit 1)
    union all
    select next.company_id, p.n + 1 from pending p cross join lateral (
      select r.company_id from public.campaign_recipients r
       where r.state in ('asking', 'asked', 'queued', 'held', 'sent', 'delivered') and r.company_id > p.company_id
       order by r.company_id limit 1) next
     where p.n < at_most)
  select p.company_id from pending p
$$;
create function campaign_exports_due(at_most integer) returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select e.company_id, e.id from public.campaign_exports e
   where e.status in ('waiting', 'running') and (e.lease_until is null or e.lease_until < now())
   order by e.lease_until nulls first limit at_most
$$;
create function campaign_exports_over(before timestamptz, at_most integer) returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select e.company_id, e.id from public.campaign_exports e where e.storage_key is not null and e.created_at < before
   order by e.created_at limit at_most
$$;
-- Lists whose numbers are being checked, the oldest first.
create function contact_lists_checking(at_most integer) returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select l.company_id, l.id from public.contact_lists l where l.check_connection_id is not null
   order by l.check_started_at limit at_most
$$;

do $$
declare f text;
begin
  foreach f in array array['campaigns_due(timestamptz, integer)', 'campaigns_unplanned(integer)',
    'campaign_connections_running(integer, integer, integer)', 'companies_with_recipients_pending(integer, integer)',
    'campaign_exports_due(integer)', 'campaign_exports_over(timestamptz, integer)', 'contact_lists_checking(integer)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
