-- File lists: files under one name, that a queue or an option of its menu sends one after the other.

create table file_lists (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  -- Who made it.
  user_id integer,
  name text not null,
  -- Said before the files.
  message text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index file_lists_name on file_lists (company_id, lower(name));
create index file_lists_list on file_lists (company_id, folded(name), id);
create index file_lists_user on file_lists (company_id, user_id) where user_id is not null;
call tenant_table('file_lists', 'select, insert, update, delete');

create table file_list_items (
  company_id integer not null,
  id integer generated always as identity,
  list_id integer not null,
  -- What stands under the file when it is sent.
  name text not null,
  position integer not null,
  -- Null until its file has come.
  media_key text,
  media_name text not null default '',
  media_mime text not null default '',
  media_bytes bigint not null default 0,
  -- A customer has it: its bytes stay, though the list lets go of it.
  was_sent boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, list_id) references file_lists (company_id, id) on delete cascade
);
create index file_list_items_list on file_list_items (company_id, list_id, position, id);
call tenant_table('file_list_items', 'select, insert, update, delete');

-- What a queue and an option of its menu send: the list may go, they stay.
alter table queues add foreign key (company_id, file_list_id)
  references file_lists (company_id, id) on delete set null (file_list_id);
create index queues_file_list on queues (company_id, file_list_id) where file_list_id is not null;
alter table bot_options add foreign key (company_id, to_file_list_id)
  references file_lists (company_id, id) on delete set null (to_file_list_id);
create index bot_options_to_file_list on bot_options (company_id, to_file_list_id) where to_file_list_id is not null;

-- The board takes the newest of every lane.
create index tickets_board on tickets (company_id, lane_id, updated_at desc, id desc) where status in ('pending', 'open');
-- Whoever forgets a file asks whether a list still has it.
create index file_list_items_media on file_list_items (company_id, media_key) where media_key is not null;
