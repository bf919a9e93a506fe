-- Removals: a connection, queue, contact or ticket that is being removed is hidden at once and deleted in portions by a
-- job, because a transaction that wrote may stay open for one second at most (docs/adr/0032-removals-in-portions.md).

alter table connections add column removing_at timestamptz;
alter table queues add column removing_at timestamptz;
alter table contacts add column removing_at timestamptz;
alter table tickets add column removing_at timestamptz;

-- Rows that are being removed exist only for the functions below, which set app.removing for their own duration.
do $$
declare name text;
begin
  foreach name in array array['connections', 'queues', 'contacts', 'tickets']
  loop
    execute format(
      'create policy not_removing on %I as restrictive using (removing_at is null or current_setting(''app.removing'', true) = ''on'')',
      name);
  end loop;
end $$;

-- As before, with the column of the policy: the counts of the tabs are read from the index alone.
drop index tickets_live_list;
create index tickets_live_list on tickets (company_id, status, updated_at desc, id desc)
  include (user_id, queue_id, is_group, connection_id, unread, removing_at) where status <> 'closed';

create table removals (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  kind text not null check (kind in ('connection', 'queue', 'contact', 'ticket')),
  -- The rows that go: a contact with the contacts merged into it, the connections of one page.
  subject_ids integer[] not null,
  -- The name of a connection or queue; people are not named here.
  name text not null default '',
  -- Who asked for it; outlives the user, hence no key.
  user_id integer not null,
  state text not null default 'running' check (state in ('running', 'done')),
  -- Of a queue: its live tickets have left it.
  live_done boolean not null default false,
  done integer not null default 0,
  -- Null until it was counted; a small removal ends before that.
  total integer,
  asked_at timestamptz not null default now(),
  -- When the last portion ended: a removal that rests was left by a process that died.
  worked_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id)
);
create index removals_running on removals (worked_at) where state = 'running';
create index removals_of_company on removals (company_id, id) where state = 'running';
create index removals_finished on removals (company_id, finished_at) where state = 'done';
call tenant_table('removals', 'select, insert, update, delete');

