-- Finding: what was said, in any year, by whoever may read it; and lists that stay quick however long they are.

-- What was heard in a voice message, once somebody asked for it.
alter table messages add column transcription text;
-- What is searched, made ready: to fold a text anew for each look costs twenty times as much as the look.
alter table messages add column said text
  generated always as (folded(body || coalesce(chr(10) || transcription, ''))) stored;

-- Messages of one company and week stand together in the index, so that the newest are found without looking at the rest.
create function shelf(company_id integer, at timestamptz) returns bigint
  language sql immutable parallel safe strict
  as $$ select (company_id::bigint << 16) + floor(extract(epoch from at) / 604800)::bigint $$;

drop index messages_search;
create index messages_search on messages
  using gin (company_id, shelf(company_id, created_at) int8_ops, said gin_trgm_ops);

alter table contacts add column sought text generated always as (folded(name || chr(10) || email)) stored;
drop index contacts_search;
create index contacts_search on contacts using gin (company_id, sought gin_trgm_ops, number gin_trgm_ops)
  where merged_into_id is null;
create or replace function contacts_matching(words text, digits text, at_most integer)
  returns table (id integer)
  language plpgsql stable rows 50 security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
  as $$
begin
  -- Few are meant as a rule (rows 50): who is found is looked up one by one, instead of everybody being looked through.
  if digits = '' then
    return query
      select c.id from public.contacts c
       where c.company_id = public.current_company() and c.merged_into_id is null and c.sought like words limit at_most;
  else
    return query
      select c.id from public.contacts c
       where c.company_id = public.current_company() and c.merged_into_id is null
         and (c.sought like words or c.number like '%' || digits || '%')
       limit at_most;
  end if;
end $$;

-- What is alive is counted out of the index alone; what a person closed comes along its own.
drop index tickets_live_list;
create index tickets_live_list on tickets (company_id, status, updated_at desc, id desc)
  include (user_id, queue_id, is_group, connection_id, unread) where status <> 'closed';
create index tickets_closed_by on tickets (company_id, user_id, updated_at desc, id desc) where is_newest_closed;

grant select on tickets, contact_tags to balcao_reader;

/*
 * The newest messages that hold the words, below an id, newest first, and the ticket by which the viewer opens each.
 * An empty id at the end says that it looked long enough and there may be more. Under row-level security no index on
 * words is used, because comparing them is not leakproof: this looks past it, at the caller's own company and no other,
 * and answers with keys alone. What the viewer may read is told by `viewer`, and held against the policy by the tests.
 *
 * Words that are said all the time are found by walking back from the newest; others on the shelves of the last weeks;
 * rare ones at once among all, unless there are so many that the shelves have to be gone through after all.
 */
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
  -- $1 company, $2 words, $3 below, $4 how many, $5 viewer, $6 where to look
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
             -- The policy’s ticket.read,
             and (not o.is_group or ($5 ->> ''groups'')::boolean)
             and (o.user_id = ($5 ->> ''userId'')::integer
                  or ((case when o.queue_id is null then o.is_group or ($5 ->> ''unqueued'')::boolean
                            else $5 -> ''queueIds'' @> to_jsonb(o.queue_id) end)
                      and (o.user_id is null or o.is_group or ($5 ->> ''others'')::boolean)))
             -- and what of the history is shown in it.
             and (o.id = s.id or ($5 ->> ''historic'')::boolean
                  or (case when s.queue_id is null
                           then ($5 ->> ''unqueued'')::boolean or (s.is_group and ($5 ->> ''groups'')::boolean)
                           else $5 -> ''queueIds'' @> to_jsonb(s.queue_id) end))
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

  -- What was not said among the newest is rare, or not for this viewer: then the shelves come after the look at all.
  weeks_first := case when got = 0 then 0 else 4 end;
  loop
    exit when week < first_week;
    if tries = weeks_first then
      select array_agg(w.id) into few from (
        select c.id from public.messages c where c.company_id = company and c.said like words limit rare) w;
      if coalesce(cardinality(few), 0) < rare then
        -- Those of the weeks that were gone through are told already.
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

drop function tickets_saying(text, integer);


do $$
declare f text;
begin
  foreach f in array array['messages_saying(text, bigint, integer, jsonb)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
