-- Settings, queues, people and their sessions, tags.

create table company_settings (
  company_id integer not null references companies (company_id) on delete cascade,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by integer,
  primary key (company_id, key)
);
call tenant_table('company_settings', 'select, insert, update, delete');

create sequence queue_ids as integer;
grant usage, select on sequence queue_ids to balcao_app;
create table queues (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer not null default nextval('queue_ids'),
  name text not null,
  color text not null,
  greeting_message text not null default '',
  out_of_hours_message text not null default '',
  position integer,
  rotates boolean not null default false,
  rotation_minutes integer not null default 0,
  closes_ticket boolean not null default false,
  schedules jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index queues_name on queues (company_id, lower(name));
create unique index queues_color on queues (company_id, lower(color));
call tenant_table('queues', 'select, insert, update, delete');

create sequence user_ids as integer;
grant usage, select on sequence user_ids to balcao_app;
create table users (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer not null default nextval('user_ids'),
  name text not null,
  email text not null,
  password_hash text not null,
  -- Raised to end every session at once: password, profile or company standing changed.
  token_version integer not null default 0,
  profile text not null default 'user' check (profile in ('user', 'admin')),
  is_super boolean not null default false,
  start_work text not null default '00:00',
  end_work text not null default '23:59',
  farewell_message text not null default '',
  all_ticket boolean not null default false,
  allow_group boolean not null default false,
  all_historic boolean not null default false,
  all_user_chat boolean not null default false,
  user_close_pending_ticket boolean not null default true,
  show_dashboard boolean not null default false,
  allow_real_time boolean not null default false,
  allow_connections boolean not null default false,
  picture_key text,
  default_theme text not null default 'light' check (default_theme in ('light', 'dark')),
  default_menu text not null default 'open' check (default_menu in ('open', 'closed')),
  list_width integer not null default 404 check (list_width between 404 and 700),
  is_online boolean not null default false,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index users_email on users (company_id, lower(email));
create index users_name on users (company_id, name, id);
create index users_online on users (last_seen_at) where is_online;
call tenant_table('users', 'select, insert, update, delete');

create table user_queues (
  company_id integer not null,
  user_id integer not null,
  queue_id integer not null,
  primary key (company_id, user_id, queue_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade
);
create index user_queues_queue on user_queues (company_id, queue_id);
call tenant_table('user_queues', 'select, insert, delete');

create table sessions (
  company_id integer not null,
  id uuid not null default uuidv7(),
  user_id integer not null,
  is_remembered boolean not null,
  address text not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index sessions_user on sessions (company_id, user_id) where ended_at is null;
create index sessions_over on sessions (expires_at);
call tenant_table('sessions', 'select, insert, update, delete');

-- A family is a session: each use makes the successor, and an old token used late ends the whole family.
create table refresh_tokens (
  company_id integer not null,
  token_hash bytea not null,
  session_id uuid not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, token_hash),
  foreign key (company_id, session_id) references sessions (company_id, id) on delete cascade
);
create index refresh_tokens_session on refresh_tokens (company_id, session_id);
call tenant_table('refresh_tokens', 'select, insert, update, delete');

create sequence tag_ids as integer;
grant usage, select on sequence tag_ids to balcao_app;
create table tags (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer not null default nextval('tag_ids'),
  name text not null,
  color text not null,
  -- A lane is a column of the kanban board; a ticket stands in one lane at a time.
  is_lane boolean not null default false,
  lane_minutes integer not null default 0,
  next_lane_id integer,
  rollback_lane_id integer,
  lane_greeting text not null default '',
  created_by integer,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, next_lane_id) references tags (company_id, id) on delete set null (next_lane_id),
  foreign key (company_id, rollback_lane_id) references tags (company_id, id) on delete set null (rollback_lane_id),
  foreign key (company_id, created_by) references users (company_id, id) on delete set null (created_by)
);
create unique index tags_same on tags (company_id, is_lane, lower(name), lower(color));
create index tags_by_name on tags (company_id, is_lane, name, id);
create index tags_next_lane on tags (company_id, next_lane_id) where next_lane_id is not null;
create index tags_rollback_lane on tags (company_id, rollback_lane_id) where rollback_lane_id is not null;
create index tags_created_by on tags (company_id, created_by) where created_by is not null;
call tenant_table('tags', 'select, insert, update, delete');
