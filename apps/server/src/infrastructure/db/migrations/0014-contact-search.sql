-- Who is found is listed by name: the name comes along, instead of everybody who was found being looked up once more.
drop function contacts_matching(text, text, integer);
create function contacts_matching(words text, digits text, at_most integer)
  returns table (id integer, name text)
  language plpgsql stable rows 50 security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
  as $$
begin
  -- Few are meant as a rule (rows 50): who is found is looked up one by one, instead of everybody being looked through.
  if digits = '' then
    return query
      select c.id, c.name from public.contacts c
       where c.company_id = public.current_company() and c.merged_into_id is null and c.sought like words limit at_most;
  else
    return query
      select c.id, c.name from public.contacts c
       where c.company_id = public.current_company() and c.merged_into_id is null
         and (c.sought like words or c.number like '%' || digits || '%')
       limit at_most;
  end if;
end $$;
alter function contacts_matching(text, text, integer) owner to balcao_reader;
revoke all on function contacts_matching(text, text, integer) from public;
grant execute on function contacts_matching(text, text, integer) to balcao_app;
