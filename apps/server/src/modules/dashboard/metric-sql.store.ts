/**
 * The only definition of the numbers in SQL. Live numbers, stored days, reports and checks are made of it.
 * $1 is the company, $2 the days, $3 the company's time zone. docs/numbers.md explains each number.
 */

/** The cycles that began on the days, with what is counted of them. Imported conversations and unlisted ones never count. */
export const CYCLES = `days as (
    select d.day, d.day::timestamp at time zone $3 as from_at, (d.day + 1)::timestamp at time zone $3 as to_at
      from unnest($2::date[]) as d (day)),
  spans as (
    select p.cycle_id,
           sum(extract(epoch from p.to_at - p.from_at)) filter (where p.kind = 'attended')::float8 as attended_s,
           sum(extract(epoch from p.to_at - p.from_at)) filter (where p.kind = 'waiting')::float8 as waiting_s,
           min(p.from_at) filter (where p.kind = 'waiting') as waiting_from
      from days d join ticket_periods p on p.company_id = $1 and p.cycle_at >= d.from_at and p.cycle_at < d.to_at
     group by p.cycle_id),
  cycles as (
    select d.day, k.id, k.created_at, k.connection_id, k.queue_id, k.last_user_id, k.finished_at is not null as is_finished,
           t.status, t.is_group, t.is_active_demand, r.rate, r.user_id as rated_user_id, k.first_reply_at, k.is_in_time,
           k.reply_wait_s, k.reply_waits, s.attended_s, s.waiting_s, s.waiting_from,
           case when k.first_reply_at >= s.waiting_from
                then extract(epoch from k.first_reply_at - s.waiting_from)::float8 end as first_response_s
      from days d
      join ticket_tracking k on k.company_id = $1 and k.created_at >= d.from_at and k.created_at < d.to_at
      join tickets t on t.company_id = k.company_id and t.id = k.ticket_id and t.imported_at is null and not t.is_unlisted
      left join user_ratings r on r.company_id = k.company_id and r.cycle_id = k.id
      left join spans s on s.cycle_id = k.id)`;

/** Upper limits of the buckets: domain/insight/histogram. */
const BUCKET = 'width_bucket(v.seconds, $4::float8[])';

const COUNTS = `counts as (
    select c.day,
           case when grouping(c.last_user_id) = 0 then 'user' when grouping(c.queue_id) = 0 then 'queue'
                when grouping(c.connection_id) = 0 then 'connection' else 'all' end as dimension,
           coalesce(c.last_user_id, c.queue_id, c.connection_id, 0) as subject_id,
           count(*) as tickets,
           count(*) filter (where c.is_finished) as finished,
           count(*) filter (where not c.is_finished and c.status = 'open') as open,
           count(*) filter (where not c.is_finished and c.status = 'pending') as pending,
           count(*) filter (where not c.is_finished and c.status = 'group') as "group",
           count(*) filter (where not c.is_finished and c.status = 'nps') as nps,
           count(*) filter (where not c.is_finished and c.status = 'lgpd') as lgpd,
           count(*) filter (where c.is_group) as groups,
           count(*) filter (where c.is_active_demand) as active,
           count(*) filter (where not c.is_active_demand) as passive,
           count(*) filter (where c.is_finished and c.rate is not null) as with_rating,
           count(*) filter (where c.is_finished and c.rate is null) as without_rating,
           count(*) filter (where c.waiting_from is not null and c.first_reply_at is null) as unanswered,
           count(*) filter (where c.is_in_time is not null) as with_target,
           count(*) filter (where c.is_in_time) as within_target,
           sum(c.reply_waits) as reply_waits, sum(c.reply_wait_s) as reply_wait_s
      from cycles c group by c.day, grouping sets ((), (c.last_user_id), (c.queue_id), (c.connection_id)))`;

/** Durations and scores by bucket: of all cycles, and of each agent's own part. */
const VALUES = `agent_parts as (
    select c.day, c.id, p.user_id, sum(extract(epoch from p.to_at - p.from_at))::float8 as seconds,
           c.last_user_id is distinct from p.user_id as is_passed_on
      from cycles c join ticket_periods p on p.company_id = $1 and p.cycle_id = c.id
     where p.kind = 'attended' and p.user_id is not null group by c.day, c.id, p.user_id, c.last_user_id),
  agent_waits as (
    select c.day, c.id, p.ended_user_id as user_id, sum(extract(epoch from p.to_at - p.from_at))::float8 as seconds
      from cycles c join ticket_periods p on p.company_id = $1 and p.cycle_id = c.id
     where p.kind = 'waiting' and p.ended_user_id is not null group by c.day, c.id, p.ended_user_id),
  buckets as (
    select v.day, v.dimension, v.subject_id, v.metric, v.bucket, count(*) as n, sum(v.seconds) as sum_s
      from (
        select v.day, 'all' as dimension, 0 as subject_id, v.metric, ${BUCKET} as bucket, v.seconds from (
          select c.day, m.metric, m.seconds from cycles c cross join lateral (values
            ('support', c.attended_s), ('wait', c.waiting_s), ('firstResponse', c.first_response_s)) as m (metric, seconds)) v
         where v.seconds > 0 or (v.metric = 'firstResponse' and v.seconds = 0)
        union all
        select v.day, 'user', v.user_id, v.metric, ${BUCKET}, v.seconds from (
          select day, user_id, 'ownSupport' as metric, seconds from agent_parts
          union all select day, user_id, 'ownWait', seconds from agent_waits) v
         where v.seconds > 0
        union all
        select c.day, 'all', 0, 'rating', c.rate, c.rate from cycles c where c.rate is not null
        union all
        select c.day, 'user', c.rated_user_id, 'ownRating', c.rate, c.rate from cycles c
         where c.rate is not null and c.rated_user_id is not null) v
     group by v.day, v.dimension, v.subject_id, v.metric, v.bucket)`;

