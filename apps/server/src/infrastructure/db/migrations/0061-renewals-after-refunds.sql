-- expand, oldest-code: 0056
-- When the money of an earlier renewal is returned, the due day returns to that of a paid one. Only an open renewal prevents
-- another: without it the company would have nothing to pay and be overdue.

create unique index invoices_one_open_renewal on invoices (company_id, due_day) where kind = 'renewal' and state = 'open';
drop index invoices_one_live_renewal;

create or replace function companies_to_invoice(due_until timestamptz, moment timestamptz, after integer, at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c
   where c.company_id > greatest(after, 1) and c.is_active and c.delete_at is null
     and ((c.due_date <= due_until and not exists (
             select from public.invoices i where i.company_id = c.company_id and i.kind = 'renewal'
                and i.due_day = (c.due_date at time zone c.time_zone)::date and i.state = 'open'))
       or exists (
             select from public.invoices i where i.company_id = c.company_id and i.state = 'open'
                and ((i.kind = 'renewal' and i.due_day <> (c.due_date at time zone c.time_zone)::date)
                  or (i.kind = 'upgrade' and i.due_day < (moment at time zone c.time_zone)::date))))
   order by c.company_id limit at_most
$$;

-- A plan that an open invoice is for cannot be deleted: its payment could not be recorded.
create function plan_has_open_invoices(of_plan integer) returns boolean
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select exists (select from public.invoices i where i.state = 'open' and i.plan_id = of_plan) $$;
alter function plan_has_open_invoices(integer) owner to balcao_reader;
revoke all on function plan_has_open_invoices(integer) from public;
grant execute on function plan_has_open_invoices(integer) to balcao_app;
