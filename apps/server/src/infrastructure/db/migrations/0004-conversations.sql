-- Connections, contacts, tickets and messages; the way in (inbox, signals) and the way out (outbox).

-- Search indexes begin with the company, so that one company's words are not looked for among everybody's.
create extension if not exists btree_gin;

create sequence connection_ids as integer;
grant usage, select on sequence connection_ids to balcao_app;
create table connections (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer not null default nextval('connection_ids'),
  name text not null,
  channel text not null check (channel in ('whatsapp', 'whatsappapi', 'facebook', 'instagram')),
  -- Who carries its messages: 'beta' is WhatsApp by QR, 'official' is Meta's API, 'sandbox' the built-in customer simulator.
  provider text not null default 'beta',
  number text not null default '',
  status text not null default 'DISCONNECTED'
    check (status in ('OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED')),
  qrcode text not null default '',
  -- QR codes shown without an answer; after three the session rests.
  qr_tries integer not null default 0,
  is_default boolean not null default false,
  token_hash bytea,
  token_last4 text not null default '',
  -- Credentials and session state of the channel, sealed.
  secrets text,
  greeting_message text not null default '',
  farewell_message text not null default '',
  out_of_hours_message text not null default '',
  rating_message text not null default '',
  inactive_message text not null default '',
  expires_inactive_message text not null default '',
  vacation_message text not null default '',
  vacation_start date,
  vacation_end date,
  greeting_file_key text,
  greeting_file_name text not null default '',
  allow_group boolean not null default false,
  group_as_ticket boolean not null default false,
  max_bot_turns integer not null default 0,
  bot_pause_minutes integer not null default 0,
  redirect_minutes integer not null default 0,
  redirect_queue_id integer,
  expires_minutes integer not null default 0,
  -- 0: whoever spoke last; 1: only when the attendant spoke last.
  expires_when smallint not null default 0,
  inactive_minutes integer not null default 0,
  rating_expires_minutes integer not null default 0,
  max_rating_turns integer not null default 0,
  reopen_minutes integer not null default 0,
  schedules jsonb not null default '[]',
  import_from timestamptz,
  import_to timestamptz,
  import_groups boolean not null default false,
  closes_imported boolean not null default false,
  import_queue_id integer,
  import_status text,
  -- A live session belongs to one node: who holds it, until when, and the fence that makes late writers harmless.
  lease_node text,
  lease_until timestamptz,
  lease_fence bigint not null default 0,
  paused_until timestamptz,
  paused_because text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, redirect_queue_id) references queues (company_id, id) on delete set null (redirect_queue_id),
  foreign key (company_id, import_queue_id) references queues (company_id, id) on delete set null (import_queue_id)
);
create unique index connections_name on connections (company_id, channel, lower(name));
create unique index connections_default on connections (company_id) where is_default;
create index connections_redirect_queue on connections (company_id, redirect_queue_id) where redirect_queue_id is not null;
create index connections_import_queue on connections (company_id, import_queue_id) where import_queue_id is not null;
create index connections_lease on connections (lease_until);
call tenant_table('connections', 'select, insert, update, delete');

create table connection_queues (
  company_id integer not null,
  connection_id integer not null,
  queue_id integer not null,
  primary key (company_id, connection_id, queue_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade
);
create index connection_queues_queue on connection_queues (company_id, queue_id);
call tenant_table('connection_queues', 'select, insert, delete');

alter table users add column connection_id integer,
  add foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id);
create index users_connection on users (company_id, connection_id) where connection_id is not null;

-- Contacts --------------------------------------------------------------------------------------------------------

