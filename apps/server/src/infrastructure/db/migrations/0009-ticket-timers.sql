-- What happens by itself, by the clock: idle conversations close, ratings expire, tickets find a queue, an attendant and
-- their next lane. Each function finds what is due at a given moment, along an index of its own; whoever asks takes each
-- row inside its company, holds it and looks again.

create sequence routing_turns as bigint;
grant usage on sequence routing_turns to balcao_app;

alter table tickets
  -- The lane of the board it stands in, as ticket_tags has it, and since when.
  add column lane_id integer,
  add column lane_at timestamptz,
  -- The customer was told that it closes soon; whatever is said afterwards takes it back.
  add column warned_at timestamptz,
  -- Since when somebody is asked to accept it.
  add column assigned_at timestamptz,
  add foreign key (company_id, lane_id) references tags (company_id, id) on delete set null (lane_id);
update tickets t set lane_id = tt.tag_id, lane_at = tt.created_at
  from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id;

-- The turn of rotation a member last had in this queue.
alter table user_queues add column given_turn bigint;
grant update (given_turn) on user_queues to balcao_app;

create index tickets_idle on tickets (company_id, connection_id, last_from_me, updated_at)
  where status = 'open' and warned_at is null and imported_at is null;
create index tickets_warned on tickets (company_id, connection_id, warned_at)
  where status = 'open' and warned_at is not null and imported_at is null;
create index tickets_unrated on tickets (company_id, connection_id, updated_at) where status = 'nps';
create index tickets_unqueued on tickets (company_id, connection_id, updated_at)
  where status = 'pending' and queue_id is null and imported_at is null;
create index tickets_unassigned on tickets (company_id, queue_id, id)
  where status = 'pending' and user_id is null and not is_group and imported_at is null;
create index tickets_offered on tickets (company_id, queue_id, (coalesce(assigned_at, updated_at)))
  where status = 'pending' and user_id is not null and not is_group and imported_at is null;
-- Greatest, because a conversation that stands in a lane without a word has been idle there only since it came.
create index tickets_in_lane on tickets (company_id, lane_id, greatest(updated_at, lane_at))
  where status = 'open' and last_from_me;
create index tickets_lane on tickets (company_id, lane_id) where lane_id is not null;

create index connections_by_clock on connections (company_id, id)
  where expires_minutes > 0 or rating_expires_minutes > 0 or redirect_minutes > 0;
create index queues_rotating on queues (company_id, id) where rotates and rotation_minutes > 0;
create index tags_timed_lanes on tags (company_id, id) where lane_minutes > 0 and next_lane_id is not null;

grant select on queues, tags, plans, user_queues to balcao_reader;

create function inactive_due(at timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select t.company_id, t.id
    from public.connections c join public.companies co using (company_id)
   cross join lateral (
     (select i.company_id, i.id from public.tickets i
       where i.company_id = c.company_id and i.connection_id = c.id
         and i.status = 'open' and i.warned_at is null and i.imported_at is null
         and i.last_from_me = any (case when c.expires_when = 1 then array[true] else array[true, false] end)
         and i.updated_at <= at - make_interval(mins =>
               case when c.inactive_minutes > 0 then c.inactive_minutes else c.expires_minutes end)
       limit at_most)
     union all
     (select w.company_id, w.id from public.tickets w
       where w.company_id = c.company_id and w.connection_id = c.id
         and w.status = 'open' and w.warned_at is not null and w.imported_at is null
         and w.warned_at <= at - make_interval(mins => c.expires_minutes)
       limit at_most)) t
   where c.expires_minutes > 0 and c.status = 'CONNECTED' and co.is_active
   limit at_most
$$;

create function ratings_due(at timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select t.company_id, t.id
    from public.connections c join public.companies co using (company_id)
   cross join lateral (
     select n.company_id, n.id from public.tickets n
      where n.company_id = c.company_id and n.connection_id = c.id and n.status = 'nps'
        and n.updated_at <= at - make_interval(mins => c.rating_expires_minutes)
      order by n.updated_at limit at_most) t
   where c.rating_expires_minutes > 0 and c.status = 'CONNECTED' and co.is_active
   limit at_most
$$;

create function redirects_due(at timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select t.company_id, t.id
    from public.connections c join public.companies co using (company_id)
   cross join lateral (
     select u.company_id, u.id from public.tickets u
      where u.company_id = c.company_id and u.connection_id = c.id
        and u.status = 'pending' and u.queue_id is null and u.imported_at is null
        and u.updated_at <= at - make_interval(mins => c.redirect_minutes)
      order by u.updated_at limit at_most) t
   where c.redirect_minutes > 0 and c.redirect_queue_id is not null and c.status = 'CONNECTED' and co.is_active
   limit at_most
$$;

-- A queue that nobody attends now is left out, and so are those in which nobody could take anything a moment ago: what
-- waits there would stand before what can be given elsewhere.
create function rotations_due(at timestamptz, at_most integer, besides integer[])
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select t.company_id, t.id
    from public.queues q join public.companies co using (company_id)
   cross join lateral (
     (select u.company_id, u.id from public.tickets u
       where u.company_id = q.company_id and u.queue_id = q.id
         and u.status = 'pending' and u.user_id is null and not u.is_group and u.imported_at is null
       order by u.id limit at_most)
     union all
     (select o.company_id, o.id from public.tickets o
       where o.company_id = q.company_id and o.queue_id = q.id
         and o.status = 'pending' and o.user_id is not null and not o.is_group and o.imported_at is null
         and coalesce(o.assigned_at, o.updated_at) <= at - make_interval(mins => q.rotation_minutes)
       order by coalesce(o.assigned_at, o.updated_at) limit at_most)) t
   where q.rotates and q.rotation_minutes > 0 and co.is_active and q.id <> all (besides)
     and exists (select from public.user_queues uq join public.users u on u.company_id = uq.company_id and u.id = uq.user_id
                  where uq.company_id = q.company_id and uq.queue_id = q.id
                    and u.is_online and u.paused_at is null and u.profile = 'user')
   limit at_most
$$;

create function lanes_due(at timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select t.company_id, t.id
    from public.tags l join public.companies co using (company_id) join public.plans p on p.id = co.plan_id
   cross join lateral (
     select i.company_id, i.id from public.tickets i
      where i.company_id = l.company_id and i.lane_id = l.id and i.status = 'open' and i.last_from_me
        and greatest(i.updated_at, i.lane_at) <= at - make_interval(mins => l.lane_minutes)
      order by greatest(i.updated_at, i.lane_at) limit at_most) t
   where l.lane_minutes > 0 and l.next_lane_id is not null and co.is_active and p.use_kanban
   limit at_most
$$;

do $$
declare f text;
begin
  foreach f in array array[
    'inactive_due(timestamptz, integer)', 'ratings_due(timestamptz, integer)', 'redirects_due(timestamptz, integer)',
    'rotations_due(timestamptz, integer, integer[])', 'lanes_due(timestamptz, integer)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
