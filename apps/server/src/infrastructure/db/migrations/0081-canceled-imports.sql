-- expand, oldest-code: 0056
-- Canceled imports, whose messages are removed in portions: history_imports.is_canceled, history_imports_due.

-- Its state is `over`, so that servers of earlier versions leave it alone.
alter table history_imports add column is_canceled boolean not null default false;
create index history_imports_canceled on history_imports (company_id, connection_id) where is_canceled;

create or replace function history_imports_due(at timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select i.company_id, i.connection_id from public.history_imports i
   where i.state in ('running', 'closing')
      or (i.state = 'gathering' and i.heard_at <= at - make_interval(secs => case when i.is_complete then 3 else 45 end))
      or i.is_canceled
   order by i.heard_at limit at_most
$$;
