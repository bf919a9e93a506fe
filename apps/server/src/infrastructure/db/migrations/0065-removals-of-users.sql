-- expand, oldest-code: 0056
-- A user is removed like a queue: hidden at once, open tickets return to their queues and rows are detached in portions.

alter table users add column removing_at timestamptz;
create policy not_removing on users as restrictive
  using (removing_at is null or current_setting('app.removing', true) = 'on');
alter table removals drop constraint removals_kind_check;
alter table removals add constraint removals_kind_check
  check (kind in ('connection', 'queue', 'contact', 'ticket', 'contact-list', 'campaign', 'tag', 'lane', 'user'));
-- A removed user leaves the consent log in portions, as a connection does.
grant update (user_id) on consents to balcao_app;

-- Nobody is assigned to it any more; its address is free again.
create function removal_mark_users(ids integer[]) returns void
  language plpgsql set app.removing = 'on'
  as $$
begin
  update users
     set removing_at = now(), email = '#' || id, password_hash = '', token_version = token_version + 1,
         is_online = false, paused_at = coalesce(paused_at, now()), connection_id = null, picture_key = null, pix_key = null
   where company_id = current_company() and id = any (ids);
  delete from user_queues where company_id = current_company() and user_id = any (ids);
  delete from push_subscriptions where company_id = current_company() and user_id = any (ids);
  update bot_options set to_user_id = null where company_id = current_company() and to_user_id = any (ids);
end $$;

-- As removal_portion of the other kinds; a user's picture is removed with the mark. Open tickets return before.
create function removal_portion_users(ids integer[], at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  company constant integer := current_company();
  n integer;
begin
  update tickets set user_id = null where company_id = company and id in (
     select id from tickets where company_id = company and user_id = any (ids) and status not in ('open', 'group') limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update contacts set wallet_user_id = null where company_id = company and id in (
     select id from contacts where company_id = company and wallet_user_id = any (ids) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update contact_notes set user_id = null where company_id = company and id in (
     select id from contact_notes where company_id = company and user_id = any (ids) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update consents set user_id = null where company_id = company and id in (
     select id from consents where company_id = company and user_id = any (ids) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update schedules set user_id = null where company_id = company and id in (
     select id from schedules where company_id = company and user_id = any (ids) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update schedules set ticket_user_id = null where company_id = company and id in (
     select id from schedules where company_id = company and ticket_user_id = any (ids) limit at_most);
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  delete from ticket_drafts where company_id = company and ctid = any (array(
     select ctid from ticket_drafts where company_id = company and user_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  -- A transaction that began before the mark may assign a ticket until it ends: it is waited for, and the ticket returns too.
  perform from users where company_id = company and id = any (ids) for update;
  if exists (select from tickets where company_id = company and user_id = any (ids)) then
    return query select 1, '{}'::text[];
    return;
  end if;
  delete from users where company_id = company and id = any (ids);
  return query select 0, '{}'::text[];
end $$;
create function removal_size_users(ids integer[]) returns integer
  language sql stable set app.removing = 'on'
  as $$
  select ((select count(*) from tickets where company_id = current_company() and user_id = any (ids))
        + (select count(*) from contacts where company_id = current_company() and wallet_user_id = any (ids)))::integer
$$;
