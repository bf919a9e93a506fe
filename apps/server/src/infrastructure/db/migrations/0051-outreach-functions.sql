-- expand, oldest-code: 0049
-- Functions of earlier files, and campaigns and contact lists in them.

create or replace function move_tickets(from_contact integer, to_contact integer, only_tickets integer[])
  returns table (ticket_id integer, was text, status text, user_id integer, queue_id integer, is_group boolean)
  language plpgsql
  as $$
#variable_conflict use_column
declare
  closed integer[];
  statuses text[];
begin
  with doubled as (
    update tickets t set status = 'closed', closed_at = now(), updated_at = now(), unread = 0, bot_turns = 0, is_bot = false,
           uses_integration = false
      from tickets before
     where before.company_id = t.company_id and before.id = t.id
       and t.company_id = current_company() and t.contact_id = from_contact and t.status <> 'closed'
       and (only_tickets is null or t.id = any (only_tickets))
       and exists (select from tickets o where o.company_id = t.company_id and o.contact_id = to_contact
                      and o.connection_id is not distinct from t.connection_id and o.status <> 'closed')
    returning t.id, t.queue_id, before.status)
  , logged as (
    insert into ticket_log (company_id, ticket_id, type, queue_id)
    select current_company(), d.id, 'closed', d.queue_id from doubled d)
  , tracked as (
    update ticket_tracking r set closed_at = coalesce(r.closed_at, now()), finished_at = now()
      from doubled d
     where r.company_id = current_company() and r.ticket_id = d.id and r.finished_at is null)
  select array_agg(d.id), array_agg(d.status) into closed, statuses from doubled d;

  if closed is not null then
    delete from bot_dialogs d where d.company_id = current_company() and d.ticket_id = any (closed);
    with ended as (
      update flow_runs r set ended_at = now(), end_reason = 'ticketClosed', wake_at = null, wait = null, updated_at = now(),
             state = r.state || jsonb_build_object('ended', 'ticketClosed', 'wait', null, 'seq', (r.state ->> 'seq')::int + 1)
       where r.company_id = current_company() and r.ended_at is null and r.ticket_id = any (closed)
      returning r.id, r.node_version_id, r.node, (r.state ->> 'seq')::int - 1 as position)
    insert into flow_steps (company_id, run_id, position, at, version_id, node, event, reason)
    select current_company(), e.id, e.position, now(), e.node_version_id, e.node, 'ended', 'ticketClosed' from ended e;
  end if;

  -- A merge that is undone leaves them with the contact that remained.
  if only_tickets is null then
    update schedules s set contact_id = to_contact where s.company_id = current_company() and s.contact_id = from_contact;
    update campaign_recipients r set contact_id = to_contact
     where r.company_id = current_company() and r.contact_id = from_contact;
  end if;

  update messages m set contact_id = to_contact
   where m.company_id = current_company() and m.contact_id = from_contact
     and (only_tickets is null or m.ticket_id = any (only_tickets));
  return query
    update tickets t set contact_id = to_contact
     where t.company_id = current_company() and t.contact_id = from_contact
       and (only_tickets is null or t.id = any (only_tickets))
    returning t.id, coalesce(statuses[array_position(closed, t.id)], t.status), t.status, t.user_id, t.queue_id, t.is_group;

  -- Each of the two has a newest closed one a connection, and only one.
  update tickets t set is_newest_closed = not t.is_newest_closed
   where t.company_id = current_company() and t.contact_id in (from_contact, to_contact)
     and t.is_newest_closed <> (t.status = 'closed' and not t.is_unlisted and not exists (
           select from tickets o where o.company_id = t.company_id and o.contact_id = t.contact_id
              and o.connection_id is not distinct from t.connection_id and o.status = 'closed' and not o.is_unlisted
              and (coalesce(o.closed_at, o.updated_at), o.id) > (coalesce(t.closed_at, t.updated_at), t.id)));
end $$;

create or replace function release_files(keys text[]) returns text[]
  language plpgsql set app.removing = 'on'
  as $$
declare
  released text[];
