-- expand, oldest-code: 0049
-- Numbers of the dashboard and of reports: ticket_periods, metric_days, metric_dirty_days, metric_state, report_exports,
-- report_filters (new). New columns of ticket_tracking, tickets, user_ratings, queues. Triggers that write periods and
-- mark days (ADR «Numbers from periods»).

-- Minutes of business hours to the first response; null without a target.
alter table queues add column target_minutes integer check (target_minutes > 0);

-- Since when the customer waits for a human. Null: a human wrote last, or nobody waits.
alter table tickets add column waiting_since timestamptz;

-- One row is a service (cycle) of a conversation.
alter table ticket_tracking
  -- Set once, by the first message of a human. The user is null for one from the phone.
  add column first_reply_at timestamptz,
  add column first_reply_user_id integer,
  -- Whether that reply was within the target of its queue; null without a target.
  add column is_in_time boolean,
  -- Waits of the customer for a human, each from the first unanswered message.
  add column reply_wait_s double precision not null default 0,
  add column reply_waits integer not null default 0,
  add column closed_by text check (closed_by in ('user', 'bot', 'timer', 'customer')),
  -- The last agent who had it.
  add column last_user_id integer,
  -- False: from before periods existed; a job builds them from the log.
  add column has_periods boolean not null default false;
create index ticket_tracking_without_periods on ticket_tracking (company_id, id) where not has_periods;
create index ticket_tracking_last_user on ticket_tracking (company_id, last_user_id, created_at) where last_user_id is not null;

-- Parts of a service, without gaps: its first begins with it, its last ends with it. One is open exactly while it is.
create table ticket_periods (
  company_id integer not null,
  id bigint generated always as identity,
  cycle_id bigint not null,
  -- When the service began: numbers belong to that day.
  cycle_at timestamptz not null,
  -- Unknown: no agent, or from before periods existed.
  kind text not null check (kind in ('bot', 'waiting', 'attended', 'rating', 'unknown')),
  -- The agent who has it, or to whom it is offered. Users are no reference: the numbers of a removed user remain.
  user_id integer,
  queue_id integer,
  from_at timestamptz not null,
  to_at timestamptz check (to_at >= from_at),
  ended_by text check (ended_by in ('accept', 'transfer', 'return', 'queue', 'rating', 'reopen', 'close')),
  -- The agent who had it next.
  ended_user_id integer,
  primary key (company_id, id),
  foreign key (company_id, cycle_id) references ticket_tracking (company_id, id) on delete cascade
);
create unique index ticket_periods_open on ticket_periods (company_id, cycle_id) where to_at is null;
create index ticket_periods_cycle on ticket_periods (company_id, cycle_id, id);
create index ticket_periods_days on ticket_periods (company_id, cycle_at);
call tenant_table('ticket_periods', 'select, insert, update');

alter table user_ratings add column cycle_id bigint,
  add foreign key (company_id, cycle_id) references ticket_tracking (company_id, id) on delete set null (cycle_id);
create unique index user_ratings_cycle on user_ratings (company_id, cycle_id) where cycle_id is not null;

-- How far the days of a company are stored; all days from built_from to built_to are.
create table metric_state (
  company_id integer primary key references companies (company_id) on delete cascade,
  zone text not null,
  built_from date,
  built_to date,
  -- No earlier day has anything to count.
  is_complete boolean not null default false,
  -- The day on which stored days were last compared with a recount, and how many differed ever since.
  checked_on date,
  differences integer not null default 0
);
call tenant_table('metric_state', 'select, insert, update, delete');
grant select on metric_state to balcao_reader;

-- Counts and sums of one local day, always written as a whole. A metric without a row is 0.
create table metric_days (
  company_id integer not null references companies (company_id) on delete cascade,
  zone text not null,
  day date not null,
  dimension text not null check (dimension in ('all', 'user', 'queue', 'connection')),
  -- 0 in the dimension all, and for none.
  subject_id integer not null,
  metric text not null,
  n bigint not null,
  sum_s double precision not null,
  -- Counts by bucket.
  histogram jsonb,
  primary key (company_id, zone, day, dimension, subject_id, metric)
);
create index metric_days_numbers on metric_days (company_id, zone, dimension, day);
call tenant_table('metric_days', 'select, insert, delete');

