-- expand, oldest-code: 0056
-- A removed connection leaves its schedules and campaigns in portions too, and so do its templates: deleting the connection
-- would otherwise take it off all of them in one transaction.

create function removal_portion_connections(ids integer[], at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  company constant integer := current_company();
  its_templates constant integer[] := array(
    select id from templates where company_id = company and connection_id = any (ids));
  n integer;
begin
  update schedules set template_id = null where company_id = company and id in (
     select id from schedules where company_id = company and template_id = any (its_templates) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update schedules set connection_id = null where company_id = company and id in (
     select id from schedules where company_id = company and connection_id = any (ids) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update campaigns set template_id = null where company_id = company and id in (
     select id from campaigns where company_id = company and template_id = any (its_templates) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update campaigns set connection_id = null where company_id = company and id in (
     select id from campaigns where company_id = company and connection_id = any (ids) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  delete from early_message_changes where company_id = company and ctid = any (array(
     select ctid from early_message_changes where company_id = company and connection_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  return query select p.removed, p.file_keys from removal_portion('connection', ids, at_most) p;
end $$;
create function removal_size_connections(ids integer[]) returns integer
  language sql stable set app.removing = 'on'
  as $$
  select removal_size('connection', ids)
    + (select count(*) from schedules where company_id = current_company() and connection_id = any (ids))::integer
    + (select count(*) from campaigns where company_id = current_company() and connection_id = any (ids))::integer
$$;
