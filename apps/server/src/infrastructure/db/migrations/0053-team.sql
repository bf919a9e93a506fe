-- expand, oldest-code: 0049
-- Chats among the users of a company; announcements and help videos of the platform for all of them.

create table team_chats (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  title text not null,
  -- A member. Null: the last member was deleted together with the company.
  owner_id integer,
  -- Number of the last message. The sender of a message locks this row, so numbers have no gaps.
  last_seq integer not null default 0,
  -- Beginning of the last message, for the list.
  last_text text not null default '',
  last_sender_id integer,
  -- Invisible since; a job deletes its messages in portions.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, uuid),
  foreign key (company_id, owner_id) references users (company_id, id) on delete set null (owner_id)
);
create index team_chats_owner on team_chats (company_id, owner_id) where owner_id is not null;
call tenant_table('team_chats', 'select, insert, update, delete');

create table team_chat_members (
  company_id integer not null,
  chat_id integer not null,
  user_id integer not null,
  -- Rises with the time of joining: the longest-standing member has the smallest.
  id integer generated always as identity,
  -- Number of the last message that the member has read. Unread are those after it.
  read_seq integer not null,
  -- Number of the last message when the member joined.
  joined_seq integer not null,
  primary key (company_id, chat_id, user_id),
  foreign key (company_id, chat_id) references team_chats (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index team_chat_members_user on team_chat_members (company_id, user_id);
call tenant_table('team_chat_members', 'select, insert, update, delete');

create table team_chat_messages (
  company_id integer not null,
  id bigint generated always as identity,
  chat_id integer not null,
  seq integer not null,
  -- No foreign key: deleting a user does not touch all its messages.
  sender_id integer,
  body text not null,
  -- Chosen by the client: the same message is stored once.
  client_key text,
  sent_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, chat_id, seq),
  foreign key (company_id, chat_id) references team_chats (company_id, id) on delete cascade
);
create unique index team_chat_messages_key on team_chat_messages (company_id, chat_id, client_key)
  where client_key is not null;
call tenant_table('team_chat_messages', 'select, insert, delete');

create table announcements (
  id integer generated always as identity primary key,
  title text not null,
  text text not null,
  -- 1 high, 2 medium, 3 low.
  priority smallint not null check (priority between 1 and 3),
  is_active boolean not null,
  starts_at timestamptz,
  ends_at timestamptz,
  -- A file of the owner's company.
  media_key text,
  media_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (starts_at < ends_at)
);
create index announcements_created on announcements (created_at desc, id desc);
grant select, insert, update, delete on announcements to balcao_app;

create table announcement_reads (
  company_id integer not null references companies (company_id) on delete cascade,
  announcement_id integer not null references announcements (id) on delete cascade,
  user_id integer not null,
  at timestamptz not null default now(),
  primary key (company_id, announcement_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index announcement_reads_announcement on announcement_reads (announcement_id, company_id);
create index announcement_reads_user on announcement_reads (company_id, user_id);
call tenant_table('announcement_reads', 'select, insert, delete');
grant select on announcement_reads to balcao_reader;

-- How many users have read each of these, and of how many companies; no user is named.
create function announcement_readers(announcements integer[])
  returns table (announcement_id integer, users integer, companies integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select r.announcement_id, count(*)::int, count(distinct r.company_id)::int
    from public.announcement_reads r where r.announcement_id = any (announcements) group by r.announcement_id
$$;
alter function announcement_readers(integer[]) owner to balcao_reader;
revoke all on function announcement_readers(integer[]) from public;
grant execute on function announcement_readers(integer[]) to balcao_app;

create function active_company_count() returns integer
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select count(*)::int from public.companies c where c.is_active $$;
alter function active_company_count() owner to balcao_reader;
revoke all on function active_company_count() from public;
grant execute on function active_company_count() to balcao_app;

create table helps (
  id integer generated always as identity primary key,
  title text not null,
  description text not null,
  -- Id of a YouTube video, and nothing else.
  video text not null check (video ~ '^[A-Za-z0-9_-]{11}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index helps_title on helps (folded(title), id);
grant select, insert, update, delete on helps to balcao_app;
