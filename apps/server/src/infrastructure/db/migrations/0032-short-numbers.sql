-- Contacts whose number may lack its calling code: numbers of eleven digits or fewer are few where complete ones have more.
create index contacts_short_number on contacts (company_id, id)
  where merged_into_id is null and not is_group and length(number) between 6 and 11;

-- The caller's own contacts with a number of one of these lengths; keys alone. Under row-level security the index would
-- not be used, because length is not leakproof.
create function contacts_with_short_number(lengths integer[], after integer, at_most integer)
  returns table (id integer)
  language sql stable rows 100 security definer set search_path = pg_catalog, public
  as $$
    select c.id from public.contacts c
     where c.company_id = public.current_company() and c.merged_into_id is null and not c.is_group
       and c.removing_at is null and length(c.number) between 6 and 11 and length(c.number) = any (lengths)
       and c.id > after
     order by c.id limit at_most
  $$;
alter function contacts_with_short_number(integer[], integer, integer) owner to balcao_reader;
revoke all on function contacts_with_short_number(integer[], integer, integer) from public;
grant execute on function contacts_with_short_number(integer[], integer, integer) to balcao_app;
