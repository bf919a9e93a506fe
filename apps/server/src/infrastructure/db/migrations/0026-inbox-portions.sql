-- Payloads are parsed company by company and in portions; what is set aside waits for a person's decision.

alter table inbox
  add column body_bytes integer generated always as (octet_length(body)) stored,
  -- Events of this payload that are queued already: parsing continues behind them.
  add column parsed_events integer not null default 0,
  add column failures integer not null default 0;
grant update (parsed_events, failures) on inbox to balcao_app;
-- The oldest payloads of a company, their number and their size, from the index alone.
create index inbox_company on inbox (company_id, id) include (body_bytes);

-- Work that one node at a time does, such as parsing the payloads of a company. A lease saves double work only: results
-- are stored by comparing what they started from. Unlogged: a lease is not worth a disk write and outlives no crash.
create unlogged table work_leases (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
grant select, insert, update, delete on work_leases to balcao_app;

-- Failures of the database, not of the event: they do not count as tries, and their waits grow for hours.
alter table signals add column transient_failures integer not null default 0;

-- Why it was set aside, as a code that screens translate; `fault` is the technical text.
alter table quarantine add column reason text not null default 'failed'
  check (reason in ('unreadable', 'too-many-items', 'keys', 'failed', 'database'));
drop index quarantine_at;
create index quarantine_newest on quarantine (company_id, id desc);

-- One company after the other: the oldest send queue of each company first, then the second of each.
create or replace function outbox_lines_due(at_most integer)
  returns table (company_id integer, connection_id integer, ticket_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive companies as (
    (select o.company_id from public.outbox o where o.state in ('queued', 'sending') order by o.company_id limit 1)
    union all
    select next.company_id from companies c cross join lateral (
      select o.company_id from public.outbox o where o.state in ('queued', 'sending') and o.company_id > c.company_id
       order by o.company_id limit 1) next)
  select d.company_id, d.connection_id, d.ticket_id
    from companies co cross join lateral (
      select q.company_id, q.connection_id, q.ticket_id, q.not_before, row_number() over (order by q.not_before) as turn
        from public.outbox q join public.connections c on c.company_id = q.company_id and c.id = q.connection_id
       where q.company_id = co.company_id and q.state = 'queued' and q.not_before <= now()
         and coalesce(c.paused_until <= now(), true) and not (c.status = 'DISCONNECTED' and c.paused_because <> '')
         and not exists (select from public.outbox h where h.company_id = q.company_id
                and h.connection_id = q.connection_id and h.ticket_id = q.ticket_id
                and h.state in ('queued', 'sending') and h.id < q.id)
       order by q.not_before limit at_most) d
   order by d.turn, d.not_before limit at_most
$$;

drop index messages_media_pending;
create index messages_media_pending on messages (company_id, media_not_before) where media_state = 'pending';
create or replace function media_to_fetch(at_most integer)
  returns table (company_id integer, id bigint)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive companies as (
    (select m.company_id from public.messages m where m.media_state = 'pending' order by m.company_id limit 1)
    union all
    select next.company_id from companies c cross join lateral (
      select m.company_id from public.messages m where m.media_state = 'pending' and m.company_id > c.company_id
       order by m.company_id limit 1) next)
  select d.company_id, d.id
    from companies co cross join lateral (
      select m.company_id, m.id, m.media_not_before, row_number() over (order by m.media_not_before) as turn
        from public.messages m
       where m.company_id = co.company_id and m.media_state = 'pending' and m.media_not_before <= now()
       order by m.media_not_before limit at_most) d
   order by d.turn, d.media_not_before limit at_most
$$;
