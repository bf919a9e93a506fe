-- expand, oldest-code: 0056
-- Names of the first companies of each plan, for the screen that says who uses it: plan_company_names.

-- Includes companies that change to the plan with their next renewal, as plan_company_counts does.
create function plan_company_names(per_plan integer)
  returns table (plan_id integer, name text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select p.id, c.name from public.plans p cross join lateral (
    select c.name, c.company_id from public.companies c where c.plan_id = p.id or c.next_plan_id = p.id
     order by c.name, c.company_id limit per_plan) c
   order by p.id, c.name, c.company_id
$$;
alter function plan_company_names(integer) owner to balcao_reader;
revoke all on function plan_company_names(integer) from public;
grant execute on function plan_company_names(integer) to balcao_app;
