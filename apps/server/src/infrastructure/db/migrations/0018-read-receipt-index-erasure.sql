-- What left and was not read yet: some channels say «everything up to this moment», and name no message.
create index messages_unconfirmed on messages (company_id, contact_id, connection_id, id)
  where from_me and ack in (1, 2) and delivery in ('sent', 'delivered');

-- How much of today waits, counted without walking past years of history (lane 3).
create index signals_now on signals (lane) where lane < 3;

-- As before, and what a channel told of earlier times and nobody has worked off yet.
create or replace function erasure_elsewhere(people integer[], wanted text[], before timestamptz) returns jsonb
  language plpgsql
  as $$
declare
  counts jsonb := '{}';
  n integer;
  names constant jsonb := jsonb_build_object('wanted', to_jsonb(wanted));
  theirs constant integer[] := array(
    select id from tickets where company_id = current_company() and contact_id = any (people));
  ids constant jsonb := jsonb_build_object('people', to_jsonb(people), 'tickets', to_jsonb(theirs));
begin
  perform from contacts where company_id = current_company() and id = any (people) order by id for no key update;
  -- One that is being worked off just now goes by itself.
  delete from signals
   where id in (select s.id from signals s
                 where s.company_id = current_company() and s.received_at <= before
                   and jsonb_path_exists(s.signal, '$.**.identities[*].value ? (@ == $wanted[*])', names)
                   for update skip locked);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('signals', n);
  delete from history_messages
   where company_id = current_company() and at <= before
     and jsonb_path_exists(signal, '$.**.identities[*].value ? (@ == $wanted[*])', names);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('history_messages', n);
  delete from quarantine q
   where q.company_id = current_company() and q.at <= before
     and (jsonb_path_exists(q.content, '$.**.identities[*].value ? (@ == $wanted[*])', names)
          or (q.content ? 'body' and exists (
                select from unnest(wanted) w
                 where position(convert_to(w, 'UTF8') in decode(q.content ->> 'body', 'base64')) > 0)));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('quarantine', n);
  delete from idempotency_keys
   where company_id = current_company()
     and (jsonb_path_exists(answer, '$.**.ticketId ? (@ == $tickets[*])', ids)
          or jsonb_path_exists(answer, '$.**.contactId ? (@ == $people[*])', ids)
          or jsonb_path_exists(answer, '$.**.number ? (@ == $wanted[*])', names));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('idempotency_keys', n);
  delete from event_log
   where company_id = current_company() and at <= before
     and ((data ->> 'contactId')::integer = any (people) or (data ->> 'ticketId')::integer = any (theirs));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('event_log', n);
  return counts;
end $$;
