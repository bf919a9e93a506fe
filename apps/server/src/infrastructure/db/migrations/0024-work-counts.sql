-- Work of all companies in numbers, for the metrics: function work_counts (new), index outbox_unsettled (new).
-- Idempotency keys: holder and lease of the request that is running.

create index outbox_unsettled on outbox (state) where state in ('unknown', 'failed');

grant select on quarantine to balcao_reader;

-- No row of any company leaves this function. Each count stops at 100000, so that a scrape stays cheap.
create function work_counts() returns table (part text, state text, count bigint)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select 'outbox', 'queued', count(*) from (select from public.outbox where state = 'queued' limit 100000) q
  union all
  select 'outbox', 'sending', count(*) from (select from public.outbox where state = 'sending' limit 100000) s
  union all
  select 'outbox', 'unknown', count(*) from (select from public.outbox where state = 'unknown' limit 100000) u
  union all
  select 'outbox', 'failed', count(*) from (select from public.outbox where state = 'failed' limit 100000) f
  union all
  select 'quarantine', 'all', count(*) from (select from public.quarantine limit 100000) x
$$;
alter function work_counts() owner to balcao_reader;
revoke all on function work_counts() from public;
grant execute on function work_counts() to balcao_app;

-- The process that runs the request, and until when it surely does: a crashed one stops renewing.
alter table idempotency_keys add column holder uuid, add column lease_until timestamptz;