/** Senders of messages to customers, as conditions on a message `m`. */
const SENT_BY = {
  users: `m.from_me and m.origin in ('agent', 'schedule')`,
  bot: `m.from_me and m.origin not in ('agent', 'schedule', 'campaign', 'phone')`,
  campaigns: `m.from_me and m.origin = 'campaign'`,
  phone: `m.from_me and m.origin = 'phone'`,
} as const;
/** The sender of a message `m`. */
export const MESSAGE_SENDER = `case when not m.from_me then 'customer' when ${SENT_BY.users} then 'users'
    when ${SENT_BY.campaigns} then 'campaigns' when ${SENT_BY.phone} then 'phone' else 'bot' end`;
/** Messages `m` that count: no internal notes, and nothing that an import of history brought; `i` is their imported ticket. */
export const COUNTED_MESSAGE = 'not m.is_private and (i.id is null or m.sent_at >= i.imported_at)';
export const IMPORTED_TICKET =
  'left join tickets i on i.company_id = m.company_id and i.id = m.ticket_id and i.imported_at is not null';

const MESSAGES = `written as (
    select d.day,
           count(*) filter (where not m.from_me) as received,
           count(*) filter (where ${SENT_BY.users}) as "sentByUsers",
           count(*) filter (where ${SENT_BY.bot}) as "sentByBot",
           count(*) filter (where ${SENT_BY.campaigns}) as "sentByCampaigns",
           count(*) filter (where ${SENT_BY.phone}) as "sentByPhone"
      from days d join messages m on m.company_id = $1 and m.created_at >= d.from_at and m.created_at < d.to_at
      ${IMPORTED_TICKET}
     where ${COUNTED_MESSAGE}
     group by d.day)`;

/** Two cycles are enough to know that it is not one. */
const LEADS = `leads as (
    select d.day, count(*) as n
      from days d join contacts c on c.company_id = $1 and c.created_at >= d.from_at and c.created_at < d.to_at
     where c.merged_into_id is null and not c.is_group
       and (select count(*) from (
             select from tickets t join ticket_tracking k on k.company_id = t.company_id and k.ticket_id = t.id
              where t.company_id = c.company_id and t.contact_id = c.id and t.imported_at is null and not t.is_unlisted limit 2) n) = 1
     group by d.day)`;

/** One row for each day, dimension, subject and metric that is not 0. $4 are the limits of the buckets. */
export const METRIC_ROWS = `with ${CYCLES}, ${COUNTS}, ${VALUES}, ${MESSAGES}, ${LEADS},
  metric_rows as (
    select c.day, c.dimension, c.subject_id, m.metric, m.n, m.sum_s, null::jsonb as histogram
      from counts c cross join lateral (values
        ('tickets', c.tickets, 0), ('finished', c.finished, 0), ('open', c.open, 0), ('pending', c.pending, 0),
        ('group', c."group", 0), ('nps', c.nps, 0), ('lgpd', c.lgpd, 0), ('groups', c.groups, 0), ('active', c.active, 0),
        ('passive', c.passive, 0), ('withRating', c.with_rating, 0), ('withoutRating', c.without_rating, 0),
        ('unanswered', c.unanswered, 0), ('withTarget', c.with_target, 0), ('withinTarget', c.within_target, 0),
        ('reply', c.reply_waits, c.reply_wait_s)) as m (metric, n, sum_s)
     where m.n > 0
    union all
    select b.day, b.dimension, b.subject_id, b.metric, sum(b.n)::bigint, sum(b.sum_s), jsonb_object_agg(b.bucket::text, b.n)
      from buckets b group by b.day, b.dimension, b.subject_id, b.metric
    union all
    select p.day, 'user', p.user_id, m.metric, m.n, 0, null
      from (select day, user_id, count(*) as handled, count(*) filter (where is_passed_on) as passed_on
              from agent_parts group by day, user_id) p
      cross join lateral (values ('handled', p.handled), ('passedOn', p.passed_on)) as m (metric, n) where m.n > 0
    union all
    select w.day, 'all', 0, m.metric, m.n, 0, null
      from written w cross join lateral (values ('received', w.received), ('sentByUsers', w."sentByUsers"),
        ('sentByBot', w."sentByBot"), ('sentByCampaigns', w."sentByCampaigns"), ('sentByPhone', w."sentByPhone")) as m (metric, n)
     where m.n > 0
    union all
    select l.day, 'all', 0, 'leads', l.n, 0, null from leads l)`;
