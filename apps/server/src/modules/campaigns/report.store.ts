import type { RecipientState } from '@balcao/domain/campaign/campaign';
import type { CampaignRecipientRow, StoredCounts } from '../../infrastructure/db/schema/campaigns.ts';
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
// All numbers of a report in one pass over the ledger: there are few groups.
const numbers = {
  name: 'campaign-report.numbers',
  text: `select state, case when state in ('skipped', 'failed') then reason end as reason, variant::int as variant,
                count(*)::int as count, count(asked_at)::int as asked, count(confirmed_at)::int as confirmed,
                count(delivered_at)::int as delivered, count(read_at)::int as read, count(replied_at)::int as replied,
                count(opted_out_at)::int as "optedOut"
           from campaign_recipients where company_id = $1 and campaign_id = $2 group by 1, 2, 3`,
};
interface Group {
  state: RecipientState;
  /** Null where the state says everything. */
  reason: string | null;
  variant: number | null;
  count: number;
  asked: number;
  confirmed: number;
  delivered: number;
  read: number;
  replied: number;
  optedOut: number;
}
type Count = 'count' | 'asked' | 'confirmed' | 'delivered' | 'read' | 'replied' | 'optedOut';
const sum = (groups: Group[], of: Count): number => groups.reduce((total, group) => total + group[of], 0);
const isSent = ({ state }: Group) => state === 'sent' || state === 'delivered' || state === 'read';

export interface ReportNumbers {
  counts: StoredCounts;
  /** The most frequent first. */
  reasons: { state: 'skipped' | 'failed'; reason: string; count: number }[];
  totals: Totals;
  variants: VariantCounts[];
}
function numbersOf(groups: Group[]): ReportNumbers {
  const byState = [...Map.groupBy(groups, ({ state }) => state)];
  const byReason = Map.groupBy(groups, ({ state, reason }) => (reason === null ? '' : `${state} ${reason}`));
  const byVariant = Map.groupBy(groups, ({ variant }) => variant ?? 0);
  byReason.delete('');
  byVariant.delete(0);
  return {
    counts: {
      ...Object.fromEntries(byState.map(([state, own]) => [state, sum(own, 'count')])),
      replied: sum(groups, 'replied'),
    },
    reasons: [...byReason.values()]
      .map((own) => ({
        state: own[0]!.state as 'skipped' | 'failed',
        reason: own[0]!.reason!,
        count: sum(own, 'count'),
      }))
      .sort((a, b) => b.count - a.count),
    totals: {
      confirmationsAsked: sum(groups, 'asked'),
      confirmed: sum(groups, 'confirmed'),
      delivered: sum(groups, 'delivered'),
      read: sum(groups, 'read'),
      replied: sum(groups, 'replied'),
      optedOut: sum(groups, 'optedOut'),
    },
    variants: [...byVariant]
      .sort(([a], [b]) => a - b)
      .map(([variant, own]) => ({
        variant,
        sent: sum(own.filter(isSent), 'count'),
        delivered: sum(own, 'delivered'),
        read: sum(own, 'read'),
        replied: sum(own, 'replied'),
        optedOut: sum(own, 'optedOut'),
        failed: sum(
          own.filter(({ state }) => state === 'failed'),
          'count',
        ),
      })),
  };
}

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
  numbers: async (tx: Tx, campaignId: number): Promise<ReportNumbers> =>
    numbersOf(await tx.query<Group & Record<string, unknown>>(numbers, [tx.companyId, campaignId])),
};