create sequence contact_ids as integer;
grant usage, select on sequence contact_ids to balcao_app;
create table contacts (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer not null default nextval('contact_ids'),
  name text not null,
  -- Digits as the channel or a person gave them; empty when only another identity is known.
  number text not null default '',
  email text not null default '',
  is_group boolean not null default false,
  -- False is blocked.
  is_active boolean not null default true,
  channel text not null default 'whatsapp',
  connection_id integer,
  picture_key text,
  picture_ref jsonb,
  accepts_audio boolean not null default true,
  bot_disabled boolean not null default false,
  consented_at timestamptz,
  wallet_user_id integer,
  wallet_queue_id integer,
  -- Set when this turned out to be the same person as another contact.
  merged_into_id integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, wallet_user_id) references users (company_id, id) on delete set null (wallet_user_id),
  foreign key (company_id, wallet_queue_id) references queues (company_id, id) on delete set null (wallet_queue_id),
  -- Whoever was merged goes with the one that stayed: alone it would come back without an identity.
  foreign key (company_id, merged_into_id) references contacts (company_id, id) on delete cascade
);
create index contacts_by_name on contacts (company_id, name, id) where merged_into_id is null;
create index contacts_connection on contacts (company_id, connection_id) where connection_id is not null;
create index contacts_wallet_user on contacts (company_id, wallet_user_id) where wallet_user_id is not null;
create index contacts_wallet_queue on contacts (company_id, wallet_queue_id) where wallet_queue_id is not null;
create index contacts_merged on contacts (company_id, merged_into_id) where merged_into_id is not null;
create index contacts_number on contacts (company_id, number) where number <> '';
create index contacts_search on contacts
  using gin (company_id, folded(name) gin_trgm_ops, folded(email) gin_trgm_ops, number gin_trgm_ops)
  where merged_into_id is null;
call tenant_table('contacts', 'select, insert, update, delete');

-- How a channel knows a person. `scope` is empty for what is the same everywhere (a phone), and the account's own id
-- for what means something to that account only (page-scoped, Instagram-scoped, business-scoped ids).
create table contact_identities (
  company_id integer not null,
  kind text not null check (kind in ('phone', 'lid', 'bsuid', 'username', 'psid', 'igsid', 'group')),
  scope text not null default '',
  value text not null,
  contact_id integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, kind, scope, value),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_identities_contact on contact_identities (company_id, contact_id);
call tenant_table('contact_identities', 'select, insert, update, delete');

