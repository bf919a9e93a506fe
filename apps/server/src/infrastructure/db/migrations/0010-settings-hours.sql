-- What was decided, by whom and what stood there before; and the days that differ from their weekday.

-- `key` is a company setting, or `schedules` or `timeZone` of the company itself. A text that is typed on goes on
-- as one change, hence the right to update.
create table setting_changes (
  company_id integer not null references companies (company_id) on delete cascade,
  id bigint not null generated always as identity,
  key text not null,
  before jsonb not null,
  after jsonb not null,
  user_id integer,
  -- The change that this one took back.
  undoes bigint,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, undoes) references setting_changes (company_id, id) on delete set null (undoes)
);
-- Is this the newest of its setting? Only that one can be taken back.
create index setting_changes_key on setting_changes (company_id, key, id);
create index setting_changes_user on setting_changes (company_id, user_id);
create index setting_changes_undoes on setting_changes (company_id, undoes);
call tenant_table('setting_changes', 'select, insert, update, delete');

create sequence company_holiday_ids as integer;
grant usage, select on sequence company_holiday_ids to balcao_app;
create table company_holidays (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer not null default nextval('company_holiday_ids'),
  -- One day of one year, or a month and day that come again every year.
  day text not null check (day ~ '^(\d{4}-)?\d{2}-\d{2}$'),
  name text not null,
  -- Shifts that stand in for the weekday's; null is closed all day.
  hours jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index company_holidays_day on company_holidays (company_id, day);
call tenant_table('company_holidays', 'select, insert, update, delete');
