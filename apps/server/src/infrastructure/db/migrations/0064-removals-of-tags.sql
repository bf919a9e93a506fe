-- expand, oldest-code: 0056
-- A tag or lane is removed like a queue: hidden at once, and taken off contacts and tickets in portions by a job.

alter table tags add column removing_at timestamptz;
create policy not_removing on tags as restrictive
  using (removing_at is null or current_setting('app.removing', true) = 'on');
-- As before, without tags that are being removed: name and color are free again.
drop index tags_same;
create unique index tags_same on tags (company_id, is_lane, lower(name), lower(color)) where removing_at is null;
alter table removals drop constraint removals_kind_check;
alter table removals add constraint removals_kind_check
  check (kind in ('connection', 'queue', 'contact', 'ticket', 'contact-list', 'campaign', 'tag', 'lane'));

-- Lanes and campaigns that name it lose it now, as they would at its end.
create function removal_mark_tags(ids integer[]) returns void
  language plpgsql set app.removing = 'on'
  as $$
begin
  update tags set removing_at = now(), lane_minutes = 0, next_lane_id = null, rollback_lane_id = null
   where company_id = current_company() and id = any (ids);
  update tags set next_lane_id = null where company_id = current_company() and next_lane_id = any (ids);
  update tags set rollback_lane_id = null where company_id = current_company() and rollback_lane_id = any (ids);
  update campaigns set tag_id = null where company_id = current_company() and tag_id = any (ids);
end $$;

-- As removal_portion of the other kinds; no file belongs to a tag.
create function removal_portion_tags(ids integer[], at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  company constant integer := current_company();
  n integer;
begin
  delete from contact_tags where company_id = company and ctid = any (array(
     select ctid from contact_tags where company_id = company and tag_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update tickets set lane_id = null where company_id = company and id in (
     select id from tickets where company_id = company and lane_id = any (ids) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  delete from ticket_tags where company_id = company and ctid = any (array(
     select ctid from ticket_tags where company_id = company and tag_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  delete from tags where company_id = company and id = any (ids);
  return query select 0, '{}'::text[];
end $$;
create function removal_size_tags(ids integer[]) returns integer
  language sql stable set app.removing = 'on'
  as $$
  select ((select count(*) from contact_tags where company_id = current_company() and tag_id = any (ids))
        + (select count(*) from tickets where company_id = current_company() and lane_id = any (ids))
        + (select count(*) from ticket_tags where company_id = current_company() and tag_id = any (ids)))::integer
$$;
