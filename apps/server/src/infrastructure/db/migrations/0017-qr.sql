-- WhatsApp by QR: what a linked device has to remember, and the code that is typed into a phone instead of a picture.

alter table connections add column pairing_code text not null default '';

-- Keys of the linked device, one by one, as the library asks for them. Values are sealed; names are hashed, because they
-- contain the numbers of those one writes with.
create table qr_state (
  company_id integer not null,
  connection_id integer not null,
  kind text not null,
  name_hash bytea not null,
  sealed text not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, connection_id, kind, name_hash),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call tenant_table('qr_state', 'select, insert, update, delete');
