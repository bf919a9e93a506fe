-- expand, oldest-code: 0056
-- A contact list is removed like a queue: hidden at once, and its people deleted in portions by a job.

alter table contact_lists add column removing_at timestamptz;
create policy not_removing on contact_lists as restrictive
  using (removing_at is null or current_setting('app.removing', true) = 'on');
alter table removals drop constraint removals_kind_check;
alter table removals add constraint removals_kind_check
  check (kind in ('connection', 'queue', 'contact', 'ticket', 'contact-list'));

-- Drafts and ended campaigns lose their list now, as they would at its end.
create function removal_mark_contact_lists(ids integer[]) returns void
  language plpgsql set app.removing = 'on'
  as $$
begin
  update contact_lists
     set removing_at = now(), name = '#' || id, check_connection_id = null, check_started_at = null
   where company_id = current_company() and id = any (ids);
  update campaigns set contact_list_id = null where company_id = current_company() and contact_list_id = any (ids);
  update contact_imports set contact_list_id = null where company_id = current_company() and contact_list_id = any (ids);
end $$;

-- As removal_portion of the other kinds; no file belongs to a list.
create function removal_portion_contact_lists(ids integer[], at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  n integer;
begin
  delete from contact_list_items where company_id = current_company() and id in (
     select id from contact_list_items where company_id = current_company() and list_id = any (ids) limit at_most);
  get diagnostics n = row_count;
  if n = 0 then delete from contact_lists where company_id = current_company() and id = any (ids); end if;
  return query select n, '{}'::text[];
end $$;
create function removal_size_contact_lists(ids integer[]) returns integer
  language sql stable set app.removing = 'on'
  as $$
  select coalesce(sum(item_count), 0)::integer from contact_lists
   where company_id = current_company() and id = any (ids)
$$;

-- Campaigns that stopped by themselves. No row of any company leaves this function.
create function campaigns_held() returns integer
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select count(*)::integer from public.campaigns where status = 'EM_ANDAMENTO' and hold <> 'user' $$;
alter function campaigns_held() owner to balcao_reader;
revoke all on function campaigns_held() from public;
grant execute on function campaigns_held() to balcao_app;

-- The file is written in the language of the user who asked for it.
alter table campaign_exports add column language text not null default 'pt' check (language in ('pt', 'en', 'es'));
