-- People who want no campaigns. The address is stored, not the contact: an opt-out outlives the contact and its connection.
create table opt_outs (
  company_id integer not null references companies (company_id),
  id bigint not null generated always as identity,
  -- Key of the address; after an erasure of the person `hash:` and a keyed hash of it.
  address_key text not null,
  -- Null: every connection of the company.
  connection_id integer,
  source text not null check (source in ('word', 'channel', 'user', 'import')),
  -- What the customer wrote, if it was a word.
  words text not null default '',
  user_id integer,
  at timestamptz not null,
  revoked_at timestamptz,
  primary key (company_id, id)
);
-- An address opts out once a connection, until it is revoked.
create unique index opt_outs_current on opt_outs (company_id, address_key, coalesce(connection_id, 0))
  where revoked_at is null;
create index opt_outs_address on opt_outs (company_id, address_key);
call tenant_table('opt_outs', 'select, insert, update, delete');

-- A customer's message is an opt-out only after a campaign on the same connection.
create index messages_campaign on messages (company_id, contact_id, connection_id, sent_at desc) where origin = 'campaign';
