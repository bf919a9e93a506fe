-- expand, oldest-code: 0056
-- Names of the companies on one page of the payment ledger: company_names.

create function company_names(ids integer[])
  returns table (company_id integer, name text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.name from public.companies c where c.company_id = any (ids)
$$;
alter function company_names(integer[]) owner to balcao_reader;
revoke all on function company_names(integer[]) from public;
grant execute on function company_names(integer[]) to balcao_app;
