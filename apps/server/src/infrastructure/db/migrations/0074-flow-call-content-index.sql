-- expand, oldest-code: 0056, outside
-- Contents of flow calls by the key that sealed them: flow_calls_content_key.
create index concurrently if not exists flow_calls_content_key on flow_calls (split_part(content, '.', 2), company_id)
  where content is not null;
