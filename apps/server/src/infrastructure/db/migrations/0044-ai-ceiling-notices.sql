-- Admins are notified once in a month of each ceiling of AI: ai_counters.notices instead of a column for each notice.

-- When admins were notified, by ceiling and percent; only for months.
alter table ai_counters add column notices jsonb not null default '{}';
alter table ai_counters no force row level security;
update ai_counters
   set notices = jsonb_strip_nulls(jsonb_build_object('month80', most_noticed_at, 'month100', all_noticed_at))
 where most_noticed_at is not null or all_noticed_at is not null;
alter table ai_counters force row level security;
alter table ai_counters drop column most_noticed_at, drop column all_noticed_at;
