-- Tables of the bare side of the inbound figures, with only the columns and keys that the work needs.
create table bare_inbox (id bigint generated always as identity primary key, company_id integer not null,
  connection_id integer not null, digest bytea not null unique, body bytea not null, received_at timestamptz not null default now());
create table bare_contacts (id integer primary key, name text not null);
create table bare_tickets (id integer generated always as identity primary key, contact_id integer not null unique,
  seq integer not null, last_message text not null);
create table bare_messages (id bigint generated always as identity primary key, ticket_id integer not null, seq integer not null,
  body text not null, unique (ticket_id, seq));
create table bare_events (id bigint generated always as identity primary key, data jsonb not null);
