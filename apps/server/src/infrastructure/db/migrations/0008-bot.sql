-- What answers before a human does: the options of a queue's menu, where each customer stands in it, and why things happened.

create sequence bot_option_ids as integer;
grant usage on sequence bot_option_ids to balcao_app;

create table bot_options (
  company_id integer not null,
  id integer not null default nextval('bot_option_ids'),
  queue_id integer not null,
  -- The option it hangs under; null on the first level.
  parent_id integer,
  -- Its number in the menu, from 1.
  position integer not null,
  name text not null,
  greeting_message text not null default '',
  kind text not null default 'text' check (kind in ('text', 'attendent', 'queue', 'integration', 'file')),
  closes_ticket boolean not null default false,
  to_queue_id integer,
  to_user_id integer,
  to_file_list_id integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade,
  foreign key (company_id, parent_id) references bot_options (company_id, id) on delete cascade,
  foreign key (company_id, to_queue_id) references queues (company_id, id) on delete set null (to_queue_id),
  foreign key (company_id, to_user_id) references users (company_id, id) on delete set null (to_user_id)
);
create index bot_options_queue on bot_options (company_id, queue_id, position, id);
create index bot_options_parent on bot_options (company_id, parent_id) where parent_id is not null;
create index bot_options_to_queue on bot_options (company_id, to_queue_id) where to_queue_id is not null;
create index bot_options_to_user on bot_options (company_id, to_user_id) where to_user_id is not null;
call tenant_table('bot_options', 'select, insert, update, delete');

-- Where a conversation stands in the tree: one row a ticket, gone when a human has it.
create table bot_dialogs (
  company_id integer not null,
  ticket_id integer not null,
  -- The option whose choices were shown last; null: the first level of the queue.
  option_id integer,
  -- Something that can be answered with a number was shown.
  has_shown boolean not null default false,
  -- What the last event line said: the same is not said twice in a row.
  last_why text not null default '',
  -- What consent was asked for, in the words that were sent.
  asked_text text not null default '',
  asked_link text not null default '',
  updated_at timestamptz not null default now(),
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, option_id) references bot_options (company_id, id) on delete cascade
);
create index bot_dialogs_option on bot_dialogs (company_id, option_id) where option_id is not null;
call tenant_table('bot_dialogs', 'select, insert, update, delete');

-- Each answer to «how was it?», raw: 0 to 10. Reports ask by attendant and day.
create table user_ratings (
  company_id integer not null,
  id bigint generated always as identity,
  ticket_id integer not null,
  user_id integer,
  rate smallint not null check (rate between 0 and 10),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index user_ratings_ticket on user_ratings (company_id, ticket_id);
create index user_ratings_user on user_ratings (company_id, user_id, created_at);
call tenant_table('user_ratings', 'select, insert, update, delete');

-- A word of the product for why something happened by itself; null where a person did it.
alter table ticket_log add column why text;
alter table queues add column file_list_id integer;
