-- People who are here but not to be given anything new, and browsers that want to be told while they are closed.

alter table users add column paused_at timestamptz;

-- A browser's address belongs to whoever used it last; it is told nothing after that session has ended.
create table push_subscriptions (
  company_id integer not null,
  endpoint_hash bytea not null,
  user_id integer not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, endpoint_hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, session_id) references sessions (company_id, id) on delete cascade
);
create index push_subscriptions_user on push_subscriptions (company_id, user_id, created_at);
create index push_subscriptions_session on push_subscriptions (company_id, session_id);
call tenant_table('push_subscriptions', 'select, insert, update, delete');

-- Whose voice is in this file: asked by whoever wants it written down.
create index messages_voice on messages (company_id, media_key) where media_type = 'audio' and not from_me;
