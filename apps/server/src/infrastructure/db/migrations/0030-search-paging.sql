-- Searches whose pages reach every match: contact_ids_matching, ticket_ids_with_message, message_hits (new);
-- contacts_meant and messages_saying (dropped).
--
-- Row-level security prevents the use of text indexes, because text comparison is not leakproof. Therefore these functions
-- bypass it, read only the caller's company and return only keys.

-- The contacts that contain the text, or null if they are more than `at_most`.
drop function contacts_meant(text, text, text, integer);
create function contact_ids_matching(pattern text, prefix text, digits text, at_most integer) returns integer[]
  language plpgsql stable security definer set search_path = pg_catalog, public
  as $$
declare
  ids integer[];
begin
  -- Names that start with a frequent text are counted along their order; its trigrams would be read completely.
  if digits = '' then
    ids := array(select b.id from public.contacts_beginning(prefix, at_most + 1, 0, 0) b);
    if cardinality(ids) > at_most then return null; end if;
  end if;
  ids := array(select m.id from public.contacts_matching(pattern, digits, at_most + 1) m);
  return case when cardinality(ids) <= at_most then ids end;
end $$;

-- The tickets with a message that contains the text, or null if more than `at_most` messages do. Null as the bound: all.
create function ticket_ids_with_message(pattern text, without_cards boolean, at_most integer) returns integer[]
  language plpgsql stable security definer set search_path = pg_catalog, public
  set plan_cache_mode = force_custom_plan
  as $$
declare
  sampled constant integer := 2000;
  company constant integer := public.current_company();
  frequent integer;
  ids integer[];
begin
  -- A frequent text is recognized among the newest messages; its trigrams would be read completely.
  if at_most is not null then
    select count(*) into frequent
      from (select m.said, m.is_deleted from public.messages m where m.company_id = company
             order by m.id desc limit sampled) newest
     where newest.said like pattern and not newest.is_deleted;
    if frequent > at_most / 2 then return null; end if;
  end if;
  ids := array(
    select m.ticket_id from public.messages m
     where m.company_id = company and m.said like pattern and not m.is_deleted
       and not (without_cards and m.media_type = 'contactMessage')
     limit at_most + 1);
  if cardinality(ids) > at_most then return null; end if;
  return array(select distinct unnest(ids));
end $$;

/*
 * The newest messages that contain the text, below a position (time and id), newest first, and the ticket in which the
 * viewer opens each. A last row without an id means that the time limit was reached: the search continues at its time.
 * `viewer` holds the scope and the filters.
 *
 * Imported messages have low ids and old times, in no common order: time decides, the id only between equal times.
 * Frequent text is found among the newest messages; other text in the index of the last weeks; rare text among all
 * messages at once, unless there are so many matches that the weeks are searched one by one.
 */
drop function messages_saying(text, bigint, integer, jsonb);
create function message_hits(pattern text, below_time timestamptz, below_id bigint, at_most integer, viewer jsonb)
  returns table (id bigint, ticket_id integer, opens integer, created_at timestamptz)
  language plpgsql stable rows 50 security definer set search_path = pg_catalog, public
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  newest constant integer := 6000;
  rare constant integer := 3000;
  week_seconds constant integer := 604800;
  time_limit constant interval := '1 second';
  began constant timestamptz := clock_timestamp();
  company constant integer := public.current_company();
  is_admin constant boolean := coalesce((viewer ->> 'all')::boolean, false);
  finds text;
  bound_time timestamptz;
  bound_id bigint;
  week integer;
  first_week integer;
  weeks_first integer;
  weeks_done integer := 0;
  rest integer := at_most;
  got integer;
  few bigint[];