begin
  if coalesce(cardinality(keys), 0) = 0 then return '{}'; end if;
  perform from files where company_id = current_company() and storage_key = any (keys) order by storage_key for update;
  with gone as (
    delete from files f
     where f.company_id = current_company() and f.storage_key = any (keys)
       and (f.reused_at is null or f.reused_at < now() - interval '1 hour')
       and not exists (select from messages m where m.company_id = f.company_id and m.media_key = f.storage_key)
       and not exists (select from messages m where m.company_id = f.company_id and m.preview_key = f.storage_key)
       and not exists (select from quick_messages q where q.company_id = f.company_id and q.media_key = f.storage_key)
       and not exists (select from file_list_items i where i.company_id = f.company_id and i.media_key = f.storage_key)
       and not exists (select from flow_files w where w.company_id = f.company_id and w.storage_key = f.storage_key)
       and not exists (select from schedules s where s.company_id = f.company_id and s.media_key = f.storage_key)
       and not exists (select from campaigns p where p.company_id = f.company_id and p.media_key = f.storage_key)
       and not exists (select from connections c where c.company_id = f.company_id and c.greeting_file_key = f.storage_key)
     returning f.storage_key)
  select coalesce(array_agg(storage_key), '{}') into released from gone;
  return released;
end $$;

create or replace function files_unreferenced(after uuid, at_most integer, out last uuid, out keys text[])
  language sql stable set app.removing = 'on'
  as $$
  select (array_agg(f.id order by f.id desc))[1],
         coalesce(array_agg(f.storage_key) filter (where f.purpose in ('media', 'preview')
           and greatest(f.created_at, f.reused_at) < now() - interval '1 day'
           and not exists (select from messages m where m.company_id = f.company_id and m.media_key = f.storage_key)
           and not exists (select from messages m where m.company_id = f.company_id and m.preview_key = f.storage_key)
           and not exists (select from quick_messages q where q.company_id = f.company_id and q.media_key = f.storage_key)
           and not exists (select from file_list_items i where i.company_id = f.company_id and i.media_key = f.storage_key)
           and not exists (select from flow_files w where w.company_id = f.company_id and w.storage_key = f.storage_key)
           and not exists (select from schedules s where s.company_id = f.company_id and s.media_key = f.storage_key)
               and not exists (select from campaigns p where p.company_id = f.company_id and p.media_key = f.storage_key)
           and not exists (select from connections c where c.company_id = f.company_id and c.greeting_file_key = f.storage_key)),
           '{}')
    from (select * from files where company_id = current_company() and id > after order by id limit at_most) f
$$;

create or replace function erasure_begin(people integer[]) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb := '{}';
  n integer;
  nobody constant integer := nobody_of_company();
  listed integer[];
  -- The person's addresses, also where no contact is named.
  addresses text[];
begin
  -- The same lock, in the same order, as every statement that writes to a person's conversations.
  perform from contacts where company_id = current_company() and id = any (people) order by id for no key update;
  -- Items of contact lists go; recipients of campaigns stay in the report without a name.
  addresses := array(select distinct key from (
    select address_key_of(i.kind, i.scope, i.value) as key from contact_identities i
     where i.company_id = current_company() and i.contact_id = any (people)
    union all
    select phone_key(c.number) from contacts c
     where c.company_id = current_company() and c.id = any (people) and c.number ~ '^\d{8,15}$') k);
  delete from contact_list_items where company_id = current_company() and address_key = any (addresses);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_list_items', n);
  update campaign_recipients set name = '', number = '', email = '', address_key = '', contact_id = null,
         reason = case when state in ('planned', 'asking', 'asked', 'confirmed') then 'erased' else reason end,
         state = case when state in ('planned', 'asking', 'asked', 'confirmed') then 'skipped' else state end
   where company_id = current_company() and (address_key = any (addresses) or contact_id = any (people));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('campaign_recipients', n);
  delete from contact_identities where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_identities', n);
  delete from contact_extra_info where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_extra_info', n);
  delete from contact_tags where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_tags', n);
  delete from contact_notes where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_notes', n);
  delete from schedule_runs r using schedules s
   where s.company_id = current_company() and s.contact_id = any (people) and r.company_id = s.company_id and r.schedule_id = s.id;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('schedule_runs', n);
  delete from schedules where company_id = current_company() and contact_id = any (people);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('schedules', n);
  delete from files f using contacts c
   where f.company_id = current_company() and c.company_id = f.company_id and c.id = any (people) and f.storage_key = c.picture_key;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('files', n);
  update contacts set name = '', number = '', email = '', picture_key = null, picture_ref = null, consented_at = null,
         wallet_user_id = null, wallet_queue_id = null, is_active = false, merged_into_id = nobody
   where company_id = current_company() and id = any (people);
  listed := array(select id from tickets where company_id = current_company() and contact_id = any (people)
                     and (status <> 'closed' or is_newest_closed));
  update tickets set status = 'closed', closed_at = coalesce(closed_at, now()), last_message = '', unread = 0, is_bot = false,
         is_newest_closed = false
   where company_id = current_company() and id = any (listed);
  update ticket_tracking set closed_at = coalesce(closed_at, now()), finished_at = now()
   where company_id = current_company() and ticket_id = any (listed) and finished_at is null;
  return counts;
end $$;
