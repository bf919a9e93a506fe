-- How fast an account may be written through, how well it is, and what was said before it was linked.

alter table connections
  -- As the rule found it last; shown wherever the connection is.
  add column health jsonb not null default '{"light": "grey", "reasons": [{"why": "disconnected", "value": null, "detail": ""}]}',
  -- What this account is allowed a second where that is less than its channel; null is the channel's own.
  add column per_second integer check (per_second > 0);
create index connections_unwell on connections (company_id, id) where (health ->> 'light') in ('yellow', 'red');

-- The pace of an account (peer 0), of its mass sending (peer -1) and of one person on it (the contact): shared by all nodes.
create table sending_paces (
  company_id integer not null,
  connection_id integer not null,
  peer integer not null,
  -- By then everything that was granted is paid for. Whoever asks earlier borrows, up to a bound.
  paid_at timestamptz not null,
  -- How often in a row the account was told to wait, or gave no answer.
  strikes integer not null default 0,
  struck_at timestamptz,
  primary key (company_id, connection_id, peer),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index sending_paces_age on sending_paces (company_id, paid_at);
call tenant_table('sending_paces', 'select, insert, update, delete');

-- What the channel itself says of an account.
create table number_health (
  company_id integer not null,
  connection_id integer not null,
  quality text check (quality in ('high', 'medium', 'low')),
  quality_at timestamptz,
  restriction text not null default '' check (restriction in ('', 'restricted', 'banned')),
  restriction_detail text not null default '',
  -- How many people a day it may write to first.
  people_per_day integer,
  looked_at timestamptz not null default now(),
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call tenant_table('number_health', 'select, insert, update, delete');

-- Counted in memory and added up here every few seconds, ten minutes a row: no message is written twice for it.
create table number_health_slots (
  company_id integer not null,
  connection_id integer not null,
  slot timestamptz not null,
  sent integer not null default 0,
  refused integer not null default 0,
  slowed_down integer not null default 0,
  unanswered integer not null default 0,
  disconnections integer not null default 0,
  -- People that mass sending was granted.
  taken integer not null default 0,
  primary key (company_id, connection_id, slot),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index number_health_slots_age on number_health_slots (company_id, slot);
call tenant_table('number_health_slots', 'select, insert, update, delete');

-- Old messages stand before everything that is said from now on, in the order of their time: they have numbers of their
-- own, below those of the live ones.
create sequence old_message_ids as bigint;
grant usage, select on sequence old_message_ids to balcao_app;
select setval('old_message_ids', coalesce((select max(id) from messages), 0) + 1, false);
select setval('message_ids', greatest(10000000000, (select last_value from message_ids)), true);

-- One a connection: from the wish to have them until they are all there.
create table history_imports (
  company_id integer not null,
  connection_id integer not null,
  state text not null check (state in ('gathering', 'running', 'closing', 'over')),
  since timestamptz not null,
  until timestamptz not null,
  with_groups boolean not null,
  closes boolean not null,
  queue_id integer,
  -- The mark on its conversations.
  imported_at timestamptz not null,
  -- When the last piece came, and whether the channel said that it was the last.
  heard_at timestamptz,
  is_complete boolean not null default false,
  done integer not null default 0,
  total integer not null default 0,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
create index history_imports_due on history_imports (heard_at) where state <> 'over';
create index history_imports_queue on history_imports (company_id, queue_id) where queue_id is not null;
call tenant_table('history_imports', 'select, insert, update, delete');

-- What the channel told of earlier times, until it is worked off: the row goes in the transaction that keeps the message.
create table history_messages (
  company_id integer not null,
  id bigint generated always as identity,
  connection_id integer not null,
  wid text not null,
  at timestamptz not null,
  signal jsonb not null,
  primary key (company_id, id),
  unique (company_id, connection_id, wid),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index history_messages_line on history_messages (company_id, connection_id, at, id);
call tenant_table('history_messages', 'select, insert, update, delete');

create index tickets_imported on tickets (company_id, connection_id, id) where imported_at is not null and status = 'pending';

grant select on history_imports, number_health to balcao_reader;

create function history_imports_due(at timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select i.company_id, i.connection_id from public.history_imports i
   where i.state in ('running', 'closing')
      or (i.state = 'gathering' and i.heard_at <= at - make_interval(secs => case when i.is_complete then 3 else 45 end))
   order by i.heard_at limit at_most
$$;

-- Only what is unwell can get better by time alone.
create function number_health_due(at timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.id from public.connections c
    left join public.number_health h on h.company_id = c.company_id and h.connection_id = c.id
   where (c.health ->> 'light') in ('yellow', 'red') and coalesce(h.looked_at <= at - interval '2 minutes', true)
   order by h.looked_at nulls first limit at_most
$$;

do $$
declare f text;
begin
  foreach f in array array['history_imports_due(timestamptz, integer)', 'number_health_due(timestamptz, integer)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
