-- expand, oldest-code: 0056
-- Searches of contacts read names by their beginning first: contact_ids_matching, contacts_matching (replaced),
-- contacts_search (replaced by the index of 0067).

-- Without them the planner takes every text for a rare one: it uses no statistics of a partial index.
create statistics contacts_search_texts on (case when length(sought) <= 600 then substr(sought, 2) else sought end) from contacts;
analyze contacts;

-- The contacts that contain the text, or null if they are more than `at_most`.
create or replace function contact_ids_matching(pattern text, prefix text, digits text, at_most integer) returns integer[]
  language plpgsql stable security definer set search_path = pg_catalog, public
  as $$
declare
  ids integer[];
  others integer[];
begin
  if digits <> '' then
    ids := array(select m.id from public.contacts_matching(pattern, digits, at_most + 1) m);
    return case when cardinality(ids) <= at_most then ids end;
  end if;
  ids := array(select b.id from public.contacts_beginning(prefix, at_most + 1, 0, 0) b);
  if cardinality(ids) > at_most then return null; end if;
  -- Executed as a text, because the best plan depends on the pattern. The same bounds as contacts_beginning.
  execute
    'select array(
       select c.id from public.contacts c
        where c.company_id = $1 and c.merged_into_id is null
          and case when length(c.sought) <= 600 then substr(c.sought, 2) else c.sought end like $2
          and not (length(c.sought) <= 600 and c.sought collate "C" >= $3 and c.sought collate "C" < $4) limit $5)'
    into others using public.current_company(), pattern, prefix, prefix || U&'\+10FFFF', at_most + 1;
  ids := ids || others;
  return case when cardinality(ids) <= at_most then ids end;
end $$;

create or replace function contacts_matching(words text, digits text, at_most integer)
  returns table (id integer, name text, sought text)
  language plpgsql stable rows 50 security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
  as $$
declare
  company constant integer := public.current_company();
  -- The pattern is the escaped text between percent signs.
  prefix constant text := regexp_replace(regexp_replace(words, '^%|%$', '', 'g'), '\\(.)', '\1', 'g');
  past constant text := prefix || U&'\+10FFFF';
begin
  -- Each part has the limit, so that a frequent text is not collected completely for a few rows.
  return query
    (select c.id, c.name, c.sought from public.contacts c
      where c.company_id = company and c.merged_into_id is null and length(c.sought) <= 600
        and c.sought collate "C" >= prefix and c.sought collate "C" < past
      limit at_most)
    union all
    (select c.id, c.name, c.sought from public.contacts c
      where c.company_id = company and c.merged_into_id is null
        and case when length(c.sought) <= 600 then substr(c.sought, 2) else c.sought end like words
        and not (length(c.sought) <= 600 and c.sought collate "C" >= prefix and c.sought collate "C" < past)
      limit at_most)
    union all
    (select c.id, c.name, c.sought from public.contacts c
      where digits <> '' and c.company_id = company and c.merged_into_id is null
        and c.number like '%' || digits || '%' and c.sought not like words
      limit at_most)
    limit at_most;
end $$;

-- Last, because contacts cannot be read from here until the commit.
drop index contacts_search;
alter index contacts_search_next rename to contacts_search;
