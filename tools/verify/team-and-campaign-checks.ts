import type { Check } from './check.ts';

export const teamAndCampaignChecks: Check[] = [
  {
    name: 'team chats',
    rule: 'messages of a team chat are numbered without gaps up to its last one, nobody has read more, and its owner is a member',
    text: `select c.company_id, c.id from team_chats c
            where c.removed_at is null and (
              c.last_seq <> (select count(*) from team_chat_messages m where m.company_id = c.company_id and m.chat_id = c.id)
              or c.last_seq <> coalesce((select max(m.seq) from team_chat_messages m
                                          where m.company_id = c.company_id and m.chat_id = c.id), 0)
              or exists (select from team_chat_members m
                          where m.company_id = c.company_id and m.chat_id = c.id and m.read_seq > c.last_seq)
              or not exists (select from team_chat_members m
                              where m.company_id = c.company_id and m.chat_id = c.id and m.user_id = c.owner_id))`,
  },
  {
    name: 'campaign ledger',
    rule: 'a recipient of a campaign has the outcome of its message, within ten minutes',
    text: `select r.company_id, r.campaign_id, r.id, r.state, m.delivery
             from campaign_recipients r join messages m on m.company_id = r.company_id and m.id = r.message_id
            where r.queued_at between now() - interval '47 hours' and now() - interval '10 minutes'
              and r.state <> case when m.delivery in ('held', 'sent', 'delivered', 'read', 'failed', 'unknown') then m.delivery
                                  else 'queued' end
              and not (r.state = 'unknown' and m.delivery = 'held')
            union all
           select r.company_id, r.campaign_id, r.id, r.state, 'no message' from campaign_recipients r
            where r.state in ('planned', 'skipped', 'asking', 'asked', 'declined', 'no-answer') and r.message_id is not null`,
  },
  {
    name: 'campaign messages',
    rule: 'a campaign reaches an address once: one main message for each of its recipients',
    text: `select m.company_id, split_part(m.client_key, ' ', 2) as recipient, count(*) as messages from messages m
            where m.origin = 'campaign' and m.client_key ~ '^campaign \\d+ \\d+$' and m.delivery <> 'failed'
            group by 1, 2 having count(*) > 1`,
  },
  {
    name: 'finished campaigns',
    rule: 'a campaign has ended exactly when all its recipients are known and have an outcome, within ten minutes',
    text: `select c.company_id, c.id, c.status from campaigns c
            where c.status = 'FINALIZADA' and (c.planned_at is null or exists (
                    select from campaign_recipients r where r.company_id = c.company_id and r.campaign_id = c.id
                       and r.state in ('planned', 'asking', 'asked', 'confirmed', 'queued', 'held')))
            union all
           select c.company_id, c.id, c.status from campaigns c
            where c.status = 'EM_ANDAMENTO' and greatest(c.planned_at, c.updated_at) < now() - interval '10 minutes'
              and c.planned_at is not null and not exists (
                    select from campaign_recipients r where r.company_id = c.company_id and r.campaign_id = c.id
                       and (r.state in ('planned', 'asking', 'asked', 'confirmed', 'queued', 'held')
                            or r.state_at > now() - interval '10 minutes'))`,
  },
  {
    name: 'ended schedules',
    rule: 'a schedule has a next date exactly while it is pending and dates are left',
    text: `select company_id, id, status, next_at, done, count from schedules where (next_at is null) <> (status <> 'pending')
            union all
           select company_id, id, status, next_at, done, count from schedules where next_at is not null and done >= count`,
  },
  {
    name: 'list counters',
    rule: 'a contact list counts its items',
    text: `select l.company_id, l.id, l.item_count, count(i.id) as items from contact_lists l
             left join contact_list_items i on i.company_id = l.company_id and i.list_id = l.id
            group by l.company_id, l.id
           having l.item_count <> count(i.id) or l.valid_count <> count(*) filter (where i.is_valid)
               or l.invalid_count <> count(*) filter (where not i.is_valid)`,
  },
];
