-- expand, oldest-code: 0056
-- A portion reads only the rows that it changes. With `id in (select … limit at_most)` a plan that does not know the limit
-- joined the portion with a scan of the whole table, and messages whose connection was cleared were read again by each portion
-- after them. An array is looked up by its ids, and the order is that of `messages_connection`, which contains only messages
-- with a connection.

create or replace function removal_portion_connections(ids integer[], at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  company constant integer := current_company();
  its_templates constant integer[] := array(
    select id from templates where company_id = company and connection_id = any (ids));
  n integer;
begin
  update schedules set template_id = null where company_id = company and id = any (array(
     select id from schedules where company_id = company and template_id = any (its_templates) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update schedules set connection_id = null where company_id = company and id = any (array(
     select id from schedules where company_id = company and connection_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update campaigns set template_id = null where company_id = company and id = any (array(
     select id from campaigns where company_id = company and template_id = any (its_templates) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update campaigns set connection_id = null where company_id = company and id = any (array(
     select id from campaigns where company_id = company and connection_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  delete from early_message_changes where company_id = company and ctid = any (array(
     select ctid from early_message_changes where company_id = company and connection_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  return query select p.removed, p.file_keys from removal_portion('connection', ids, at_most) p;
end $$;

create or replace function removal_portion(kind text, ids integer[], at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
#variable_conflict use_column
declare
  company constant integer := current_company();
  these bigint[];
  keys text[];
  n integer;
begin
  if kind = 'connection' then
    with gone as (
      delete from outbox where company_id = company and id = any (array(
        select id from outbox
         where company_id = company and connection_id = any (ids) and state in ('queued', 'sending') limit at_most))
      returning message_id)
    select count(*), array_agg(message_id) into n, these from gone;
    if n > 0 then
      update messages set delivery = 'failed', failure_code = 'ERR_NO_WAPP_FOUND'
       where company_id = company and id = any (these) and delivery in ('queued', 'sending');
      return query select n, '{}'::text[];
      return;
    end if;
    delete from outbox where company_id = company and id = any (array(
       select id from outbox where company_id = company and connection_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update messages set connection_id = null where company_id = company and id = any (array(
       select id from messages where company_id = company and connection_id = any (ids)
        order by connection_id, id desc limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update tickets set connection_id = null where company_id = company and id = any (array(
       select id from tickets where company_id = company and connection_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update contacts set connection_id = null where company_id = company and id = any (array(
       select id from contacts where company_id = company and connection_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update consents set connection_id = null where company_id = company and id = any (array(
       select id from consents where company_id = company and connection_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from history_messages where company_id = company and id = any (array(
       select id from history_messages where company_id = company and connection_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from sending_paces where company_id = company and ctid = any (array(
       select ctid from sending_paces where company_id = company and connection_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from qr_state where company_id = company and ctid = any (array(
       select ctid from qr_state where company_id = company and connection_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from connections where company_id = company and id = any (ids);

  elsif kind = 'queue' then
    update tickets set queue_id = null where company_id = company and id = any (array(
       select id from tickets where company_id = company and queue_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    update contacts set wallet_queue_id = null where company_id = company and id = any (array(
       select id from contacts where company_id = company and wallet_queue_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from bot_dialogs where company_id = company and ticket_id = any (array(
       select d.ticket_id from bot_options o join bot_dialogs d on d.company_id = o.company_id and d.option_id = o.id
        where o.company_id = company and o.queue_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    delete from queues where company_id = company and id = any (ids);

  elsif kind = 'contact-list' then
    return query select p.removed, p.file_keys from removal_portion_contact_lists(ids, at_most) p;
    return;

  elsif kind = 'campaign' then
    delete from campaign_recipients where company_id = company and id = any (array(
       select id from campaign_recipients where company_id = company and campaign_id = any (ids) limit at_most));
    get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
    keys := array(
      select storage_key from campaign_exports
       where company_id = company and campaign_id = any (ids) and storage_key is not null);
    delete from campaigns where company_id = company and id = any (ids);
    delete from files where company_id = company and storage_key = any (keys);
    return query select 0, keys;
    return;

  elsif kind not in ('contact', 'ticket') then
    raise exception 'unknown kind of removal: %', kind;

  else
    if kind = 'contact' then
      n := removal_mark_tickets(array(
        select id from tickets where company_id = company and contact_id = any (ids) and removing_at is null limit at_most));
      if n > 0 then return query select n, '{}'::text[]; return; end if;
      these := array(select id from messages where company_id = company and contact_id = any (ids) limit at_most);
    else
      these := array(select id from messages where company_id = company and ticket_id = any (ids) limit at_most);
    end if;
    if cardinality(these) > 0 then
      keys := array(select distinct k.key from messages m, unnest(array[m.media_key, m.preview_key]) as k (key)
                     where m.company_id = company and m.id = any (these) and k.key is not null);
      delete from messages where company_id = company and id = any (these);
      get diagnostics n = row_count;
      return query select n, release_files(keys);
      return;
    end if;
    if kind = 'contact' then
      -- In groups the words stay with the others' conversation, without their author.
      update messages set author_contact_id = null where company_id = company and id = any (array(
        select id from messages where company_id = company and author_contact_id = any (ids) limit at_most));
      get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
      -- With their log, tracking and ratings: some dozens of rows each.
      delete from tickets where company_id = company and id = any (array(
        select id from tickets where company_id = company and contact_id = any (ids) limit greatest(at_most / 10, 1)));
      get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
      keys := array(
        select picture_key from contacts where company_id = company and id = any (ids) and picture_key is not null
        union
        select file_key from person_exports where company_id = company and contact_id = any (ids) and file_key is not null);
      delete from contacts where company_id = company and id = any (ids);
      delete from files where company_id = company and storage_key = any (keys);
      return query select 0, keys;
      return;
    end if;
    delete from tickets where company_id = company and id = any (ids);
  end if;
  return query select 0, '{}'::text[];
end $$;

create or replace function removal_portion_contact_lists(ids integer[], at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  n integer;
begin
  delete from contact_list_items where company_id = current_company() and id = any (array(
     select id from contact_list_items where company_id = current_company() and list_id = any (ids) limit at_most));
  get diagnostics n = row_count;
  if n = 0 then delete from contact_lists where company_id = current_company() and id = any (ids); end if;
  return query select n, '{}'::text[];
end $$;

create or replace function removal_portion_tags(ids integer[], at_most integer)
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
  update tickets set lane_id = null where company_id = company and id = any (array(
     select id from tickets where company_id = company and lane_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  delete from ticket_tags where company_id = company and ctid = any (array(
     select ctid from ticket_tags where company_id = company and tag_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  delete from tags where company_id = company and id = any (ids);
  return query select 0, '{}'::text[];
end $$;

create or replace function removal_portion_users(ids integer[], at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  company constant integer := current_company();
  n integer;
begin
  update tickets set user_id = null where company_id = company and id = any (array(
     select id from tickets where company_id = company and user_id = any (ids) and status not in ('open', 'group') limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update contacts set wallet_user_id = null where company_id = company and id = any (array(
     select id from contacts where company_id = company and wallet_user_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update contact_notes set user_id = null where company_id = company and id = any (array(
     select id from contact_notes where company_id = company and user_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update consents set user_id = null where company_id = company and id = any (array(
     select id from consents where company_id = company and user_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update schedules set user_id = null where company_id = company and id = any (array(
     select id from schedules where company_id = company and user_id = any (ids) limit at_most));
  get diagnostics n = row_count; if n > 0 then return query select n, '{}'::text[]; return; end if;
  update schedules set ticket_user_id = null where company_id = company and id = any (array(
     select id from schedules where company_id = company and ticket_user_id = any (ids) limit at_most));
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
