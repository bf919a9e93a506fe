-- Whoever types a name begins with its beginning: those are found along an order of their own, however many others there
-- are. Endless names do not stand in it, because an index entry takes no more than it can hold.
create index contacts_beginning on contacts (company_id, sought collate "C", id)
  where merged_into_id is null and length(sought) <= 600;

create function contacts_beginning(words text, at_most integer, skip integer, counts integer)
  returns table (id integer, total integer)
  language plpgsql stable rows 20 security definer set search_path = pg_catalog, public
  as $$
declare
  -- No text sorts behind this one and begins with the words.
  past constant text := words || U&'\+10FFFF';
  company constant integer := public.current_company();
  many integer;
begin
  select count(*)::integer into many from (
    select c.id from public.contacts c
     where c.company_id = company and c.merged_into_id is null and length(c.sought) <= 600
       and c.sought collate "C" >= words and c.sought collate "C" < past limit counts) counted;
  return query
    select c.id, many from public.contacts c
     where c.company_id = company and c.merged_into_id is null and length(c.sought) <= 600
       and c.sought collate "C" >= words and c.sought collate "C" < past
     order by c.sought collate "C", c.id limit at_most offset skip;
end $$;
alter function contacts_beginning(text, integer, integer, integer) owner to balcao_reader;
revoke all on function contacts_beginning(text, integer, integer, integer) from public;
grant execute on function contacts_beginning(text, integer, integer, integer) to balcao_app;

-- What a list is ordered by comes along.
drop function contacts_matching(text, text, integer);
create function contacts_matching(words text, digits text, at_most integer)
  returns table (id integer, name text, sought text)
  language plpgsql stable rows 50 security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
  as $$
begin
  -- Few are meant as a rule (rows 50): who is found is looked up one by one, instead of everybody being looked through.
  if digits = '' then
    return query
      select c.id, c.name, c.sought from public.contacts c
       where c.company_id = public.current_company() and c.merged_into_id is null and c.sought like words limit at_most;
  else
    return query
      select c.id, c.name, c.sought from public.contacts c
       where c.company_id = public.current_company() and c.merged_into_id is null
         and (c.sought like words or c.number like '%' || digits || '%')
       limit at_most;
  end if;
end $$;
alter function contacts_matching(text, text, integer) owner to balcao_reader;
revoke all on function contacts_matching(text, text, integer) from public;
grant execute on function contacts_matching(text, text, integer) to balcao_app;

/*
 * Whose conversations are meant by these words. Up to some hundreds whose name begins so, it is everybody in whom the
 * words are. Of more, it is the newest of those whose name begins so; and where even these are thousands, it is whoever
 * wrote or was written to last: nobody reads further down, and a few more letters find the rest.
 */
create function contacts_meant(words text, begins text, digits text, at_most integer)
  returns table (id integer)
  language plpgsql stable rows 50 security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
  -- Whoever wrote last is looked up one by one, never all who fit.
  set enable_hashjoin = off set enable_mergejoin = off
  as $$
declare
  few constant integer := 300;
  many constant integer := 2000;
  page constant integer := 100;
  company constant integer := public.current_company();
  begun integer[] := '{}';
  met integer[];
  lately integer := 2000;
begin
  if digits = '' then
    begun := array(select b.id from public.contacts_beginning(begins, many + 1, 0, 0) b);
  end if;
  if cardinality(begun) < few then
    return query select m.id from public.contacts_matching(words, digits, at_most) m;
  elsif cardinality(begun) <= many then
    return query select b from unnest(begun) b order by b desc limit few;
  else
    loop
      met := array(
        select c.id
          from (select t.contact_id, t.updated_at, t.id from public.tickets t where t.company_id = company
                 order by t.updated_at desc, t.id desc limit lately) t
          join public.contacts c on c.company_id = company and c.id = t.contact_id
         where c.merged_into_id is null and c.sought like words
         order by t.updated_at desc, t.id desc limit page);
      exit when cardinality(met) >= page or lately >= 16000;
      lately := lately * 4;
    end loop;
    return query select distinct unnest(met);
  end if;
end $$;
alter function contacts_meant(text, text, text, integer) owner to balcao_reader;
revoke all on function contacts_meant(text, text, text, integer) from public;
grant execute on function contacts_meant(text, text, text, integer) to balcao_app;
