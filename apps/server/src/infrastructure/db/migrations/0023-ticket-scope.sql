-- Ticket scope: functions queue_in_scope and ticket_in_scope (new), messages_saying (created again on top of them).
--
-- The scope is the JSON of `scopeJson` in modules/tickets/ticket-scope.store.ts: all, userId, queueIds, groups, unqueued,
-- others. The same rule as `isInScope` in packages/domain/src/ticket/scope.ts; test/ticket-scope.test.ts compares them.
-- Both functions are plain expressions without a SET clause, so that the planner can inline them.
create function queue_in_scope(scope jsonb, ticket_queue integer, ticket_is_group boolean) returns boolean
  language sql immutable parallel safe
  as $$
    select case when ticket_queue is null then ticket_is_group or (scope ->> 'unqueued')::boolean
                else scope -> 'queueIds' @> to_jsonb(ticket_queue) end
  $$;

create function ticket_in_scope(scope jsonb, ticket_user integer, ticket_queue integer, ticket_is_group boolean)
  returns boolean
  language sql immutable parallel safe
  as $$
    select (scope ->> 'all')::boolean
        or ((not ticket_is_group or (scope ->> 'groups')::boolean)
            and (ticket_user = (scope ->> 'userId')::integer
                 or (public.queue_in_scope(scope, ticket_queue, ticket_is_group)
                     and (ticket_user is null or ticket_is_group or (scope ->> 'others')::boolean))))
  $$;

/*
 * The newest messages that contain the text, below an id, newest first, and the ticket in which the viewer opens each.
 * A last row without an id means that the time limit was reached and there may be more. Row-level security prevents the
 * use of text indexes, because text comparison is not leakproof. Therefore this function bypasses it, reads only the
 * caller's company and returns only keys. `viewer` holds the scope and the filters.
 *
 * Frequent text is found among the newest messages; other text in the index of the last weeks; rare text among all
 * messages at once, unless there are so many matches that the weeks are searched one by one.
 */
drop function messages_saying(text, bigint, integer, jsonb);
create function messages_saying(words text, below bigint, at_most integer, viewer jsonb)
  returns table (id bigint, ticket_id integer, opens integer)
  language plpgsql stable rows 50 security definer set search_path = pg_catalog, public
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  walked constant integer := 6000;
  weeks_first integer;
  rare constant integer := 3000;
  patience constant interval := '1 second';
  began constant timestamptz := clock_timestamp();
  company constant integer := public.current_company();
  isAdmin constant boolean := coalesce((viewer ->> 'all')::boolean, false);
  finds text;
  bound bigint;
  week integer;
  first_week integer;
  rest integer := at_most;
  got integer;
  tries integer := 0;
  few bigint[];
begin
  -- $1 company, $2 pattern, $3 id bound, $4 limit, $5 viewer, $6 source of the messages
  finds := 'select m.id, m.ticket_id, ' ||
    case when viewer ? 'opens' then 't.id' else 'null::integer' end || '
    from (%s) m
    join public.tickets s on s.company_id = $1 and s.id = m.ticket_id ' ||
    case when not viewer ? 'opens' then '' when isAdmin then '
    cross join lateral (select o.id from public.tickets o
           where o.company_id = $1 and o.contact_id = m.contact_id and o.connection_id is not distinct from m.connection_id
             and o.is_group = s.is_group and o.id >= s.id
           order by o.status <> ''closed'' desc, o.id desc limit 1) t' else '
    cross join lateral (select o.id from public.tickets o
           where o.company_id = $1 and o.contact_id = m.contact_id and o.connection_id is not distinct from m.connection_id
             and o.is_group = s.is_group and o.id >= s.id
             and public.ticket_in_scope($5, o.user_id, o.queue_id, o.is_group)
             -- The history of a ticket shows earlier tickets of the same queues, or of all queues.
             and (o.id = s.id or ($5 ->> ''historic'')::boolean or public.queue_in_scope($5, s.queue_id, s.is_group))
           order by o.status <> ''closed'' desc, o.id desc limit 1) t' end || '
   where true' ||
    case when viewer ? 'ownedBy' then ' and s.user_id = ($5 ->> ''ownedBy'')::integer' else '' end ||
    case when viewer ? 'inQueues' then ' and $5 -> ''inQueues'' @> to_jsonb(s.queue_id)' else '' end ||
    case when viewer ? 'ofUsers' then ' and $5 -> ''ofUsers'' @> to_jsonb(s.user_id)' else '' end ||
    case when viewer ? 'onConnections' then ' and $5 -> ''onConnections'' @> to_jsonb(s.connection_id)' else '' end ||
    case when viewer ? 'withTags' then ' and exists (select from public.contact_tags ct
           where ct.company_id = $1 and ct.contact_id = m.contact_id and $5 -> ''withTags'' @> to_jsonb(ct.tag_id))' else '' end || '
   order by m.id desc limit $4';
  finds := replace(finds, '%s', 'select n.id, n.ticket_id, n.contact_id, n.connection_id from (%s) n where n.said like $2' ||
    case viewer ->> 'deleted' when 'all' then '' when 'ours' then ' and (n.from_me or not n.is_deleted)'
         else ' and not n.is_deleted' end ||
    case when viewer ? 'noCards' then ' and n.media_type <> ''contactMessage''' else '' end || ' order by n.id desc');

  return query execute replace(finds, '%s', 'select * from public.messages
    where company_id = $1 and id < $3 order by id desc limit $6') using company, words, below, rest, viewer, walked;
  get diagnostics got = row_count;
  rest := rest - got;
  if rest <= 0 then return; end if;
  select w.id into bound from public.messages w
   where w.company_id = company and w.id < below order by w.id desc offset walked - 1 limit 1;
  if bound is null then return; end if;
  select shelf(0, w.created_at) into week from public.messages w where w.company_id = company and w.id = bound;
  select shelf(0, w.created_at) into first_week from public.messages w
   where w.company_id = company order by w.id limit 1;

  -- Without a match among the newest, the text is rare or outside the scope: search all messages before the weeks.
  weeks_first := case when got = 0 then 0 else 4 end;
  loop
    exit when week < first_week;
    if tries = weeks_first then
      select array_agg(w.id) into few from (
        select c.id from public.messages c where c.company_id = company and c.said like words limit rare) w;
      if coalesce(cardinality(few), 0) < rare then
        -- Matches of the weeks searched so far were returned already.
        return query execute replace(finds, '%s', 'select * from public.messages where company_id = $1 and id = any($6)
            and id < $3 and public.shelf(0, created_at) <= $7')
          using company, words, bound, rest, viewer, few, week;
        return;
      end if;
    end if;
    return query execute replace(finds, '%s', 'select * from public.messages
      where public.shelf(company_id, created_at) = $6 and company_id = $1 and said like $2 and id < $3')
      using company, words, bound, rest, viewer, (company::bigint << 16) + week;
    get diagnostics got = row_count;
    rest := rest - got;
    if rest <= 0 then return; end if;
    week := week - 1;
    tries := tries + 1;
    if clock_timestamp() - began > patience then
      return query select null::bigint, null::integer, null::integer;
      return;
    end if;
  end loop;
end $$;

alter function messages_saying(text, bigint, integer, jsonb) owner to balcao_reader;
revoke all on function messages_saying(text, bigint, integer, jsonb) from public;
grant execute on function messages_saying(text, bigint, integer, jsonb) to balcao_app;
