-- Ticket numbers per company: tickets.number, ticket_counters, number_ticket() (docs/adr/0036-ticket-numbers.md).

alter table tickets add column number integer;
create unique index tickets_number on tickets (company_id, number) where number is not null;

-- One row per company: the last number, and how far older tickets have got theirs.
create table ticket_counters (
  company_id integer primary key references companies (company_id) on delete cascade,
  last_number integer not null,
  -- Tickets from before this migration get 1 to n in the order of their ids, by a job. Null until_id: done.
  backfill_number integer not null default 0,
  backfill_id integer not null default 0,
  backfill_until_id integer
);
create index ticket_counters_backfill on ticket_counters (company_id) where backfill_until_id is not null;
call tenant_table('ticket_counters', 'select, insert, update');

-- Numbers of existing tickets are reserved. Row-level security is forced for the owner too.
do $$
declare company integer;
begin
  for company in select c.company_id from company_ids_all() c loop
    perform set_config('app.company', company::text, true);
    perform set_config('app.removing', 'on', true);
    insert into ticket_counters (company_id, last_number, backfill_until_id)
      select company, count(*), max(id) from tickets where company_id = company having count(*) > 0;
  end loop;
  perform set_config('app.company', '', true);
  perform set_config('app.removing', '', true);
end $$;

-- Deferred: the counter is locked by the last statement before the commit, never while a transaction still works.
create function number_ticket() returns trigger
  language plpgsql
  as $$
declare
  next_number integer;
begin
  insert into public.ticket_counters as c (company_id, last_number) values (new.company_id, 1)
    on conflict (company_id) do update set last_number = c.last_number + 1
    returning c.last_number into next_number;
  update public.tickets set number = next_number where company_id = new.company_id and id = new.id;
  return null;
end $$;
create constraint trigger tickets_number after insert on tickets deferrable initially deferred
  for each row when (new.number is null) execute function number_ticket();

-- Companies with tickets that still wait for their number.
grant select on ticket_counters to balcao_reader;
create function ticket_backfills_due(at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.ticket_counters c where c.backfill_until_id is not null order by c.company_id limit at_most
$$;
alter function ticket_backfills_due(integer) owner to balcao_reader;
revoke all on function ticket_backfills_due(integer) from public;
grant execute on function ticket_backfills_due(integer) to balcao_app;