-- Past days whose numbers changed. Rows are only added: no transaction waits for another. A day is clean when all its
-- rows that a rebuild saw are deleted.
create table metric_dirty_days (
  company_id integer not null references companies (company_id) on delete cascade,
  id bigint generated always as identity,
  day date not null,
  primary key (company_id, id)
);
create index metric_dirty_days_day on metric_dirty_days (company_id, day);
call tenant_table('metric_dirty_days', 'select, insert, delete');
grant select on metric_dirty_days to balcao_reader;

create table report_exports (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  user_id integer not null,
  kind text not null check (kind in ('tickets', 'attendants')),
  -- As it was when the export was requested, with both days.
  filter jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'canceled')),
  row_count integer not null default 0,
  total integer not null default 0,
  storage_key text,
  lease_until timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index report_exports_user on report_exports (company_id, user_id, id desc);
create index report_exports_due on report_exports (lease_until nulls first) where status in ('waiting', 'running');
create index report_exports_over on report_exports (created_at) where storage_key is not null;
call tenant_table('report_exports', 'select, insert, update, delete');
grant select on report_exports to balcao_reader;

create table report_filters (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  user_id integer not null,
  name text not null,
  filter jsonb not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create unique index report_filters_name on report_filters (company_id, user_id, lower(name));
call tenant_table('report_filters', 'select, insert, update, delete');

-- The list of reports.
create index tickets_created on tickets (company_id, created_at desc, id desc) where imported_at is null and not is_unlisted;
create index tickets_imported_at on tickets (company_id, id) include (imported_at) where imported_at is not null;

-- Days ------------------------------------------------------------------------------------------------------------

-- Marks the local day of this time if it is over. Without metric_state nothing is stored yet.
create function mark_metric_day(company integer, at timestamptz) returns void
  language sql
  as $$
  insert into metric_dirty_days (company_id, day)
  select company, (at at time zone s.zone)::date from metric_state s
   where s.company_id = company and (at at time zone s.zone)::date < (now() at time zone s.zone)::date
$$;

-- Periods ---------------------------------------------------------------------------------------------------------

-- Who has the ticket. The bot has it while it talks: before a queue is chosen, or while a flow or an integration runs.
create function period_kind(ticket tickets, replied_at timestamptz) returns text
  language sql immutable
  as $$
  select case
    when ticket.status = 'nps' then 'rating'
    when ticket.status in ('open', 'group') then case when ticket.user_id is null then 'unknown' else 'attended' end
    when ticket.status = 'lgpd' then 'bot'
    when ticket.is_bot and ticket.user_id is null
      and (ticket.uses_integration or (ticket.queue_id is null and replied_at is not null)) then 'bot'
    else 'waiting' end
$$;

-- Builds the periods of services from before periods existed, from the log; what it does not tell is unknown.
create function build_past_periods(cycles bigint[]) returns integer
  language plpgsql
  as $$
declare
  built integer;
begin
  with past as (
    select k.id, k.ticket_id, k.created_at, k.finished_at from ticket_tracking k
     where k.company_id = current_company() and k.id = any (cycles) and not k.has_periods),
  entries as (
    select p.id as cycle_id, p.created_at as at, 0::bigint as n, 'unknown' as kind, null::integer as user_id,
           null::integer as queue_id
      from past p
    union all
    select p.id, l.created_at, l.id,
           case when l.type in ('create', 'receivedTransfer', 'open', 'reopen') and l.user_id is not null then 'attended'
                when l.type in ('lgpd', 'chatBot') then 'bot'
                when l.type in ('queue', 'redirect', 'pending', 'reopen') then 'waiting'
                when l.type = 'transfered' then 'waiting'
                when l.type = 'nps' then 'rating'
                else 'unknown' end,
           case when l.type in ('create', 'receivedTransfer', 'open', 'reopen') then l.user_id end,
           case when l.type <> 'transfered' then l.queue_id end
      from past p join ticket_log l on l.company_id = current_company() and l.ticket_id = p.ticket_id
     where l.created_at >= p.created_at and (p.finished_at is null or l.created_at < p.finished_at)
       and l.type not in ('access', 'closed', 'autoClose', 'clientClosed')),
  -- Of entries of the same moment the last one tells who had it then.
  moments as (select distinct on (cycle_id, at) * from entries order by cycle_id, at, n desc),
  spans as (select m.*, lead(m.at) over (partition by m.cycle_id order by m.at) as next_at,
                   lead(m.user_id) over (partition by m.cycle_id order by m.at) as next_user_id from moments m)
  insert into ticket_periods (company_id, cycle_id, cycle_at, kind, user_id, queue_id, from_at, to_at, ended_by, ended_user_id)
  select current_company(), p.id, p.created_at, s.kind, s.user_id, s.queue_id, s.at, coalesce(s.next_at, p.finished_at),
         case when s.next_at is null and p.finished_at is not null then 'close' end,
         case when s.kind in ('waiting', 'bot') then s.next_user_id end
    from spans s join past p on p.id = s.cycle_id order by p.id, s.at;

  update ticket_tracking k
     set has_periods = true,
         last_user_id = coalesce((select p.user_id from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id
                                     and p.kind = 'attended' and p.user_id is not null order by p.id desc limit 1), k.user_id),
         first_reply_at = coalesce(k.first_reply_at, (
           select min(m.created_at) from messages m where m.company_id = k.company_id and m.ticket_id = k.ticket_id
              and m.from_me and not m.is_private and m.origin in ('agent', 'phone') and m.created_at >= k.created_at
              and (k.finished_at is null or m.created_at <= k.finished_at)))
   where k.company_id = current_company() and k.id = any (cycles) and not k.has_periods;
  get diagnostics built = row_count;

  -- The rating of a past service is the one nearest in time; each belongs to one service.
  with nearest as (
    select distinct on (r.id) r.id, k.id as cycle_id, abs(extract(epoch from r.created_at - k.rating_at)) as distance
      from ticket_tracking k join user_ratings r on r.company_id = k.company_id and r.ticket_id = k.ticket_id and r.cycle_id is null
     where k.company_id = current_company() and k.id = any (cycles) and k.is_rated and k.rating_at is not null
       and not exists (select from user_ratings o where o.company_id = k.company_id and o.cycle_id = k.id)
     order by r.id, abs(extract(epoch from r.created_at - k.rating_at))),
  chosen as (select distinct on (cycle_id) id, cycle_id from nearest order by cycle_id, distance, id)
  update user_ratings r set cycle_id = c.cycle_id from chosen c where r.company_id = current_company() and r.id = c.id;
  return built;
end $$;

-- Ends the open period of a ticket's service and begins the next one, if who has the ticket has changed.
create function sync_ticket_period(ticket tickets) returns void
  language plpgsql
  as $$
declare
  cycle ticket_tracking;
  held ticket_periods;
  next_kind text;
  next_user integer;
  begins timestamptz;
begin
  if ticket.status = 'closed' then return; end if;
  select * into cycle from ticket_tracking k
   where k.company_id = ticket.company_id and k.ticket_id = ticket.id and k.finished_at is null;
  if not found then return; end if;
  if not cycle.has_periods then perform build_past_periods(array[cycle.id]); end if;
  next_kind := period_kind(ticket, cycle.chatbot_at);
  next_user := case when next_kind in ('attended', 'waiting') then ticket.user_id end;
  select * into held from ticket_periods p where p.company_id = cycle.company_id and p.cycle_id = cycle.id and p.to_at is null;
  if (held.kind, held.user_id, held.queue_id) is not distinct from (next_kind, next_user, ticket.queue_id) then
    return;
  end if;
  if held.from_at = now() then
    -- Began in this transaction: nobody has had it yet.
    update ticket_periods p set kind = next_kind, user_id = next_user, queue_id = ticket.queue_id
     where p.company_id = cycle.company_id and p.id = held.id;
  else
    -- A transaction that waited for the ticket may have begun before the period.
    begins := greatest(held.from_at, now());
    update ticket_periods p set to_at = begins, ended_user_id = case when next_kind = 'attended' then next_user end,
           ended_by = case
             when next_kind = 'rating' then 'rating'
             when next_kind = 'attended' then
               case when held.kind = 'attended' then 'transfer' when held.kind = 'rating' then 'reopen' else 'accept' end
             when held.kind = 'attended' then 'return'
             else 'queue' end
     where p.company_id = cycle.company_id and p.id = held.id;
    insert into ticket_periods (company_id, cycle_id, cycle_at, kind, user_id, queue_id, from_at)
    values (cycle.company_id, cycle.id, cycle.created_at, next_kind, next_user, ticket.queue_id, begins);
  end if;
  if next_kind = 'attended' and next_user is distinct from cycle.last_user_id then
    update ticket_tracking k set last_user_id = next_user where k.company_id = cycle.company_id and k.id = cycle.id;
  end if;
  perform mark_metric_day(cycle.company_id, cycle.created_at);
end $$;

create function ticket_changes_period() returns trigger
  language plpgsql
  as $$
begin
  perform sync_ticket_period(new);
  return null;
end $$;
create trigger tickets_period after update of status, user_id, queue_id, is_bot, uses_integration on tickets
  for each row
  when ((old.status, old.user_id, old.queue_id, old.is_bot, old.uses_integration)
    is distinct from (new.status, new.user_id, new.queue_id, new.is_bot, new.uses_integration))
  execute function ticket_changes_period();

-- Nobody waits for a reply in a conversation that is closed or asked for its rating.
create function ticket_ends_waiting() returns trigger
  language plpgsql
  as $$
begin
  new.waiting_since := null;
  return new;
end $$;
create trigger tickets_waiting before update of status on tickets
  for each row when (new.status in ('closed', 'nps') and new.waiting_since is not null)
  execute function ticket_ends_waiting();

create function cycle_has_periods() returns trigger
  language plpgsql
  as $$
begin
  new.has_periods := true;
  return new;
end $$;
create trigger ticket_tracking_begins before insert on ticket_tracking
  for each row execute function cycle_has_periods();

create function cycle_begins() returns trigger
  language plpgsql
  as $$
declare
  ticket tickets;
  contact_at timestamptz;
  cycles integer;
begin
  select * into ticket from tickets t where t.company_id = new.company_id and t.id = new.ticket_id;
  insert into ticket_periods (company_id, cycle_id, cycle_at, kind, user_id, queue_id, from_at, to_at, ended_by)
  values (new.company_id, new.id, new.created_at,
          case when ticket.status = 'closed' then 'unknown' else period_kind(ticket, new.chatbot_at) end,
          case when ticket.status in ('open', 'group', 'pending') then ticket.user_id end, ticket.queue_id,
          new.created_at, new.finished_at, case when new.finished_at is not null then 'close' end);
  if ticket.status in ('open', 'group') and ticket.user_id is not null then
    update ticket_tracking k set last_user_id = ticket.user_id where k.company_id = new.company_id and k.id = new.id;
  end if;
  perform mark_metric_day(new.company_id, new.created_at);
  -- With its second service a contact is no longer a lead of its day.
  select c.created_at into contact_at from contacts c where c.company_id = new.company_id and c.id = ticket.contact_id;
  select count(*) into cycles from (
    select from tickets t join ticket_tracking k on k.company_id = t.company_id and k.ticket_id = t.id
     where t.company_id = new.company_id and t.contact_id = ticket.contact_id limit 3) n;
  if cycles <= 2 then perform mark_metric_day(new.company_id, contact_at); end if;
  return null;
end $$;
create trigger ticket_tracking_began after insert on ticket_tracking
  for each row execute function cycle_begins();

-- The last period ends with the service, wherever that was closed.
create function cycle_ends() returns trigger
  language plpgsql
  as $$
declare
  begun timestamptz;
begin
  -- Those of a service from before periods are built later, up to this end.
  if not new.has_periods then return new; end if;
  select p.from_at into begun from ticket_periods p where p.company_id = new.company_id and p.cycle_id = new.id and p.to_at is null;
  new.finished_at := greatest(new.finished_at, begun);
  update ticket_periods p set to_at = new.finished_at, ended_by = 'close'
   where p.company_id = new.company_id and p.cycle_id = new.id and p.to_at is null;
  return new;
end $$;
create trigger ticket_tracking_ends before update of finished_at on ticket_tracking
  for each row when (old.finished_at is null and new.finished_at is not null) execute function cycle_ends();

create function cycle_changes() returns trigger
  language plpgsql
  as $$
begin
  perform mark_metric_day(new.company_id, new.created_at);
  if old.chatbot_at is null and new.chatbot_at is not null and new.finished_at is null then
    perform sync_ticket_period(t) from tickets t where t.company_id = new.company_id and t.id = new.ticket_id;
  end if;
  return null;
end $$;
create trigger ticket_tracking_changes after update on ticket_tracking
  for each row when (old is distinct from new) execute function cycle_changes();

create function cycle_is_removed() returns trigger
  language plpgsql
  as $$
begin
  perform mark_metric_day(old.company_id, old.created_at);
  perform mark_metric_day(c.company_id, c.created_at) from tickets t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = old.company_id and t.id = old.ticket_id;
  return null;
end $$;
create trigger ticket_tracking_removed after delete on ticket_tracking
  for each row execute function cycle_is_removed();

-- A ticket that is being removed counts no more, nor do its messages.
create function ticket_counts_no_more() returns trigger
  language plpgsql
  as $$
begin
  perform mark_metric_day(k.company_id, k.created_at) from ticket_tracking k
    where k.company_id = new.company_id and k.ticket_id = new.id;
  -- Without it the contact may become a lead of its day, or no longer be one.
  perform mark_metric_day(c.company_id, c.created_at) from contacts c
    where c.company_id = new.company_id and c.id = new.contact_id;
  return null;
end $$;
create trigger tickets_removing after update of removing_at on tickets
  for each row when (old.removing_at is null and new.removing_at is not null) execute function ticket_counts_no_more();

create function contact_counts_otherwise() returns trigger
  language plpgsql
  as $$
begin
  perform mark_metric_day(old.company_id, old.created_at);
  return null;
end $$;
create trigger contacts_merged after update of merged_into_id, is_group, removing_at on contacts
  for each row
  when ((old.merged_into_id, old.is_group, old.removing_at) is distinct from (new.merged_into_id, new.is_group, new.removing_at))
  execute function contact_counts_otherwise();
create trigger contacts_removed after delete on contacts
  for each row execute function contact_counts_otherwise();

-- Tickets that move to another contact change what is a lead.
create function ticket_changes_contact() returns trigger
  language plpgsql
  as $$
begin
  perform mark_metric_day(c.company_id, c.created_at) from contacts c
    where c.company_id = new.company_id and c.id in (old.contact_id, new.contact_id);
  return null;
end $$;
create trigger tickets_contact_changed after update of contact_id on tickets
  for each row when (old.contact_id <> new.contact_id) execute function ticket_changes_contact();

create function messages_are_removed() returns trigger
  language plpgsql
  as $$
begin
  perform mark_metric_day(hours.company_id, hours.at)
    from (select distinct r.company_id, date_trunc('hour', r.created_at) as at from removed r) hours;
  return null;
end $$;
create trigger messages_removed after delete on messages referencing old table as removed
  for each statement execute function messages_are_removed();

-- Cross-company ----------------------------------------------------------------------------------------------------

grant select on ticket_tracking to balcao_reader;

-- Companies with days to store, to repair or to compare.
create function metric_work_due(at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c left join public.metric_state s on s.company_id = c.company_id
   where s.company_id is null or s.zone <> c.time_zone or not s.is_complete
      or s.built_to is null or s.built_to < ((now() - interval '1 hour') at time zone s.zone)::date - 1
      or s.checked_on is distinct from (now() at time zone s.zone)::date
      or exists (select from public.metric_dirty_days d where d.company_id = c.company_id)
   order by s.checked_on nulls first, c.company_id limit at_most
$$;
-- Companies with services from before periods existed.
create function period_backfills_due(at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c
   where exists (select from public.ticket_tracking k where k.company_id = c.company_id and not k.has_periods)
   order by c.company_id limit at_most
$$;
create function report_exports_due(at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  (select e.company_id, e.id from public.report_exports e
    where e.status in ('waiting', 'running') and (e.lease_until is null or e.lease_until < now())
    order by e.lease_until nulls first limit at_most)
  union
  (select e.company_id, e.id from public.report_exports e
    where e.storage_key is not null and e.created_at < now() - interval '1 day' order by e.created_at limit at_most)
$$;
do $$
declare f text;
begin
  foreach f in array array['metric_work_due(integer)', 'period_backfills_due(integer)', 'report_exports_due(integer)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
