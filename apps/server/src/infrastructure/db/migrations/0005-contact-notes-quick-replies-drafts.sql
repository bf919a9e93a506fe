-- What colleagues keep for each other and for themselves: notes on contacts, ready answers, words begun and not sent.

create table contact_notes (
  company_id integer not null,
  id integer generated always as identity,
  contact_id integer not null,
  -- The conversation it was written in; the note outlives it.
  ticket_id integer,
  user_id integer,
  note text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete set null (ticket_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index contact_notes_contact on contact_notes (company_id, contact_id, id desc);
create index contact_notes_ticket on contact_notes (company_id, ticket_id) where ticket_id is not null;
create index contact_notes_user on contact_notes (company_id, user_id) where user_id is not null;
call tenant_table('contact_notes', 'select, insert, update, delete');

create table quick_messages (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  -- Its author; what colleagues see stays when the author leaves.
  user_id integer,
  shortcode text not null,
  message text not null default '',
  -- Everyone who sees it may change it.
  is_shared boolean not null default false,
  -- Colleagues see it; otherwise only its author.
  is_visible boolean not null default true,
  media_key text,
  media_name text not null default '',
  media_mime text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index quick_messages_shortcode on quick_messages (company_id, user_id, lower(shortcode));
create index quick_messages_list on quick_messages (company_id, folded(shortcode), id);
call tenant_table('quick_messages', 'select, insert, update, delete');

-- One a person and conversation, read by nobody else.
create table ticket_drafts (
  company_id integer not null,
  ticket_id integer not null,
  user_id integer not null,
  body text not null,
  is_private boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (company_id, ticket_id, user_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index ticket_drafts_user on ticket_drafts (company_id, user_id);
call tenant_table('ticket_drafts', 'select, insert, update, delete');
