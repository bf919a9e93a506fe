import { DELETED } from '../../packages/domain/src/message/preview.ts';
import { hasPreviewSql } from '../../apps/server/src/modules/tickets/last-message.store.ts';
import type { Check } from './check.ts';
import { storedDayChecks } from './stored-day-checks.ts';
import { teamAndCampaignChecks } from './team-and-campaign-checks.ts';

export type { Check } from './check.ts';

/** The event log is retained for a day and pruned hourly: older events cannot be checked. */
const LOG_RETAINED_SINCE = `now() - interval '23 hours'`;
/** Successful sends are pruned after eight days. */
const SENDS_RETAINED_SINCE = `now() - interval '7 days'`;

/**
 * A ticket that screens show: not being removed, and not of an erased person. Erased people's tickets stay as numbers: closed
 * without a log entry, without messages, of the placeholder contact that is merged into itself.
 */
const shown = (ticket: string) => `${ticket}.removing_at is null and not exists (
              select from contacts c join contacts p on p.company_id = c.company_id and p.id = c.merged_into_id
               where c.company_id = ${ticket}.company_id and c.id = ${ticket}.contact_id and p.merged_into_id = p.id)`;
/** While a connection is removed, its messages and tickets are detached one after the other. */
const isRemoving = (connectionId: string, companyId: string) =>
  `exists (select from connections r where r.company_id = ${companyId} and r.id = ${connectionId} and r.removing_at is not null)`;

/** The day `e.months` after a day, counted from the anchor: 31 January, 28 February, 31 March. */
const monthsLater = (day: string, anchor: string) =>
  `select (m.first + (least(${anchor}, extract(day from m.first + interval '1 month' - interval '1 day')::int) - 1))::date as day
     from (select (date_trunc('month', ${day}::timestamp) + make_interval(months => e.months))::date as first) m`;