create table contact_extra_info (
  company_id integer not null,
  id integer generated always as identity,
  contact_id integer not null,
  name text not null,
  value text not null,
  primary key (company_id, id),
  unique (company_id, contact_id, name),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call tenant_table('contact_extra_info', 'select, insert, update, delete');

create table contact_tags (
  company_id integer not null,
  contact_id integer not null,
  tag_id integer not null,
  primary key (company_id, contact_id, tag_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references tags (company_id, id) on delete cascade
);
create index contact_tags_tag on contact_tags (company_id, tag_id);
call tenant_table('contact_tags', 'select, insert, delete');

-- Two contacts that turned out to be one; what moved is kept, so that it can be moved back for 30 days.
create table contact_merges (
  company_id integer not null,
  id integer generated always as identity,
  kept_id integer not null,
  gone_id integer not null,
  reason text not null,
  moved jsonb not null,
  merged_by integer,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, kept_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, gone_id) references contacts (company_id, id) on delete cascade
);
create index contact_merges_kept on contact_merges (company_id, kept_id);
create index contact_merges_gone on contact_merges (company_id, gone_id);
call tenant_table('contact_merges', 'select, insert, update');

-- Tickets ---------------------------------------------------------------------------------------------------------

create sequence ticket_ids as integer;
grant usage, select on sequence ticket_ids to balcao_app;
create table tickets (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer not null default nextval('ticket_ids'),
  uuid uuid not null default gen_random_uuid(),
  contact_id integer not null,
  connection_id integer,
  channel text not null,
  status text not null check (status in ('pending', 'open', 'group', 'closed', 'lgpd', 'nps')),
  user_id integer,
  queue_id integer,
  is_group boolean not null default false,
  is_bot boolean not null default false,
  uses_integration boolean not null default false,
  bot_turns integer not null default 0,
  rating_turns integer not null default 0,
  unread integer not null default 0,
  last_message text not null default '',
  -- Who spoke last.
  last_from_me boolean not null default false,
  last_message_at timestamptz not null default now(),
  -- When the customer last wrote: the 24-hour window counts from here.
  last_inbound_at timestamptz,
  -- Raised in the statement that adds a message; the order of a conversation.
  message_seq bigint not null default 0,
  is_active_demand boolean not null default false,
  imported_at timestamptz,
  consent_asked_at timestamptz,
  consented_at timestamptz,
  rating smallint check (rating between 0 and 10),
  -- The newest closed one of its contact and connection: the only one the closed tab shows.
  is_newest_closed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (company_id, id),
  unique (company_id, uuid),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
-- One live ticket a contact and connection: the promise everything else leans on.
create unique index tickets_one_live on tickets (company_id, contact_id, connection_id) where status <> 'closed';
create index tickets_live_list on tickets (company_id, status, updated_at desc, id desc) where status <> 'closed';
create index tickets_closed_list on tickets (company_id, updated_at desc, id desc) where is_newest_closed;
create index tickets_list on tickets (company_id, updated_at desc, id desc);
create index tickets_contact on tickets (company_id, contact_id, connection_id, id desc);
create index tickets_user on tickets (company_id, user_id, status, updated_at desc) where user_id is not null;
create index tickets_queue on tickets (company_id, queue_id) where queue_id is not null;
create index tickets_connection on tickets (company_id, connection_id) where connection_id is not null;
call tenant_table('tickets', 'select, insert, update, delete');

create table ticket_log (
  company_id integer not null,
  id bigint generated always as identity,
  ticket_id integer not null,
  type text not null,
  user_id integer,
  queue_id integer,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create index ticket_log_ticket on ticket_log (company_id, ticket_id, id desc);
call tenant_table('ticket_log', 'select, insert');

-- One open row a ticket; reports are made of it.
create table ticket_tracking (
  company_id integer not null,
  id bigint generated always as identity,
  ticket_id integer not null,
  connection_id integer,
  user_id integer,
  queue_id integer,
  queued_at timestamptz,
  started_at timestamptz,
  closed_at timestamptz,
  finished_at timestamptz,
  rating_at timestamptz,
  is_rated boolean not null default false,
  chatbot_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
create unique index ticket_tracking_open on ticket_tracking (company_id, ticket_id) where finished_at is null;
create index ticket_tracking_ticket on ticket_tracking (company_id, ticket_id, id desc);
call tenant_table('ticket_tracking', 'select, insert, update');

create table ticket_tags (
  company_id integer not null,
  ticket_id integer not null,
  tag_id integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, ticket_id, tag_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references tags (company_id, id) on delete cascade
);
create index ticket_tags_tag on ticket_tags (company_id, tag_id);
call tenant_table('ticket_tags', 'select, insert, delete');

-- Messages --------------------------------------------------------------------------------------------------------

create sequence message_ids as bigint;
grant usage, select on sequence message_ids to balcao_app;
create table messages (
  company_id integer not null references companies (company_id) on delete cascade,
  id bigint not null default nextval('message_ids'),
  ticket_id integer not null,
  contact_id integer not null,
  connection_id integer,
  seq bigint not null,
  -- The channel's own id; a message of ours has none until the channel gave it one.
  wid text,
  -- Ours, chosen by the client: the same send twice is one message.
  client_key text,
  from_me boolean not null,
  -- Who wrote it: customer, agent, bot, api, phone (from the account's own device).
  origin text not null,
  user_id integer,
  queue_id integer,
  body text not null default '',
  media_type text not null default 'conversation',
  media_key text,
  media_name text not null default '',
  media_mime text,
  media_bytes bigint,
  preview_key text,
  -- 'ready', 'pending' (to be fetched), 'refused' (larger than allowed), 'failed' (given up).
  media_state text not null default 'ready',
  media_ref jsonb,
  -- Tries to fetch it, and when the next one is due; while one is under way, until when it is left alone.
  media_tries smallint not null default 0,
  media_not_before timestamptz not null default now(),
  data jsonb,
  quoted_id bigint,
  ack smallint not null default 0,
  is_read boolean not null default false,
  is_deleted boolean not null default false,
  is_edited boolean not null default false,
  is_forwarded boolean not null default false,
  is_private boolean not null default false,
  -- The participant who wrote, in a group.
  author_contact_id integer,
  -- 'received', 'queued', 'sending', 'accepted', 'sent', 'delivered', 'read', 'failed', 'unknown', 'note'.
  delivery text not null default 'received',
  failure_code text,
  sent_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, ticket_id, seq),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  -- None on user_id: whoever leaves has written thousands, and one statement could not let go of them all in time.
  foreign key (company_id, quoted_id) references messages (company_id, id) on delete set null (quoted_id),
  foreign key (company_id, author_contact_id) references contacts (company_id, id) on delete set null (author_contact_id)
);
create unique index messages_wid on messages (company_id, connection_id, wid) where wid is not null;
create unique index messages_client_key on messages (company_id, client_key) where client_key is not null;
create index messages_search on messages using gin (company_id, folded(body) gin_trgm_ops) where not is_deleted;
create index messages_unread on messages (company_id, ticket_id) where not is_read and not from_me;
create index messages_contact on messages (company_id, contact_id, connection_id, id desc);
create index messages_connection on messages (company_id, connection_id, id desc) where connection_id is not null;
create index messages_quoted on messages (company_id, quoted_id) where quoted_id is not null;
create index messages_author on messages (company_id, author_contact_id) where author_contact_id is not null;
create index messages_media_pending on messages (media_not_before) where media_state = 'pending';
create index messages_troubled on messages (company_id, id desc) where delivery in ('failed', 'unknown', 'queued', 'sending');
create index messages_day on messages (company_id, created_at);
call tenant_table('messages', 'select, insert, update, delete');

-- The name a file was sent with, for whoever saves it.
alter table files add column name text not null default '';

-- Every receipt as it came, so that the life of a message can be told.
create table message_receipts (
  company_id integer not null,
  id bigint generated always as identity,
  message_id bigint not null,
  told text not null,
  detail text not null default '',
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index message_receipts_message on message_receipts (company_id, message_id, id);
call tenant_table('message_receipts', 'select, insert');

-- The way in ------------------------------------------------------------------------------------------------------
-- Raw deliveries are kept before they are answered, before anybody looks into them: company_id comes from the
-- connection's key. These three are read across companies by the workers; see the reviewed lists in the tests.

create table inbox (
  id bigint generated always as identity primary key,
  company_id integer not null references companies (company_id) on delete cascade,
  connection_id integer not null,
  -- The same bytes delivered again are one delivery.
  digest bytea not null,
  body bytea not null,
  received_at timestamptz not null default now(),
  unique (connection_id, digest)
);
grant select, insert, delete on inbox to balcao_app;
grant usage, select on sequence inbox_id_seq to balcao_app;

-- What a delivery said, one row a signal, in the line of its conversation.
create table signals (
  id bigint generated always as identity primary key,
  company_id integer not null references companies (company_id) on delete cascade,
  connection_id integer not null,
  -- Hash of connection and conversation: a line is worked off by one transaction at a time.
  lane integer not null,
  conversation text not null,
  signal jsonb not null,
  received_at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz not null default now()
);
create index signals_line on signals (company_id, lane, connection_id, conversation, id);
grant select, insert, update, delete on signals to balcao_app;
grant usage, select on sequence signals_id_seq to balcao_app;

-- Digests of deliveries already worked off; kept for as long as channels repeat themselves (seven days, and one more).
create table seen_deliveries (
  connection_id integer not null,
  digest bytea not null,
  at timestamptz not null default now(),
  primary key (connection_id, digest)
);
create index seen_deliveries_age on seen_deliveries (at);
grant select, insert, delete on seen_deliveries to balcao_app;

-- What could not be worked off after several tries: kept for a person to look at, out of everybody's way.
create table quarantine (
  company_id integer not null references companies (company_id) on delete cascade,
  id bigint generated always as identity,
  connection_id integer,
  kind text not null,
  content jsonb not null,
  fault text not null,
  at timestamptz not null default now(),
  primary key (company_id, id)
);
call tenant_table('quarantine', 'select, insert, delete');

-- The way out -----------------------------------------------------------------------------------------------------

create table outbox (
  company_id integer not null,
  id bigint generated always as identity,
  connection_id integer not null,
  ticket_id integer not null,
  message_id bigint not null,
  -- send, edit, remove, react
  act text not null default 'send',
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sending', 'unknown', 'failed', 'done')),
  -- Sent along, and named in receipts: settles what was left unknown.
  correlation uuid not null default gen_random_uuid(),
  tries integer not null default 0,
  -- Raised with every claim: a worker that wakes up late finds another number and lets go.
  fence bigint not null default 0,
  lease_until timestamptz,
  not_before timestamptz not null default now(),
  fault text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, correlation),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index outbox_line on outbox (company_id, connection_id, ticket_id, id) where state in ('queued', 'sending');
create index outbox_due on outbox (not_before) where state = 'queued';
create index outbox_leases on outbox (lease_until) where state = 'sending';
create index outbox_done on outbox (company_id, updated_at) where state = 'done';
create index outbox_message on outbox (company_id, message_id);
call tenant_table('outbox', 'select, insert, update, delete');

-- An answer already given to this key: the same call again gets the same answer.
create table idempotency_keys (
  company_id integer not null references companies (company_id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
call tenant_table('idempotency_keys', 'select, insert, update, delete');

-- Which contact a ticket and its messages are of, when two contacts become one or part again. Runs as the caller, inside
-- its company. A live ticket cannot follow to a contact that has one on the same connection: it is closed, and follows so.
create function move_tickets(from_contact integer, to_contact integer, only_tickets integer[])
  returns table (ticket_id integer, was text, status text, user_id integer, queue_id integer, is_group boolean)
  language plpgsql
  as $$
#variable_conflict use_column
declare
  closed integer[];
  statuses text[];
begin
  with doubled as (
    update tickets t set status = 'closed', closed_at = now(), updated_at = now(), unread = 0, bot_turns = 0, is_bot = false
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

-- Reviewed functions ----------------------------------------------------------------------------------------------

grant select on outbox, connections, contacts, messages, idempotency_keys to balcao_reader;

create function outbox_lines_due(at_most integer)
  returns table (company_id integer, connection_id integer, ticket_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select q.company_id, q.connection_id, q.ticket_id from public.outbox q
    join public.connections c on c.company_id = q.company_id and c.id = q.connection_id
   where q.state = 'queued' and q.not_before <= now()
     -- What cannot leave must not stand before what can: neither what waits for a connection at rest,
     and coalesce(c.paused_until <= now(), true) and not (c.status = 'DISCONNECTED' and c.paused_because <> '')
     -- nor what waits behind the head of its line.
     and not exists (select from public.outbox h where h.company_id = q.company_id and h.connection_id = q.connection_id
            and h.ticket_id = q.ticket_id and h.state in ('queued', 'sending') and h.id < q.id)
   order by q.not_before limit at_most
$$;

create function outbox_leases_over(at_most integer)
  returns table (company_id integer, id bigint)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select o.company_id, o.id from public.outbox o
   where o.state = 'sending' and o.lease_until < now() order by o.lease_until limit at_most
$$;

create function connections_to_hold(at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.id from public.connections c join public.companies co using (company_id)
   where co.is_active and c.status <> 'DISCONNECTED' and (c.lease_until is null or c.lease_until < now())
   order by c.lease_until nulls first limit at_most
$$;

create function media_to_fetch(at_most integer)
  returns table (company_id integer, id bigint)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select m.company_id, m.id from public.messages m where m.media_state = 'pending' and m.media_not_before <= now()
   order by m.media_not_before limit at_most
$$;

create function companies_with_idempotency_before(before timestamptz)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select distinct k.company_id from public.idempotency_keys k where k.created_at < before $$;

-- Search. Under row-level security an index on words is not used, because comparing them is not leakproof; these look
-- past it, at the caller's own company and no other, and answer with keys alone. Planned anew for the words of each call.
create function contacts_matching(words text, digits text, at_most integer)
  returns table (id integer)
  language plpgsql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
    select c.id from public.contacts c
     where c.company_id = public.current_company() and c.merged_into_id is null
       and (public.folded(c.name) like words or public.folded(c.email) like words
            or (digits <> '' and c.number like '%' || digits || '%'))
     limit at_most;
end $$;

create function tickets_saying(words text, at_most integer)
  returns table (ticket_id integer)
  language plpgsql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
  as $$
begin
  -- Of a word that is said all the time the newest places and some others: to sort them all would take too long.
  return query
    select distinct said.ticket_id
      from ((select m.ticket_id
               from (select n.ticket_id, n.body, n.is_deleted from public.messages n
                      where n.company_id = public.current_company() order by n.id desc limit at_most) m
              where not m.is_deleted and public.folded(m.body) like words)
            union all
            (select m.ticket_id from public.messages m
              where m.company_id = public.current_company() and not m.is_deleted and public.folded(m.body) like words
              limit at_most)) said;
end $$;

do $$
declare f text;
begin
  foreach f in array array[
    'contacts_matching(text, text, integer)', 'tickets_saying(text, integer)',
    'outbox_lines_due(integer)', 'outbox_leases_over(integer)', 'connections_to_hold(integer)', 'media_to_fetch(integer)',
    'companies_with_idempotency_before(timestamptz)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
