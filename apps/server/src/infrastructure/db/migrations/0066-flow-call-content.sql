-- expand, oldest-code: 0056
-- What an HTTP call of a flow sent and received, sealed, while the company wants it: for seven days.

alter table flow_calls add column content text;
create index flow_calls_content on flow_calls (company_id, finished_at) where content is not null;