export const checks: Check[] = [
  // Tickets --------------------------------------------------------------------------------------------------------
  {
    name: 'one live ticket',
    rule: 'a contact has at most one live ticket on a connection',
    text: `select company_id, contact_id, connection_id, array_agg(id) as tickets from tickets
            where status <> 'closed' and connection_id is not null
            group by company_id, contact_id, connection_id having count(*) > 1`,
  },
  {
    name: 'attended tickets',
    rule: 'an open ticket is nobody’s group, and a closed one knows when it was closed',
    text: `select company_id, id, status, is_group, closed_at from tickets
            where (status = 'open' and is_group) or (status = 'group' and not is_group)
               or (status = 'closed') <> (closed_at is not null)`,
  },
  {
    name: 'newest closed',
    rule: 'of the closed tickets of a contact and connection exactly one is shown',
    text: `select company_id, contact_id, connection_id, count(*) filter (where is_newest_closed) as shown from tickets t
            where status = 'closed' and not is_unlisted and connection_id is not null and ${shown('t')} group by company_id, contact_id, connection_id
           having count(*) filter (where is_newest_closed) <> 1
            union all
           select company_id, contact_id, connection_id, 1 from tickets
            where is_newest_closed and (status <> 'closed' or is_unlisted)`,
  },
  {
    name: 'unread counter',
    rule: 'a live ticket counts the messages nobody has read; a closed one counts none',
    text: `select t.company_id, t.id, t.status, t.unread, m.n as counted
             from tickets t cross join lateral (select count(*) as n from messages m where m.company_id = t.company_id
                    and m.ticket_id = t.id and not m.from_me and not m.is_read and not m.is_private) m
            where t.unread <> case when t.status = 'closed' then 0 else m.n end`,
  },
  {
    name: 'last message',
    rule: 'a ticket shows the newest message that is no note and no removed reaction',
    // A message without text is shown by a label. Former releases left the text of a message that an agent deleted.
    text: `select t.company_id, t.id, t.last_message, m.body, t.last_from_me, m.from_me
             from tickets t cross join lateral (select body, from_me, is_deleted from messages m
                    where m.company_id = t.company_id and m.ticket_id = t.id and ${hasPreviewSql('m')}
                    order by seq desc limit 1) m
            where ${shown('t')} and (t.last_from_me <> m.from_me
               or (m.body ~ '\\S' and t.last_message <> left(m.body, 500)
                   and not (m.is_deleted and t.last_message = '${DELETED}')))`,
  },
  {
    name: 'log replays',
    rule: 'the last entry of its log tells how a ticket stands',
    text: `select t.company_id, t.id, t.status, t.user_id, l.type, l.user_id as logged_user
             from tickets t left join lateral (select type, user_id from ticket_log l where l.company_id = t.company_id
                    and l.ticket_id = t.id and l.type not in ('access', 'chatBot', 'redirect') order by id desc limit 1) l on true
            where ${shown('t')} and not t.is_unlisted and (l.type is null
               or not case l.type
                    when 'create' then t.status in ('pending', 'open', 'group')
                    when 'queue' then t.status = 'pending'
                    when 'pending' then t.status = 'pending' and t.user_id is null
                    when 'open' then t.status in ('open', 'group') and coalesce(t.user_id, l.user_id) is not distinct from l.user_id
                    when 'transfered' then t.status in ('pending', 'closed')
                    when 'receivedTransfer' then t.status = case when l.user_id is null then 'pending' when t.is_group then 'group' else 'open' end
                    when 'reopen' then t.status = case when l.user_id is null then 'pending' when t.is_group then 'group' else 'open' end
                    when 'lgpd' then t.status = 'lgpd'
                    when 'nps' then t.status = 'nps'
                    else t.status = 'closed' end)`,
  },
  {
    name: 'tracking',
    rule: 'a live ticket is tracked by one open row, a closed one by none',
    text: `select t.company_id, t.id, t.status, r.n as open_rows
             from tickets t cross join lateral (select count(*) as n from ticket_tracking r where r.company_id = t.company_id
                    and r.ticket_id = t.id and r.finished_at is null) r
            where ${shown('t')} and r.n <> case when t.status = 'closed' then 0 else 1 end`,
  },

  {
    name: 'periods',
    rule: 'the periods of a cycle begin and end with it, have no gaps, and one is open exactly while it is',
    text: `select k.company_id, k.id, k.ticket_id, k.created_at, k.finished_at, p.*
             from ticket_tracking k cross join lateral (
               select count(*) filter (where n.to_at is null) as open, min(n.from_at) as from_at, max(n.to_at) as to_at,
                      count(*) filter (where n.next_at <> n.to_at) as gaps
                 from (select p.from_at, p.to_at, lead(p.from_at) over (order by p.id) as next_at from ticket_periods p
                        where p.company_id = k.company_id and p.cycle_id = k.id) n) p
            where k.has_periods and (p.open <> (k.finished_at is null)::int or p.from_at is distinct from k.created_at or p.gaps > 0
               or (k.finished_at is not null and p.to_at is distinct from k.finished_at))`,
  },
  {
    name: 'waiting customers',
    rule: 'nobody waits for a reply in a closed conversation or while asked for a rating',
    text: `select t.company_id, t.id, t.status, t.waiting_since from tickets t
            where t.waiting_since is not null and t.status in ('closed', 'nps')`,
  },
  ...storedDayChecks,

  {
    name: 'runs of flows',
    rule: 'a flow runs only in a waiting ticket, and its path has as many steps as it took',
    text: `select r.company_id, r.id, r.ticket_id, t.status, r.state ->> 'seq' as counted, s.n as steps
             from flow_runs r join tickets t on t.company_id = r.company_id and t.id = r.ticket_id
            cross join lateral (select count(*) as n from flow_steps s where s.company_id = r.company_id and s.run_id = r.id) s
            where (r.ended_at is null and t.status in ('open', 'group', 'nps', 'closed'))
               or s.n <> (r.state ->> 'seq')::int`,
  },

  // Messages -------------------------------------------------------------------------------------------------------
  {
    name: 'sequence',
    rule: 'the messages of a ticket are numbered one by one; only a removed note leaves a hole',
    // A gap after a message that is still in the event log must be explained by the log.
    text: `with removed as (select company_id, (data ->> 'ticketId')::int as ticket_id, count(*) as n from event_log
                              where kind = 'note.removed' group by 1, 2),
                holes as (
             select t.company_id, t.id as ticket_id,
                    sum(n.seq - n.before - 1) filter (where coalesce(n.before_at, t.created_at) > ${LOG_RETAINED_SINCE}) as missing
               from tickets t cross join lateral (
                 select seq, coalesce(lag(seq) over (order by seq), 0) as before, lag(at) over (order by seq) as before_at from (
                   select seq, created_at as at from messages m where m.company_id = t.company_id and m.ticket_id = t.id
                    union all select t.message_seq + 1, now()) s) n
              where n.seq > n.before + 1 and ${shown('t')} group by t.company_id, t.id)
           select h.* from holes h left join removed r using (company_id, ticket_id) where h.missing > coalesce(r.n, 0)`,
  },
  {
    name: 'numbered twice',
    rule: 'no two messages of a ticket have one number',
    text: `select company_id, ticket_id, seq, array_agg(id) as messages from messages
            group by company_id, ticket_id, seq having count(*) > 1`,
  },
  {
    name: 'numbered too high',
    rule: 'no message has a higher number than its ticket gave out',
    text: `select m.company_id, m.ticket_id, m.id, m.seq, t.message_seq from messages m
             join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
            where m.seq > t.message_seq or m.seq < 1`,
  },
  {
    name: 'kept twice',
    rule: 'what the channel told once is kept once',
    text: `select company_id, connection_id, wid, array_agg(id) as messages from messages
            where wid is not null and connection_id is not null
            group by company_id, connection_id, wid having count(*) > 1`,
  },
  {
    name: 'sent twice',
    rule: 'what a client sent once is one message with one send',
    text: `select company_id, client_key as key, array_agg(id) as ids from messages
            where client_key is not null group by company_id, client_key having count(*) > 1
            union all
           select company_id, message_id::text, array_agg(id) from outbox where act = 'send'
            group by company_id, message_id having count(*) > 1`,
  },
  {
    name: 'in the right ticket',
    rule: 'a message is of the contact and connection of its ticket',
    text: `select m.company_id, m.id, m.ticket_id, m.contact_id, t.contact_id as of_ticket from messages m
             join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
            where m.contact_id <> t.contact_id
               or (m.connection_id is distinct from t.connection_id
                   and not ${isRemoving('coalesce(m.connection_id, t.connection_id)', 'm.company_id')})`,
  },
  {
    name: 'acknowledged',
    rule: 'acknowledgements only rise: a message stands at the highest that was told',
    text: `select m.company_id, m.id, m.ack, r.told from messages m cross join lateral (
              select max(case told when 'accepted' then 1 when 'sent' then 1 when 'delivered' then 2 when 'read' then 3
                                   when 'played' then 4 else 0 end) as told
                from message_receipts r where r.company_id = m.company_id and r.message_id = m.id) r
            where m.from_me and m.ack < r.told`,
  },
  ...teamAndCampaignChecks,
  {
    name: 'files',
    rule: 'every file that a message, quick reply, scheduled message, campaign, file list or greeting names has its row',
    text: `select n.company_id, n.source, n.id, n.key from (
             select company_id, 'message' as source, id, media_key as key from messages
              union all
             select company_id, 'message', id, preview_key from messages
              union all
             select company_id, 'quick reply', id, media_key from quick_messages
              union all
             select company_id, 'schedule', id, media_key from schedules
              union all
             select company_id, 'campaign', id, media_key from campaigns
              union all
             select company_id, 'file list', id, media_key from file_list_items
              union all
             select company_id, 'greeting', id, greeting_file_key from connections) n
            where n.key is not null
              and not exists (select from files f where f.company_id = n.company_id and f.storage_key = n.key)`,
  },

  // Contacts -------------------------------------------------------------------------------------------------------
  {
    name: 'identities',
    rule: 'an identity belongs to a contact who is present, and every contact has one',
    text: `select i.company_id, i.contact_id, i.kind, i.value from contact_identities i
             join contacts c on c.company_id = i.company_id and c.id = i.contact_id where c.merged_into_id is not null
            union all
           select c.company_id, c.id, 'none', c.number from contacts c where c.merged_into_id is null and c.removing_at is null
              and not exists (select from contact_identities i where i.company_id = c.company_id and i.contact_id = c.id)`,
  },
  {
    name: 'one person',
    rule: 'nobody is there twice: one phone is one contact, with or without the ninth digit',
    text: `select company_id, key, array_agg(id) as contacts from (
             select company_id, id, regexp_replace(number, '^(55[1-9][0-9])9([6-9][0-9]{7})$', '\\1\\2') as key
               from contacts where merged_into_id is null and removing_at is null and number <> '' and not is_group) c
            group by company_id, key having count(*) > 1
            union all
           select company_id, value, array_agg(contact_id) from contact_identities
            where kind = 'phone' and value ~ '^55[1-9][0-9]9[6-9][0-9]{7}$' group by company_id, value`,
  },
  {
    name: 'merged contacts',
    rule: 'who was merged into another has no live ticket',
    text: `select t.company_id, t.id, t.contact_id from tickets t
             join contacts c on c.company_id = t.company_id and c.id = t.contact_id
            where c.merged_into_id is not null and t.status <> 'closed'`,
  },

  // Receiving and sending --------------------------------------------------------------------------------------------
  {
    name: 'outbox and message',
    rule: 'a message stands where its send stands',
    text: `select m.company_id, m.id, m.delivery, m.ack, o.state from messages m
             join lateral (select state from outbox o where o.company_id = m.company_id and o.message_id = m.id
                    and o.act = 'send' order by o.id desc limit 1) o on true
            where not case o.state
                    when 'queued' then m.delivery in ('queued', 'sent', 'delivered', 'read')
                    when 'sending' then m.delivery in ('queued', 'sending', 'sent', 'delivered', 'read')
                    when 'done' then m.delivery in ('sent', 'delivered', 'read', 'failed')
                    else m.delivery = o.state end`,
  },
  {
    name: 'never forgotten',
    rule: 'a message of ours that should leave has a send; a note has none',
    text: `select m.company_id, m.id, m.origin, m.delivery, m.is_private from messages m
             left join lateral (select true as is_there from outbox o where o.company_id = m.company_id and o.message_id = m.id
                    and o.act in ('send', 'react') limit 1) o on true
            where (m.is_private and o.is_there)
               or (m.from_me and not m.is_private and m.origin <> 'phone' and m.connection_id is not null and o.is_there is null
                   and (m.delivery not in ('sent', 'delivered', 'read') or m.created_at > ${SENDS_RETAINED_SINCE})
                   and not ${isRemoving('m.connection_id', 'm.company_id')})`,
  },
  {
    name: 'leases',
    rule: 'nobody holds a send longer than its lease',
    takesStuckSeconds: true,
    text: `select company_id, id, message_id, lease_until from outbox
            where state = 'sending' and (lease_until is null or lease_until < now() - make_interval(secs => $1))`,
  },
  {
    name: 'stuck on the way out',
    rule: 'what is due is sent',
    takesStuckSeconds: true,
    text: `select o.company_id, o.id, o.message_id, o.not_before, o.fault from outbox o
             join connections c on c.company_id = o.company_id and c.id = o.connection_id
            where o.state = 'queued' and o.not_before < now() - make_interval(secs => $1)
              and (c.paused_until is null or c.paused_until < now() - make_interval(secs => $1))`,
  },
  {
    name: 'stuck on the way in',
    rule: 'what was delivered is worked off',
    takesStuckSeconds: true,
    text: `select company_id, 'inbox' as place, id, received_at from inbox where received_at < now() - make_interval(secs => $1)
            union all
           select company_id, 'signals', id, received_at from signals
            where greatest(received_at, next_try_at) < now() - make_interval(secs => $1)`,
  },

  // Billing --------------------------------------------------------------------------------------------------------
  {
    name: 'due date',
    rule: 'the due date of a company is what its subscription entries amount to',
    text: `with recursive entries as (
             select e.company_id, e.kind, e.day, coalesce(e.months, 0) as months, (e.at at time zone c.time_zone)::date as at_day,
                    row_number() over (partition by e.company_id order by e.at, e.id) as n
               from subscription_entries e join companies c using (company_id)
              where e.kind <> 'reversal' and not exists (select from subscription_entries r where r.company_id = e.company_id
                      and r.kind = 'reversal' and r.of_entry = e.id)),
           fold as (
             select company_id, n, day, extract(day from day)::int as anchor from entries where n = 1
              union all
             select e.company_id, e.n,
                    case when e.kind <> 'payment' then e.day when e.months = 0 then f.day
                         when next.day >= e.at_day then next.day else late.day end,
                    case when e.kind <> 'payment' then extract(day from e.day)::int
                         when e.months = 0 or next.day >= e.at_day then f.anchor else extract(day from e.at_day)::int end
               from fold f join entries e on e.company_id = f.company_id and e.n = f.n + 1
              cross join lateral (${monthsLater('f.day', 'f.anchor')}) next
              cross join lateral (${monthsLater('e.at_day', 'extract(day from e.at_day)::int')}) late)
           select c.company_id, c.due_date, f.day as counted from companies c
             left join lateral (select day from fold f where f.company_id = c.company_id order by n desc limit 1) f on true
            where f.day is null or c.due_date <> (f.day + 1)::timestamp at time zone c.time_zone - interval '1 millisecond'`,
  },
  {
    name: 'money',
    rule: 'an invoice that was paid has its money in the ledger once, and applied money has its invoice',
    // An invoice of nothing is paid without money; a purged company leaves the ledger alone. A second payment is held, and
    // may be returned. Money of a lost dispute that was won after all may pay another invoice.
    text: `select i.company_id, i.number, i.state, i.cents, sum(l.cents) as applied from invoices i
             left join payment_ledger l on l.invoice_number = i.number and l.state = 'applied'
            where i.cents > 0 and i.state in ('paid', 'disputed', 'refunded') group by i.company_id, i.id
           having count(l.cents) > 1 or (count(l.cents) = 0 and i.state <> 'refunded')
            union all
           select i.company_id, i.number, i.state, i.cents, l.cents from payment_ledger l join invoices i on i.number = l.invoice_number
            where l.state = 'applied' and i.state in ('open', 'void')`,
  },
  {
    name: 'one open renewal',
    rule: 'a company has at most one open renewal for a due day',
    text: `select company_id, due_day, array_agg(number) as numbers from invoices
            where kind = 'renewal' and state = 'open' group by company_id, due_day having count(*) > 1`,
  },
  {
    name: 'invoice numbers',
    rule: 'invoices are numbered one by one; only a purged company leaves a hole',
    text: `select c.year, c.last_number, count(i.number) as invoices, max(i.number) as highest from invoice_counters c
             left join invoices i on i.number like c.year || '-%'
            group by c.year, c.last_number
           having max(i.number) > c.year || '-' || lpad(c.last_number::text, 6, '0')
               or (count(i.number) <> c.last_number and not exists (
                     select from generate_series(1, (select max(company_id) from companies)) as purged (id)
                      where not exists (select from companies o where o.company_id = purged.id)))`,
  },
  {
    name: 'unfinished charges',
    rule: 'a charge is not being created for ten minutes',
    text: `select company_id, id, provider, method, created_at from charges
            where state = 'creating' and created_at < now() - interval '10 minutes'`,
  },

  // The event log --------------------------------------------------------------------------------------------------
  {
    name: 'events of tickets',
    rule: 'the newest event of a ticket that lists show tells its status',
    text: `with newest as (select distinct on (company_id, data -> 'ticketId') company_id, (data ->> 'ticketId')::int as id,
                                  data -> 'to' ->> 'status' as told
                             from event_log where kind = 'ticket.changed' order by company_id, data -> 'ticketId', xid desc, id desc)
           select t.company_id, t.id, t.status, n.told from tickets t left join newest n using (company_id, id)
            where ${shown('t')} and not t.is_unlisted and case when n.told is null then t.created_at > ${LOG_RETAINED_SINCE} else n.told <> t.status end`,
  },
  {
    name: 'events of messages',
    rule: 'every message was told, and nothing was told that is not there',
    text: `with told as (select distinct company_id, (data ->> 'messageId')::bigint as id, (data ->> 'ticketId')::int as ticket_id
                           from event_log where kind = 'message.stored'),
                removed as (select company_id, (data ->> 'messageId')::bigint as id from event_log where kind = 'note.removed')
           select m.company_id, m.id, m.ticket_id, 'never told' as what from messages m left join told t using (company_id, id)
            where t.id is null and m.created_at > ${LOG_RETAINED_SINCE}
            union all
           select t.company_id, t.id, t.ticket_id, 'not there' from told t left join messages m using (company_id, id)
            where m.id is null and not exists (select from removed r where r.company_id = t.company_id and r.id = t.id)
              and exists (select from tickets k where k.company_id = t.company_id and k.id = t.ticket_id and ${shown('k')})`,
  },
];
