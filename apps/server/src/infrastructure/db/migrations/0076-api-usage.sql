-- expand, oldest-code: 0056
-- Messages that other programs sent, counted by day and kind: api_usage.

create table api_usage (
  company_id integer not null references companies (company_id) on delete cascade,
  -- In the company's time zone.
  day date not null,
  kind text not null check (kind in ('text', 'image', 'video', 'pdf', 'other')),
  count integer not null check (count > 0),
  primary key (company_id, day, kind)
);
call tenant_table('api_usage', 'select, insert, update');
