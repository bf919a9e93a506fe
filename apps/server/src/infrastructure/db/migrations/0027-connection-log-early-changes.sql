-- What a channel reports about an account and no customer wrote. Equal entries are counted, so it stays short.
create table connection_log (
  company_id integer not null,
  id bigint generated always as identity,
  connection_id integer not null,
  label text not null,
  detail text not null default '',
  count integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create unique index connection_log_entry on connection_log (company_id, connection_id, label, detail);
create index connection_log_newest on connection_log (company_id, connection_id, last_at desc);
create index connection_log_age on connection_log (company_id, last_at);
call tenant_table('connection_log', 'select, insert, update, delete');

-- Edits and deletions that arrived before their message. They hold the channel's event as `signals` does. Each sender
-- has its own row: whether it is the author of the message is known only when the message arrives.
create table early_message_changes (
  company_id integer not null,
  connection_id integer not null,
  wid text not null,
  sender text not null,
  removal jsonb,
  edit jsonb,
  at timestamptz not null default now(),
  primary key (company_id, connection_id, wid, sender),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index early_message_changes_age on early_message_changes (company_id, at);
call tenant_table('early_message_changes', 'select, insert, update, delete');

-- Time and number of the last edit on the channel: an older edit that arrives later is ignored.
alter table messages add column edited_at timestamptz, add column edit_version integer;

-- The user name on the channel, and where the contact came from. A source is new until a message carries it.
alter table contacts add column username text not null default '', add column source jsonb,
  add column has_new_source boolean not null default false;
alter table contacts alter column sought
  set expression as (folded(name || chr(10) || email || case when username = '' then '' else chr(10) || username end));

-- A part of an erasure: what 0018 does not know.
create function erasure_of_channel_data(people integer[], wanted text[], before timestamptz) returns jsonb
  language plpgsql
  as $$
declare
  n integer;
begin
  update contacts set username = '', source = null, has_new_source = false
   where company_id = current_company() and id = any (people);
  delete from early_message_changes
   where company_id = current_company() and at <= before
     and jsonb_path_exists(jsonb_build_array(removal, edit), '$.**.identities[*].value ? (@ == $wanted[*])',
                           jsonb_build_object('wanted', to_jsonb(wanted)));
  get diagnostics n = row_count;
  return jsonb_build_object('early_message_changes', n);
end $$;

-- Groups that were named by their raw id, until the channel tells their subject.
update contacts c set name = 'Grupo ' || right(i.value, 4)
  from contact_identities i
 where c.is_group and i.company_id = c.company_id and i.contact_id = c.id and i.kind = 'group' and c.name = i.value;
