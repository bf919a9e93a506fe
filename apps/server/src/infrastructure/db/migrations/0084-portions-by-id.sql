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
