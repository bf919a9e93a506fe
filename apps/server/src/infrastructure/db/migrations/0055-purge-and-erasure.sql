-- expand, oldest-code: 0049
-- As before, and campaigns, contact lists, the stored days of the dashboard, team chats and who has read announcements.
-- Without metric_state no day is marked any more, so its row is deleted first.
create or replace function company_purge_portion(at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  company constant integer := current_company();
  part text;
  keys text[];
  n integer;
begin
  with gone as (
    delete from files f where f.company_id = company and f.id in (
      select id from files where company_id = company limit at_most) returning f.storage_key)
  select count(*), coalesce(array_agg(storage_key), '{}') into n, keys from gone;
  if n > 0 then return query select n, keys; return; end if;
  -- In this order no row has more than a few dozen others that are deleted with it.
  foreach part in array array['metric_state', 'metric_days', 'metric_dirty_days', 'outbox', 'campaign_recipients', 'campaigns',
    'contact_list_items', 'schedule_runs', 'schedules', 'flow_calls', 'flow_steps', 'flow_runs', 'flow_counts', 'messages',
    'tickets', 'contacts', 'opt_outs', 'sending_pool_people', 'history_messages', 'quarantine', 'idempotency_keys',
    'connection_log', 'team_chat_messages', 'announcement_reads', 'event_log']
  loop
    execute format('delete from %1$I where company_id = $1 and ctid = any (array(
      select ctid from %1$I where company_id = $1 limit $2))', part) using company, at_most;
    get diagnostics n = row_count;
    if n > 0 then return query select n, '{}'::text[]; return; end if;
  end loop;
  return query select 0, '{}'::text[];
end $$;

-- As before, and exports of reports.
create or replace function erasure_sheets(people integer[], before timestamptz) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb := '{}';
  n integer;
begin
  delete from files f using contact_imports i
   where i.company_id = current_company() and i.created_at <= before
     and f.company_id = i.company_id and f.storage_key in (i.sheet_key, i.error_sheet_key);
  delete from files f using contact_exports e
   where e.company_id = current_company() and e.created_at <= before
     and f.company_id = e.company_id and f.storage_key = e.storage_key;
  -- Exports of reports hold names and messages, too.
  delete from files f using report_exports e
   where e.company_id = current_company() and e.created_at <= before
     and f.company_id = e.company_id and f.storage_key = e.storage_key;
  update report_exports set storage_key = null, filter = filter || '{"searchParam": ""}'
   where company_id = current_company() and created_at <= before and (storage_key is not null or filter ->> 'searchParam' <> '');
  get diagnostics n = row_count; counts := counts || jsonb_build_object('report_exports', n);
  update contact_imports
     set sheet_key = null, error_sheet_key = null, columns = '[]',
         status = case when status = 'draft' then 'canceled' else status end
   where company_id = current_company() and created_at <= before
     and (sheet_key is not null or error_sheet_key is not null or columns <> '[]');
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_imports', n);
  update contact_exports set storage_key = null, filter = filter || '{"search": ""}'
   where company_id = current_company() and created_at <= before and (storage_key is not null or filter ->> 'search' <> '');
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_exports', n);
  update contact_import_batches b
     set created = array(select c from unnest(b.created) c where c <> all (people)),
         changed = coalesce((select jsonb_agg(x) from jsonb_array_elements(b.changed) x
                              where (x ->> 'id')::integer <> all (people)), '[]')
   where b.company_id = current_company()
     and (b.created && people
          or jsonb_path_exists(b.changed, '$[*].id ? (@ == $people[*])', jsonb_build_object('people', to_jsonb(people))));
  get diagnostics n = row_count; return counts || jsonb_build_object('contact_import_batches', n);
end $$;
