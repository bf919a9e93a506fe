-- Official accounts: where their deliveries belong, sign-ins under way, and the texts that a channel approved beforehand.

-- The platform's own door is told the account only: this says whose it is. One account belongs to one connection.
alter table directory drop constraint directory_kind_check;
alter table directory add constraint directory_kind_check
  check (kind in ('email', 'refresh', 'api-token', 'webhook', 'meta-account'));

-- What somebody brought back from signing in at a channel: sealed, for some minutes, for the session that began it.
create table channel_links (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  session_id text not null,
  -- What the sign-in was begun with: a second use finds it here.
  state_hash bytea not null,
  -- Known only to the browser that came back.
  link_hash bytea not null,
  -- Sealed; empty until the channel has given it.
  token text not null default '',
  ends_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create unique index channel_links_state on channel_links (company_id, state_hash);
create unique index channel_links_link on channel_links (company_id, link_hash);
create index channel_links_user on channel_links (company_id, user_id);
call tenant_table('channel_links', 'select, insert, update, delete');

-- As the channel keeps them; asked again whenever it says that something changed.
create table templates (
  company_id integer not null,
  id integer generated always as identity,
  connection_id integer not null,
  name text not null,
  language text not null,
  category text not null default '',
  status text not null check (status in ('approved', 'pending', 'rejected', 'paused', 'disabled')),
  -- Why it was turned down or stopped, in the channel's words.
  because text not null default '',
  header jsonb,
  body text not null,
  footer text not null default '',
  buttons jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create unique index templates_name on templates (company_id, connection_id, name, language);
create index templates_list on templates (company_id, folded(name), language, id);
call tenant_table('templates', 'select, insert, update, delete');

-- Which of them stands in for what the house says by itself, once free text is over.
create table automatic_templates (
  company_id integer not null,
  connection_id integer not null,
  occasion text not null check (occasion in ('greeting', 'farewell', 'transfer', 'rating', 'inactive', 'expired')),
  template_id integer not null,
  gap_values jsonb not null default '{}',
  primary key (company_id, connection_id, occasion),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, template_id) references templates (company_id, id) on delete cascade
);
create index automatic_templates_template on automatic_templates (company_id, template_id);
call tenant_table('automatic_templates', 'select, insert, update, delete');
