-- Pairs that look like one person and are two: somebody of the company said so, and they are not offered as one again.
create table contact_distinctions (
  company_id integer not null references companies (company_id) on delete cascade,
  -- The smaller id comes first, so that a pair is said once.
  one_id integer not null,
  other_id integer not null,
  user_id integer,
  created_at timestamptz not null default now(),
  primary key (company_id, one_id, other_id),
  foreign key (company_id, one_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, other_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  check (one_id < other_id)
);
create index contact_distinctions_other on contact_distinctions (company_id, other_id);
create index contact_distinctions_user on contact_distinctions (company_id, user_id) where user_id is not null;
call tenant_table('contact_distinctions', 'select, insert, delete');

-- What was decided more than a year ago is found and forgotten.
create index setting_changes_age on setting_changes (company_id, at);
