-- expand, oldest-code: 0056
-- Contents of flow calls are sealed again when the secret changes: companies_with_call_contents_sealed_by_other_keys.

-- As companies_with_prompts_sealed_by_other_keys(). A start does not need these keys: the contents stay seven days.
create function companies_with_call_contents_sealed_by_other_keys(newest text)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.flow_calls c where c.content is not null and split_part(c.content, '.', 2) < newest
  union
  select c.company_id from public.flow_calls c where c.content is not null and split_part(c.content, '.', 2) > newest
$$;
alter function companies_with_call_contents_sealed_by_other_keys(text) owner to balcao_reader;
revoke all on function companies_with_call_contents_sealed_by_other_keys(text) from public;
grant execute on function companies_with_call_contents_sealed_by_other_keys(text) to balcao_app;
