-- What a person agreed to, word for word; what was handed over of a person's data; what was erased, and the proof of it.

-- A ledger: rows are added and read, nothing more. The newest one of a person holds.
create table consents (
  company_id integer not null,
  id integer generated always as identity,
  contact_id integer not null,
  ticket_id integer,
  connection_id integer,
  -- Given and refused by the person; withdrawn through somebody of the company, on the person's word.
  act text not null check (act in ('given', 'refused', 'withdrawn')),
  -- What was asked, as it was sent, and its hash: a later change of the settings cannot change what was agreed to.
  asked_text text not null default '',
  asked_link text not null default '',
  asked_hash bytea not null,
  -- The answer as it was written; the message itself may be gone one day.
  answer_text text not null default '',
  message_id bigint,
  -- Who answered, as the channel knows this person.
  identity_kind text not null default '',
  identity_value text not null default '',
  user_id integer,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete set null (ticket_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index consents_contact on consents (company_id, contact_id, id desc);
create index consents_ticket on consents (company_id, ticket_id) where ticket_id is not null;
create index consents_connection on consents (company_id, connection_id) where connection_id is not null;
create index consents_message on consents (company_id, message_id) where message_id is not null;
create index consents_user on consents (company_id, user_id) where user_id is not null;
call tenant_table('consents', 'select, insert');

-- One person's data, gathered into a file that is thrown away after a day.
create table person_exports (
  company_id integer not null,
  id integer generated always as identity,
  contact_id integer not null,
  user_id integer,
  state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed')),
  -- Messages written, and how many there were when it began.
  done integer not null default 0,
  total integer not null default 0,
  file_key text,
  bytes bigint not null default 0,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index person_exports_contact on person_exports (company_id, contact_id, id desc);
create index person_exports_user on person_exports (company_id, user_id) where user_id is not null;
create index person_exports_end on person_exports (company_id, ends_at);
call tenant_table('person_exports', 'select, insert, update, delete');

-- A person's data, erased: first the progress of it, then the receipt, which says nothing of the person.
create table erasures (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  -- The contact that is gone, hence no key.
  contact_id integer not null,
  -- Who asked for it; a receipt outlives whoever has left, hence no key.
  user_id integer not null,
  user_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  done integer not null default 0,
  total integer not null default 0,
  -- What is still looked for: contacts, and how channels know them. Empty once it is done.
  sought jsonb,
  -- Rows of each table that went or lost what they said of the person.
  counts jsonb not null default '{}',
  asked_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  done_at timestamptz,
  -- Of all the above: a receipt that was changed later is found out by the audit log, which keeps the same hash.
  hash text not null default '',
  primary key (company_id, id)
);
create unique index erasures_one on erasures (company_id, contact_id) where state <> 'done';
create index erasures_unfinished on erasures (company_id, updated_at) where state <> 'done';
call tenant_table('erasures', 'select, insert, update');

-- Does anybody else still show this file? What was passed on has the same one.
create index messages_media on messages (company_id, media_key) where media_key is not null;
create index messages_preview on messages (company_id, preview_key) where preview_key is not null;

-- Erasing. The tables belong to their rooms; what is done to all of them at once is written here. Each runs as the
-- caller, inside its company, and answers with how many rows of which table it changed.

-- Whose conversations are counted and nobody's: merged into itself, so that it is never met.
create unique index contacts_nobody on contacts (company_id) where merged_into_id = id;
create function nobody_of_company() returns integer
  language plpgsql
  as $$
declare
  found_id integer;
begin
  select id into found_id from contacts where company_id = current_company() and merged_into_id = id;
  if found_id is not null then return found_id; end if;
  found_id := nextval('contact_ids');
  insert into contacts (company_id, id, name, merged_into_id) values (current_company(), found_id, 'Dados apagados', found_id)
    on conflict (company_id) where merged_into_id = id do nothing;
  select id into found_id from contacts where company_id = current_company() and merged_into_id = id;
  return found_id;
end $$;

-- From here on nobody is recognised as this person, and no screen shows it; what hangs on it goes in portions.
create function erasure_begin(people integer[]) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb := '{}';
  n integer;
  nobody constant integer := nobody_of_company();
begin
  -- Not stronger, and before anything else: as everybody does who writes to a person's conversations.
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
  update tickets set status = 'closed', closed_at = coalesce(closed_at, now()), last_message = '', unread = 0, is_bot = false,
         is_newest_closed = false
   where company_id = current_company() and contact_id = any (people);
  update ticket_tracking r set closed_at = coalesce(r.closed_at, now()), finished_at = now()
    from tickets t
   where t.company_id = current_company() and t.contact_id = any (people)
     and r.company_id = t.company_id and r.ticket_id = t.id and r.finished_at is null;
  delete from ticket_drafts d using tickets t
   where t.company_id = current_company() and t.contact_id = any (people) and d.company_id = t.company_id and d.ticket_id = t.id;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('ticket_drafts', n);
  return counts;
end $$;

-- A portion of what was said to and by the person; receipts and what waits to be sent go along.
create function erasure_messages(these bigint[], file_keys text[]) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb;
  n integer;
begin
  select jsonb_build_object(
      'message_receipts', (select count(*) from message_receipts where company_id = current_company() and message_id = any (these)),
      'outbox', (select count(*) from outbox where company_id = current_company() and message_id = any (these)))
    into counts;
  delete from messages where company_id = current_company() and id = any (these);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('messages', n);
  delete from files where company_id = current_company() and storage_key = any (file_keys);
  get diagnostics n = row_count; return counts || jsonb_build_object('files', n);
end $$;

-- A portion of what the person wrote in groups: the others' conversation keeps its order, and a place where nothing stands.
create function erasure_authored(these bigint[], file_keys text[]) returns jsonb
  language plpgsql
  as $$
declare
  n integer;
  files_gone integer;
begin
  update tickets t set last_message = ''
    from messages m
   where m.company_id = current_company() and m.id = any (these)
     and t.company_id = m.company_id and t.id = m.ticket_id and t.message_seq = m.seq;
  update messages set body = '', data = null, transcription = null, media_type = 'conversation', media_key = null,
         media_name = '', media_mime = null, media_bytes = null, preview_key = null, media_ref = null,
         media_state = 'ready', wid = null, author_contact_id = null, is_deleted = true
   -- Counted once, whoever else is at it.
   where company_id = current_company() and id = any (these) and author_contact_id is not null;
  get diagnostics n = row_count;
  delete from files where company_id = current_company() and storage_key = any (file_keys);
  get diagnostics files_gone = row_count;
  return jsonb_build_object('messages', n, 'files', files_gone);
end $$;

-- What waits to be read, what could not be read, answers kept for callers, and what screens were told. `wanted` is how
-- channels name the person; what came after `before` is a new acquaintance.
create function erasure_elsewhere(people integer[], wanted text[], before timestamptz) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb := '{}';
  n integer;
  names constant jsonb := jsonb_build_object('wanted', to_jsonb(wanted));
  theirs constant integer[] := array(
    select id from tickets where company_id = current_company() and contact_id = any (people));
  ids constant jsonb := jsonb_build_object('people', to_jsonb(people), 'tickets', to_jsonb(theirs));
begin
  perform from contacts where company_id = current_company() and id = any (people) order by id for no key update;
  -- One that is being worked off just now goes by itself.
  delete from signals
   where id in (select s.id from signals s
                 where s.company_id = current_company() and s.received_at <= before
                   and jsonb_path_exists(s.signal, '$.**.identities[*].value ? (@ == $wanted[*])', names)
                   for update skip locked);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('signals', n);
  delete from quarantine q
   where q.company_id = current_company() and q.at <= before
     and (jsonb_path_exists(q.content, '$.**.identities[*].value ? (@ == $wanted[*])', names)
          or (q.content ? 'body' and exists (
                select from unnest(wanted) w
                 where position(convert_to(w, 'UTF8') in decode(q.content ->> 'body', 'base64')) > 0)));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('quarantine', n);
  delete from idempotency_keys
   where company_id = current_company()
     and (jsonb_path_exists(answer, '$.**.ticketId ? (@ == $tickets[*])', ids)
          or jsonb_path_exists(answer, '$.**.contactId ? (@ == $people[*])', ids)
          or jsonb_path_exists(answer, '$.**.number ? (@ == $wanted[*])', names));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('idempotency_keys', n);
  delete from event_log
   where company_id = current_company() and at <= before
     and ((data ->> 'contactId')::integer = any (people) or (data ->> 'ticketId')::integer = any (theirs));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('event_log', n);
  return counts;
end $$;

-- Deliveries that nobody has opened yet and that name the person.
create function erasure_unopened(wanted text[], before timestamptz) returns bigint[]
  language sql stable
  as $$
  select coalesce(array_agg(i.id), '{}') from inbox i
   where i.company_id = current_company() and i.received_at <= before
     and exists (select from unnest(wanted) w where position(convert_to(w, 'UTF8') in i.body) > 0)
$$;
create function erasure_drop_unopened(these bigint[]) returns jsonb
  language plpgsql
  as $$
declare
  n integer;
begin
  delete from inbox where company_id = current_company() and id = any (these);
  get diagnostics n = row_count;
  return jsonb_build_object('inbox', n);
end $$;

-- The last step. Conversations stay as numbers: when, how long, which queue, which attendant, how they were rated.
create function erasure_finish(people integer[]) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb;
  n integer;
  nobody constant integer := nobody_of_company();
begin
  -- Not stronger, and before anything else: as everybody does who writes to a person's conversations.
  perform from contacts where company_id = current_company() and id = any (people) order by id for no key update;
  select jsonb_build_object(
      'consents', (select count(*) from consents where company_id = current_company() and contact_id = any (people)),
      'person_exports', (select count(*) from person_exports where company_id = current_company() and contact_id = any (people)),
      'contact_merges', (select count(*) from contact_merges
         where company_id = current_company() and (kept_id = any (people) or gone_id = any (people))))
    into counts;
  delete from files f using person_exports e
   where e.company_id = current_company() and e.contact_id = any (people)
     and f.company_id = e.company_id and f.storage_key = e.file_key;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('files', n);
  delete from bot_dialogs d using tickets t
   where t.company_id = current_company() and t.contact_id = any (people) and d.company_id = t.company_id and d.ticket_id = t.id;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('bot_dialogs', n);
  delete from ticket_drafts d using tickets t
   where t.company_id = current_company() and t.contact_id = any (people) and d.company_id = t.company_id and d.ticket_id = t.id;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('ticket_drafts', n);
  update tickets set contact_id = nobody, status = 'closed', closed_at = coalesce(closed_at, now()), last_message = '',
         unread = 0, is_newest_closed = false, consent_asked_at = null, consented_at = null
   where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('tickets', n);
  delete from contacts where company_id = current_company() and id = any (people);
  get diagnostics n = row_count; return counts || jsonb_build_object('contacts', n);
end $$;

-- Sheets that were brought or made before are forgotten, and what imports remember of the person is taken out of them.
grant update on contact_import_batches to balcao_app;
create function erasure_sheets(people integer[], before timestamptz) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb := '{}';
  n integer;
begin
  delete from files f using contact_imports i
   where i.company_id = current_company() and i.created_at <= before
     and f.company_id = i.company_id and f.storage_key in (i.sheet_key, i.error_sheet_key);
  delete from files f using contact_exports e
   where e.company_id = current_company() and e.created_at <= before
     and f.company_id = e.company_id and f.storage_key = e.storage_key;
  update contact_imports
     set sheet_key = null, error_sheet_key = null, columns = '[]',
         status = case when status = 'draft' then 'canceled' else status end
   where company_id = current_company() and created_at <= before
     and (sheet_key is not null or error_sheet_key is not null or columns <> '[]');
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_imports', n);
  update contact_exports set storage_key = null, filter = filter || '{"search": ""}'
   where company_id = current_company() and created_at <= before and (storage_key is not null or filter ->> 'search' <> '');
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_exports', n);
  update contact_import_batches b
     set created = array(select c from unnest(b.created) c where c <> all (people)),
         changed = coalesce((select jsonb_agg(x) from jsonb_array_elements(b.changed) x
                              where (x ->> 'id')::integer <> all (people)), '[]')
   where b.company_id = current_company()
     and (b.created && people
          or jsonb_path_exists(b.changed, '$[*].id ? (@ == $people[*])', jsonb_build_object('people', to_jsonb(people))));
  get diagnostics n = row_count; return counts || jsonb_build_object('contact_import_batches', n);
end $$;