begin
  -- $1 company, $2 pattern, $3 and $4 position, $5 limit, $6 viewer, $7 source of the messages
  finds := 'select m.id, m.ticket_id, ' ||
    case when viewer ? 'opens' then 't.id' else 'null::integer' end || ', m.created_at
    from (%s) m
    join public.tickets s on s.company_id = $1 and s.id = m.ticket_id and s.removing_at is null ' ||
    case when not viewer ? 'opens' then '' when is_admin then '
    cross join lateral (select o.id from public.tickets o
           where o.company_id = $1 and o.contact_id = m.contact_id and o.connection_id is not distinct from m.connection_id
             and o.is_group = s.is_group and o.id >= s.id and o.removing_at is null
           order by o.status <> ''closed'' desc, o.id desc limit 1) t' else '
    cross join lateral (select o.id from public.tickets o
           where o.company_id = $1 and o.contact_id = m.contact_id and o.connection_id is not distinct from m.connection_id
             and o.is_group = s.is_group and o.id >= s.id and o.removing_at is null
             and public.ticket_in_scope($6, o.user_id, o.queue_id, o.is_group)
             -- The history of a ticket shows earlier tickets of the same queues, or of all queues.
             and (o.id = s.id or ($6 ->> ''historic'')::boolean or public.queue_in_scope($6, s.queue_id, s.is_group))
           order by o.status <> ''closed'' desc, o.id desc limit 1) t' end || '
   where true' ||
    case when viewer ? 'inQueues' then ' and $6 -> ''inQueues'' @> to_jsonb(s.queue_id)' else '' end ||
    case when viewer ? 'ofUsers' then ' and $6 -> ''ofUsers'' @> to_jsonb(s.user_id)' else '' end ||
    case when viewer ? 'onConnections' then ' and $6 -> ''onConnections'' @> to_jsonb(s.connection_id)' else '' end ||
    case when viewer ? 'withTags' then ' and exists (select from public.contact_tags ct
           where ct.company_id = $1 and ct.contact_id = m.contact_id and $6 -> ''withTags'' @> to_jsonb(ct.tag_id))' else '' end || '
   order by m.created_at desc, m.id desc limit $5';
  finds := replace(finds, '%s', 'select n.id, n.ticket_id, n.contact_id, n.connection_id, n.created_at from (%s) n
    where n.said like $2' ||
    case viewer ->> 'deleted' when 'all' then '' when 'ours' then ' and (n.from_me or not n.is_deleted)'
         else ' and not n.is_deleted' end ||
    case when viewer ? 'noCards' then ' and n.media_type <> ''contactMessage''' else '' end ||
    ' order by n.created_at desc, n.id desc');

  return query execute replace(finds, '%s', 'select * from public.messages
    where company_id = $1 and (created_at, id) < ($3, $4) order by created_at desc, id desc limit $7')
    using company, pattern, below_time, below_id, rest, viewer, newest;
  get diagnostics got = row_count;
  rest := rest - got;
  if rest <= 0 then return; end if;
  select w.created_at, w.id into bound_time, bound_id from public.messages w
   where w.company_id = company and (w.created_at, w.id) < (below_time, below_id)
   order by w.created_at desc, w.id desc offset newest - 1 limit 1;
  if bound_id is null then return; end if;
  week := shelf(0, bound_time);
  select shelf(0, w.created_at) into first_week from public.messages w
   where w.company_id = company order by w.created_at limit 1;

  -- Without a match among the newest, the text is rare or outside the scope: search all messages before the weeks.
  weeks_first := case when got = 0 then 0 else 4 end;
  loop
    exit when week < first_week;
    if weeks_done = weeks_first then
      select array_agg(w.id) into few from (
        select c.id from public.messages c where c.company_id = company and c.said like pattern limit rare) w;
      if coalesce(cardinality(few), 0) < rare then
        -- Matches of the weeks searched so far were returned already.
        return query execute replace(finds, '%s', 'select * from public.messages where company_id = $1 and id = any($7)
            and (created_at, id) < ($3, $4) and public.shelf(0, created_at) <= $8')
          using company, pattern, bound_time, bound_id, rest, viewer, few, week;
        return;
      end if;
    end if;
    return query execute replace(finds, '%s', 'select * from public.messages
      where public.shelf(company_id, created_at) = $7 and company_id = $1 and said like $2 and (created_at, id) < ($3, $4)')
      using company, pattern, bound_time, bound_id, rest, viewer, (company::bigint << 16) + week;
    get diagnostics got = row_count;
    rest := rest - got;
    if rest <= 0 then return; end if;
    week := week - 1;
    weeks_done := weeks_done + 1;
    if clock_timestamp() - began > time_limit then
      return query select null::bigint, null::integer, null::integer, to_timestamp((week + 1)::bigint * week_seconds);
      return;
    end if;
  end loop;
end $$;

do $$
declare f text;
begin
  foreach f in array array['contact_ids_matching(text, text, text, integer)',
    'ticket_ids_with_message(text, boolean, integer)', 'message_hits(text, timestamptz, bigint, integer, jsonb)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
