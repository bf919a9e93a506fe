-- Calls of flows to external services, the breakers of these services, and runs of prompts and integrations without a flow.

-- What a run without a flow does: a prompt or an integration. Flow and version of such a run are 0.
alter table flow_runs add column target jsonb;

create table flow_calls (
  company_id integer not null,
  id uuid not null default gen_random_uuid(),
  -- The engine's own name of the call.
  call_id text not null,
  run_id bigint,
  ticket_id integer not null,
  -- Null for a prompt or integration without a flow. No keys: what a call names may be deleted before it.
  flow_id integer,
  node text not null,
  kind text not null,
  integration_id integer,
  prompt_id integer,
  -- Calls of one account fail together.
  account text not null,
  -- Null when the call is over, except for deliveries of webhooks, which can be sent again.
  request jsonb,
  -- `unknown`: the process ended during a call that must not be repeated.
  state text not null default 'queued' check (state in ('queued', 'calling', 'done', 'failed', 'unknown')),
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  lease_until timestamptz,
  -- Grows with every attempt: the result of a worker that names an older one is refused.
  fence bigint not null default 0,
  reason text,
  status_code integer,
  duration_ms integer,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, run_id) references flow_runs (company_id, id) on delete cascade,
  check ((state = 'calling') = (lease_until is not null)),
  check ((state in ('queued', 'calling')) = (finished_at is null))
);
create index flow_calls_queued on flow_calls (company_id, not_before, created_at) where state = 'queued';
create index flow_calls_calling on flow_calls (company_id, lease_until) where state = 'calling';
create index flow_calls_leases on flow_calls (lease_until) where state = 'calling';
create index flow_calls_run on flow_calls (company_id, run_id) where run_id is not null;
create index flow_calls_ticket on flow_calls (company_id, ticket_id);
create index flow_calls_finished on flow_calls (company_id, finished_at) where finished_at is not null;
create index flow_calls_deliveries on flow_calls (company_id, integration_id, created_at desc) where kind = 'webhook';
call tenant_table('flow_calls', 'select, insert, update, delete');

-- Services that fail. All nodes read it: after five failures in a row an account is not called for a while.
create table service_breakers (
  company_id integer not null references companies (company_id) on delete cascade,
  account text not null,
  failures integer not null,
  -- Null: it is called.
  open_until timestamptz,
  -- The one call that finds out whether the service works again.
  trial_id uuid,
  last_reason text not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, account)
);
call tenant_table('service_breakers', 'select, insert, update, delete');

/*
 * Whatever ends a run (an agent, a merge, a deleted flow) voids its calls that did not begin, in that transaction. A webhook is
 * not awaited: it tells about something that has happened.
 */
create function void_calls_of_ended_run() returns trigger
  language plpgsql
  as $$
begin
  update flow_calls set state = 'failed', reason = 'voided', request = null, finished_at = now()
   where company_id = new.company_id and run_id = new.id and state = 'queued' and kind <> 'webhook';
  return null;
end $$;
create trigger flow_runs_ended after update of ended_at on flow_runs
  for each row when (old.ended_at is null and new.ended_at is not null) execute function void_calls_of_ended_run();

grant select on flow_calls to balcao_reader;

-- Companies with calls to make, behind the given one.
create function companies_with_calls_due(after integer, at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive companies (company_id, n) as (
    (select c.company_id, 1 from public.flow_calls c where c.state = 'queued' and c.company_id > after
      order by c.company_id limit 1)
    union all
    select next.company_id, p.n + 1 from companies p cross join lateral (
      select c.company_id from public.flow_calls c where c.state = 'queued' and c.company_id > p.company_id
       order by c.company_id limit 1) next
     where p.n < at_most)
  select p.company_id from companies p
$$;

-- Calls whose process ended, the oldest first.
create function flow_calls_abandoned(at_most integer)
  returns table (company_id integer, id uuid)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.id from public.flow_calls c where c.state = 'calling' and c.lease_until < now()
   order by c.lease_until limit at_most
$$;

do $$
declare f text;
begin
  foreach f in array array['companies_with_calls_due(integer, integer)', 'flow_calls_abandoned(integer)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;

-- As before, and calls to services: they contain texts.
create or replace function erasure_tickets(people integer[], at_most integer) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb := '{}';
  n integer;
  these constant integer[] := array(
    select id from tickets where company_id = current_company() and contact_id = any (people) limit at_most);
begin
  if cardinality(these) = 0 then return counts; end if;
  perform from contacts where company_id = current_company() and id = any (people) order by id for no key update;
  delete from bot_dialogs where company_id = current_company() and ticket_id = any (these);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('bot_dialogs', n);
  delete from flow_steps s using flow_runs r
   where r.company_id = current_company() and r.ticket_id = any (these) and s.company_id = r.company_id and s.run_id = r.id;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('flow_steps', n);
  delete from flow_calls where company_id = current_company() and ticket_id = any (these);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('flow_calls', n);
  delete from flow_runs where company_id = current_company() and ticket_id = any (these);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('flow_runs', n);
  delete from ticket_drafts where company_id = current_company() and ticket_id = any (these);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('ticket_drafts', n);
  update ticket_tracking set closed_at = coalesce(closed_at, now()), finished_at = now()
   where company_id = current_company() and ticket_id = any (these) and finished_at is null;
  update tickets set contact_id = nobody_of_company(), status = 'closed', closed_at = coalesce(closed_at, now()),
         last_message = '', unread = 0, is_newest_closed = false, consent_asked_at = null, consented_at = null
   where company_id = current_company() and id = any (these);
  get diagnostics n = row_count;
  return counts || jsonb_build_object('tickets', n);
end $$;
