-- The sum of a company's file sizes is read from this index alone.
create index files_by_size on files (company_id) include (bytes);

-- Only providers with a session need a node that holds it; accounts of the official API have none.
drop function connections_to_hold(integer);
create function connections_to_hold(at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.id from public.connections c join public.companies co using (company_id)
   where co.is_active and c.status <> 'DISCONNECTED' and c.provider <> 'official'
     and (c.lease_until is null or c.lease_until < now())
   order by c.lease_until nulls first limit at_most
$$;
alter function connections_to_hold(integer) owner to balcao_reader;
revoke all on function connections_to_hold(integer) from public;
grant execute on function connections_to_hold(integer) to balcao_app;