grant select on removals to balcao_reader;
create function removals_due(since timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select r.company_id, r.id from public.removals r where r.state = 'running' and r.worked_at < since
   order by r.worked_at limit at_most
$$;
alter function removals_due(timestamptz, integer) owner to balcao_reader;
revoke all on function removals_due(timestamptz, integer) from public;
grant execute on function removals_due(timestamptz, integer) to balcao_app;

-- The oldest row of each table that is pruned by age, for an alert when pruning does not keep up.
grant select on seen_deliveries to balcao_reader;
create function retention_oldest()
  returns table (source text, oldest timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select 'event_log', min(e.at) from public.event_log e having min(e.at) is not null
  union all
  select 'seen_deliveries', min(s.at) from public.seen_deliveries s having min(s.at) is not null
  union all
  select 'idempotency_keys', min(k.created_at) from public.idempotency_keys k having min(k.created_at) is not null
$$;
alter function retention_oldest() owner to balcao_reader;
revoke all on function retention_oldest() from public;
grant execute on function retention_oldest() to balcao_app;

-- The foreign key of outbox rows to their connection had no index for rows that were sent.
create index outbox_connection on outbox (company_id, connection_id);
-- A removed connection leaves the consent log in portions too; nothing else of a consent ever changes.
grant update (connection_id) on consents to balcao_app;
-- Stored once, however often the same bytes are sent: a later send takes the file that is there. Until its message is
-- stored, `reused_at` protects the file from being released.
alter table files add column reused_at timestamptz;
create index files_content on files (company_id, sha256);

-- Files ----------------------------------------------------------------------------------------------------------

/*
 * Deletes the rows of files that nothing refers to any more and returns their keys; the caller deletes the bytes after
 * the commit. The rows are locked first, in a statement of their own: a send holds a share lock on its file's
 * row, and the references are read after that lock was granted.
 */
create function release_files(keys text[]) returns text[]
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
       and not exists (select from connections c where c.company_id = f.company_id and c.greeting_file_key = f.storage_key)
     returning f.storage_key)
  select coalesce(array_agg(storage_key), '{}') into released from gone;
  return released;
end $$;

/*
 * A page of files that conversations may use, in the order of their ids: the last id and the keys that nothing refers to.
 * Younger than a day: its message may not be stored yet.
 */
create function files_unreferenced(after uuid, at_most integer, out last uuid, out keys text[])
  language sql stable set app.removing = 'on'
  as $$
  select (array_agg(f.id order by f.id desc))[1],
         coalesce(array_agg(f.storage_key) filter (where f.purpose in ('media', 'preview')
           and greatest(f.created_at, f.reused_at) < now() - interval '1 day'
           and not exists (select from messages m where m.company_id = f.company_id and m.media_key = f.storage_key)
           and not exists (select from messages m where m.company_id = f.company_id and m.preview_key = f.storage_key)
           and not exists (select from quick_messages q where q.company_id = f.company_id and q.media_key = f.storage_key)
           and not exists (select from file_list_items i where i.company_id = f.company_id and i.media_key = f.storage_key)
           and not exists (select from connections c where c.company_id = f.company_id and c.greeting_file_key = f.storage_key)),
           '{}')
    from (select * from files where company_id = current_company() and id > after order by id limit at_most) f
$$;

-- Marks ----------------------------------------------------------------------------------------------------------
-- Each hides its rows, frees their unique names and ends what would act on them; all within a short transaction.

create function removal_mark_connections(ids integer[]) returns void
  language plpgsql set app.removing = 'on'
  as $$
begin
  update connections
     set removing_at = now(), name = '#' || id, is_default = false, status = 'DISCONNECTED', paused_because = 'removed',
         qrcode = '', greeting_file_key = null, greeting_message = '', inactive_minutes = 0, expires_minutes = 0,
         redirect_minutes = 0, redirect_queue_id = null, import_queue_id = null, import_from = null,
         lease_node = null, lease_until = null, lease_fence = lease_fence + 1,
         health = '{"light": "grey", "reasons": []}'
   where company_id = current_company() and id = any (ids);
  update users set connection_id = null where company_id = current_company() and connection_id = any (ids);
  update history_imports set state = 'over' where company_id = current_company() and connection_id = any (ids);
end $$;

create function removal_mark_queues(ids integer[]) returns void
  language plpgsql set app.removing = 'on'
  as $$
begin
  update queues set removing_at = now(), name = '#' || id, color = '#' || id, rotates = false, file_list_id = null
   where company_id = current_company() and id = any (ids);
  delete from user_queues where company_id = current_company() and queue_id = any (ids);
  delete from connection_queues where company_id = current_company() and queue_id = any (ids);
  update connections set redirect_queue_id = null
   where company_id = current_company() and redirect_queue_id = any (ids);
  update connections set import_queue_id = null where company_id = current_company() and import_queue_id = any (ids);
  update bot_options set to_queue_id = null where company_id = current_company() and to_queue_id = any (ids);
  update history_imports set queue_id = null where company_id = current_company() and queue_id = any (ids);
end $$;

-- A ticket is closed too: the next message of its contact opens another. What was not sent yet is never sent.
create function removal_mark_tickets(ids integer[]) returns integer
  language plpgsql set app.removing = 'on'
  as $$
declare
  n integer;
begin
  delete from outbox o using tickets t
   where t.company_id = current_company() and t.id = any (ids)
     and o.company_id = t.company_id and o.connection_id = t.connection_id and o.ticket_id = t.id
     and o.state = 'queued';
  update tickets
     set removing_at = now(), status = 'closed', closed_at = coalesce(closed_at, now()), is_newest_closed = false,
         unread = 0, is_bot = false
   where company_id = current_company() and id = any (ids);
  get diagnostics n = row_count;
  return n;
end $$;

-- The identities are deleted first: the next message of the same person creates a new contact.
create function removal_mark_contacts(ids integer[]) returns void
  language plpgsql set app.removing = 'on'
  as $$
begin
  delete from contact_identities where company_id = current_company() and contact_id = any (ids);
  update contacts set removing_at = now() where company_id = current_company() and id = any (ids);
  -- Live ones and those in lists before the others, should there be more than one transaction can mark.
  perform removal_mark_tickets(array(
    select id from tickets where company_id = current_company() and contact_id = any (ids) and removing_at is null
     order by status = 'closed', is_newest_closed desc limit 5000));
end $$;

-- Portions -------------------------------------------------------------------------------------------------------

/*
 * Removes the next rows of a removal, at most `at_most`, and returns how many and the keys of files that nothing refers
 * to any more. No rows: the removal is over and its subject deleted. Each branch finds its rows by an index, so that a
 * portion which starts again after a crash costs one look per finished branch.
 */
create function removal_portion(kind text, ids integer[], at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
#variable_conflict use_column
declare
  company constant integer := current_company();
  these bigint[];
  keys text[];
  n integer;
begin
  if kind = 'connection' then
    with unsent as (
      select id, message_id from outbox
       where company_id = company and connection_id = any (ids) and state in ('queued', 'sending') limit at_most)
    , gone as (delete from outbox where company_id = company and id in (select id from unsent))
    , failed as (
      update messages set delivery = 'failed', failure_code = 'ERR_NO_WAPP_FOUND'
       where company_id = company and id in (select message_id from unsent) and delivery in ('queued', 'sending'))
    select count(*) into n from unsent;
    if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from outbox where company_id = company and id in (
       select id from outbox where company_id = company and connection_id = any (ids) limit at_most);
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update messages set connection_id = null where company_id = company and id in (
       select id from messages where company_id = company and connection_id = any (ids) limit at_most);
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update tickets set connection_id = null where company_id = company and id in (
       select id from tickets where company_id = company and connection_id = any (ids) limit at_most);
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update contacts set connection_id = null where company_id = company and id in (
       select id from contacts where company_id = company and connection_id = any (ids) limit at_most);
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update consents set connection_id = null where company_id = company and id in (
       select id from consents where company_id = company and connection_id = any (ids) limit at_most);
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from history_messages where company_id = company and id in (
       select id from history_messages where company_id = company and connection_id = any (ids) limit at_most);
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from sending_paces where company_id = company and ctid = any (array(
       select ctid from sending_paces where company_id = company and connection_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from qr_state where company_id = company and ctid = any (array(
       select ctid from qr_state where company_id = company and connection_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from connections where company_id = company and id = any (ids);

  elsif kind = 'queue' then
    update tickets set queue_id = null where company_id = company and id in (
       select id from tickets where company_id = company and queue_id = any (ids) limit at_most);
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update contacts set wallet_queue_id = null where company_id = company and id in (
       select id from contacts where company_id = company and wallet_queue_id = any (ids) limit at_most);
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from bot_dialogs where company_id = company and ticket_id in (
       select d.ticket_id from bot_options o join bot_dialogs d on d.company_id = o.company_id and d.option_id = o.id
        where o.company_id = company and o.queue_id = any (ids) limit at_most);
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from queues where company_id = company and id = any (ids);

  else
    if kind = 'contact' then
      n := removal_mark_tickets(array(
        select id from tickets where company_id = company and contact_id = any (ids) and removing_at is null limit at_most));
      if n > 0 then return query select n, '{}'::text[]; return; end if;
      these := array(select id from messages where company_id = company and contact_id = any (ids) limit at_most);
    else
      these := array(select id from messages where company_id = company and ticket_id = any (ids) limit at_most);
    end if;
    if cardinality(these) > 0 then
      keys := array(select distinct k.key from messages m, unnest(array[m.media_key, m.preview_key]) as k (key)
                     where m.company_id = company and m.id = any (these) and k.key is not null);
      delete from messages where company_id = company and id = any (these);
      get diagnostics n = row_count;
      return query select n, release_files(keys);
      return;
    end if;
    if kind = 'contact' then
      -- In groups the words stay with the others' conversation, without their author.
      update messages set author_contact_id = null where company_id = company and id in (
        select id from messages where company_id = company and author_contact_id = any (ids) limit at_most);
      get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
      -- With their log, tracking and ratings: some dozens of rows each.
      delete from tickets where company_id = company and id in (
        select id from tickets where company_id = company and contact_id = any (ids) limit greatest(at_most / 10, 1));
      get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
      keys := array(
        select picture_key from contacts where company_id = company and id = any (ids) and picture_key is not null
        union
        select file_key from person_exports where company_id = company and contact_id = any (ids) and file_key is not null);
      delete from contacts where company_id = company and id = any (ids);
      delete from files where company_id = company and storage_key = any (keys);
      return query select 0, keys;
      return;
    end if;
    delete from tickets where company_id = company and id = any (ids);
  end if;
  return query select 0, '{}'::text[];
end $$;

-- Live tickets leave their queue before the history does: agents see them at once, and each is published.
create function removal_free_live_tickets(ids integer[], at_most integer)
  returns table (ticket_id integer, status text, user_id integer, queue_id integer, is_group boolean)
  language sql set app.removing = 'on'
  as $$
  update tickets t set queue_id = null
    from (select o.company_id, o.id, o.queue_id from tickets o
           where o.company_id = current_company() and o.queue_id = any (ids) and o.status <> 'closed' limit at_most) before
   where t.company_id = before.company_id and t.id = before.id
  returning t.id, t.status, t.user_id, before.queue_id, t.is_group
$$;

-- How many rows are left, for the progress on screen.
create function removal_size(kind text, ids integer[]) returns integer
  language sql stable set app.removing = 'on'
  as $$
  select (case kind
    when 'connection' then (select count(*) from messages where company_id = current_company() and connection_id = any (ids))
                         + (select count(*) from tickets where company_id = current_company() and connection_id = any (ids))
                         + (select count(*) from contacts where company_id = current_company() and connection_id = any (ids))
    when 'queue' then (select count(*) from tickets where company_id = current_company() and queue_id = any (ids))
    when 'contact' then (select count(*) from messages where company_id = current_company() and contact_id = any (ids))
                      + (select count(*) from messages where company_id = current_company() and author_contact_id = any (ids))
    else (select count(*) from messages where company_id = current_company() and ticket_id = any (ids)) end)::integer
$$;

-- What arrived for a connection before its removal is still stored: receiving asks for the row by its id.
create function connection_being_removed(connection integer) returns setof connections
  language sql stable set app.removing = 'on'
  as $$ select * from connections where company_id = current_company() and id = connection and removing_at is not null $$;
create function removal_waits_for_intake(ids integer[]) returns boolean
  language sql stable
  as $$
  select exists (select from inbox where company_id = current_company() and connection_id = any (ids))
      or exists (select from signals where company_id = current_company() and connection_id = any (ids) and lane < 3)
$$;

-- Erasure ---------------------------------------------------------------------------------------------------------

-- As before, without the tickets that no list shows: those follow in portions.
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

-- A portion of the person's conversations: they stay as numbers of nobody.
create function erasure_tickets(people integer[], at_most integer) returns jsonb
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

/*
 * Queued events, quarantined items, stored answers and logged events, one window of
 * rows at a time: rows after `after` in the order of their key. Those that concern the person are deleted. Returns the
 * key to go on from, null at the end. Rows after `before` belong to a new contact.
 */
create function erasure_window(
    source text, after text, people integer[], theirs integer[], wanted text[], before timestamptz, at_most integer,
    out next text, out removed integer)
  language plpgsql
  as $$
declare
  names constant jsonb := jsonb_build_object('wanted', to_jsonb(wanted));
  ids constant jsonb := jsonb_build_object('people', to_jsonb(people), 'tickets', to_jsonb(theirs));
  named constant jsonpath := '$.**.identities[*].value ? (@ == $wanted[*])';
  these bigint[];
  keys text[];
  seen integer;
begin
  if source = 'event_log' then
    select count(*), max(w.id)::text, array_agg(w.id) filter (where w.at <= before
             and ((w.data ->> 'contactId')::integer = any (people) or (w.data ->> 'ticketId')::integer = any (theirs)))
      into seen, next, these
      from (select * from event_log where company_id = current_company() and id > after::bigint order by id limit at_most) w;
    delete from event_log where company_id = current_company() and id = any (these);
  elsif source = 'signals' then
    select count(*), max(w.id)::text,
           array_agg(w.id) filter (where w.received_at <= before and jsonb_path_exists(w.signal, named, names))
      into seen, next, these
      from (select * from signals where company_id = current_company() and id > after::bigint order by id limit at_most) w;
    -- One that is being processed just now goes by itself.
    delete from signals where id in (select id from signals where id = any (these) for update skip locked);
  elsif source = 'history_messages' then
    select count(*), max(w.id)::text,
           array_agg(w.id) filter (where w.at <= before and jsonb_path_exists(w.signal, named, names))
      into seen, next, these
      from (select * from history_messages where company_id = current_company() and id > after::bigint
             order by id limit at_most) w;
    delete from history_messages where company_id = current_company() and id = any (these);
  elsif source = 'quarantine' then
    select count(*), max(w.id)::text, array_agg(w.id) filter (where w.at <= before
             and (jsonb_path_exists(w.content, named, names)
                  or (w.content ? 'body' and exists (
                        select from unnest(wanted) n
                         where position(convert_to(n, 'UTF8') in decode(w.content ->> 'body', 'base64')) > 0))))
      into seen, next, these
      from (select * from quarantine where company_id = current_company() and id > after::bigint order by id limit at_most) w;
    delete from quarantine where company_id = current_company() and id = any (these);
  else
    select count(*), max(w.key), array_agg(w.key) filter (where
             jsonb_path_exists(w.answer, '$.**.ticketId ? (@ == $tickets[*])', ids)
             or jsonb_path_exists(w.answer, '$.**.contactId ? (@ == $people[*])', ids)
             or jsonb_path_exists(w.answer, '$.**.number ? (@ == $wanted[*])', names))
      into seen, next, keys
      from (select * from idempotency_keys where company_id = current_company() and key > after order by key limit at_most) w;
    delete from idempotency_keys where company_id = current_company() and key = any (keys);
  end if;
  get diagnostics removed = row_count;
  if seen < at_most then next := null; end if;
end $$;
drop function erasure_elsewhere(integer[], text[], timestamptz);
