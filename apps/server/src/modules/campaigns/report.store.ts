import type { RecipientState } from '@balcao/domain/campaign/campaign';
import type { CampaignRecipientRow } from '../../infrastructure/db/schema/campaigns.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

export interface VariantCounts {
  variant: number;
  sent: number;
  delivered: number;
  read: number;
  replied: number;
  optedOut: number;
  failed: number;
}
export interface Totals {
  confirmationsAsked: number;
  confirmed: number;
  delivered: number;
  read: number;
  replied: number;
  optedOut: number;
}
export type RecipientView = CampaignRecipientRow & { ticketId: number | null };

const COLUMNS = `r.company_id as "companyId", r.id::float8 as id, r.campaign_id as "campaignId",
  r.list_item_id as "listItemId", r.contact_id as "contactId", r.name, r.number, r.email, r.address_key as "addressKey",
  r.variant, r.confirm_variant as "confirmVariant", r.state, r.reason, r.attempt,
  r.ask_message_id::float8 as "askMessageId", r.message_id::float8 as "messageId", r.not_before as "notBefore",
  r.asked_at as "askedAt", r.confirmed_at as "confirmedAt", r.queued_at as "queuedAt", r.sent_at as "sentAt",
  r.delivered_at as "deliveredAt", r.read_at as "readAt", r.replied_at as "repliedAt",
  r.opted_out_at as "optedOutAt", r.state_at as "stateAt",
  (select m.ticket_id from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = r.company_id and m.id = coalesce(r.message_id, r.ask_message_id) and not t.is_unlisted) as "ticketId"`;

// Each state is read by its own part of the index: a rare state of a large campaign is found without the others.
const page = {
  name: 'campaign-report.page',
  text: `with ids as (
           select p.id from unnest($3::text[]) as s (state) cross join lateral (
             select r.id from campaign_recipients r
              where r.company_id = $1 and r.campaign_id = $2 and r.state = s.state and r.id > $4
                and ($5 = '%%' or folded(r.name) like $5 or ($7 and r.number like $5))
              order by r.id limit $6) p
            order by p.id limit $6)
         select ${COLUMNS} from ids i join campaign_recipients r on r.company_id = $1 and r.id = i.id order by r.id`,
};
const reasons = {
  name: 'campaign-report.reasons',
  text: `select state, reason, count(*)::int as count from campaign_recipients
          where company_id = $1 and campaign_id = $2 and state in ('skipped', 'failed') group by 1, 2 order by 3 desc`,
};
const totals = {
  name: 'campaign-report.totals',
  text: `select count(asked_at)::int as "confirmationsAsked", count(confirmed_at)::int as confirmed,
                count(delivered_at)::int as delivered, count(read_at)::int as read, count(replied_at)::int as replied,
                count(opted_out_at)::int as "optedOut"
           from campaign_recipients where company_id = $1 and campaign_id = $2`,
};
const variants = {
  name: 'campaign-report.variants',
  text: `select variant::int as variant, count(*) filter (where state in ('sent', 'delivered', 'read'))::int as sent,
                count(delivered_at)::int as delivered, count(read_at)::int as read, count(replied_at)::int as replied,
                count(opted_out_at)::int as "optedOut", count(*) filter (where state = 'failed')::int as failed
           from campaign_recipients where company_id = $1 and campaign_id = $2 and variant is not null
          group by variant order by variant`,
};

export const reportStore = {
  page: (
    tx: Tx,
    campaignId: number,
    filter: { states: RecipientState[]; search: string; after: number; limit: number; findsNumbers: boolean },
  ) =>
    tx.query<RecipientView>(page, [
      tx.companyId,
      campaignId,
      filter.states,
      filter.after,
      likePattern(filter.search),
      filter.limit,
      filter.findsNumbers,
    ]),
  reasons: (tx: Tx, campaignId: number) =>
    tx.query<{ state: 'skipped' | 'failed'; reason: string; count: number }>(reasons, [tx.companyId, campaignId]),
  async totals(tx: Tx, campaignId: number): Promise<Totals> {
    return (await tx.query<Totals>(totals, [tx.companyId, campaignId]))[0]!;
  },
  variants: (tx: Tx, campaignId: number) => tx.query<VariantCounts>(variants, [tx.companyId, campaignId]),
};
