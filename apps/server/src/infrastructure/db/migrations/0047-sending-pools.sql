-- The messaging limit belongs to a pool: all numbers of a business portfolio share it.

alter table connections
  -- Business portfolio of an official account, as the channel names it; empty until the channel was asked.
  add column portfolio_id text not null default '';

alter table number_health
  -- The restriction ends by itself at this time; null if the channel named none.
  add column restriction_until timestamptz,
  -- New conversations that the channel allows a phone in its present cycle, and those it has begun.
  add column new_chats_total integer,
  add column new_chats_used integer;

-- Bulk sending is counted by pool from here on.
alter table number_health_slots drop column taken;

create table sending_pools (
  company_id integer not null,
  -- The portfolio, else the business account, else the connection.
  pool text not null,
  people_per_day integer,
  -- The channel reported that there is no limit.
  is_unbounded boolean not null default false,
  limit_at timestamptz,
  -- People are stored as hashes with it.
  salt uuid not null default gen_random_uuid(),
  primary key (company_id, pool)
);
call tenant_table('sending_pools', 'select, insert, update, delete');

-- Unique people reached outside the reply window, ten minutes a row: 24 hours are summed up from few rows.
create table sending_pool_slots (
  company_id integer not null,
  pool text not null,
  slot timestamptz not null,
  people integer not null default 0,
  -- Those of them who had never written.
  cold integer not null default 0,
  primary key (company_id, pool, slot),
  foreign key (company_id, pool) references sending_pools (company_id, pool) on delete cascade
);
create index sending_pool_slots_age on sending_pool_slots (company_id, slot);
call tenant_table('sending_pool_slots', 'select, insert, update, delete');

-- In which slot a person is counted: a person reached again moves to the present one and is not counted twice.
create table sending_pool_people (
  company_id integer not null,
  pool text not null,
  person bytea not null,
  slot timestamptz not null,
  is_cold boolean not null default false,
  primary key (company_id, pool, person),
  foreign key (company_id, pool) references sending_pools (company_id, pool) on delete cascade
);
create index sending_pool_people_age on sending_pool_people (company_id, slot);
call tenant_table('sending_pool_people', 'select, insert, update, delete');

create index messages_held on messages (company_id, connection_id) where delivery = 'held';
