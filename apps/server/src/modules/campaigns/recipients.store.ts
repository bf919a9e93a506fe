import type { RecipientState, SkipReason } from '@balcao/domain/campaign/campaign';
import type { CampaignRecipientRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** A recipient whose turn it is, and what is known about its number. */
export interface Candidate extends Pick<
  CampaignRecipientRow,
  | 'id'
  | 'campaignId'
  | 'listItemId'
  | 'contactId'
  | 'name'
  | 'number'
  | 'email'
  | 'addressKey'
  | 'variant'
  | 'confirmVariant'
  | 'attempt'
  | 'reason'
> {
  state: 'planned' | 'confirmed';
  /** Whether the number of the list item exists; null: unknown. */
  isValid: boolean | null;
}
const next = {
  name: 'campaign-recipients.next',
  text: `select r.id::float8 as id, r.campaign_id as "campaignId", r.list_item_id as "listItemId",
                r.contact_id as "contactId", r.name, r.number, r.email, r.address_key as "addressKey", r.variant,
                r.confirm_variant as "confirmVariant", r.attempt, r.reason, r.state, i.is_valid as "isValid"
           from campaign_recipients r
           left join contact_list_items i on i.company_id = r.company_id and i.id = r.list_item_id
          where r.company_id = $1 and r.campaign_id = $2 and r.state in ('planned', 'confirmed') and r.not_before <= $3
          order by r.not_before, r.id limit $4`,
};
const nextTime = {
  name: 'campaign-recipients.next-time',
  text: `select not_before as at from campaign_recipients
          where company_id = $1 and campaign_id = $2 and state in ('planned', 'confirmed') order by not_before limit 1`,
};
const lock = {
  name: 'campaign-recipients.lock',
  text: `select r.id from campaign_recipients r
           join unnest($2::bigint[], $3::text[], $4::int[]) as read (id, state, attempt)
             on r.id = read.id and r.state = read.state and r.attempt = read.attempt
          where r.company_id = $1 and r.id = any($2::bigint[]) and r.address_key <> '' order by r.id for no key update of r`,
};
const skip = {
  name: 'campaign-recipients.skip',
  text: `update campaign_recipients r set state = 'skipped', reason = s.reason, state_at = now()
           from unnest($2::bigint[], $3::text[]) as s (id, reason)
          where r.company_id = $1 and r.id = s.id and r.id = any($2::bigint[]) and r.state in ('planned', 'confirmed')`,
};
const settle = {
  name: 'campaign-recipients.settle',
  text: `update campaign_recipients set state = $3, reason = $4, state_at = now()
          where company_id = $1 and id = $2 and state in ('planned', 'confirmed') returning id`,
};
const OF_SENT = `from unnest($2::bigint[], $3::int[], $4::bigint[], $5::int[]) as s (id, contact, message, variant)
          where r.company_id = $1 and r.id = s.id and r.id = any($2::bigint[])`;
const queued = {
  name: 'campaign-recipients.queued',
  text: `update campaign_recipients r set state = 'queued', reason = '', contact_id = s.contact, message_id = s.message,
                variant = s.variant, queued_at = now(), state_at = now() ${OF_SENT}`,
};
const asking = {
  name: 'campaign-recipients.asking',
  text: `update campaign_recipients r set state = 'asking', reason = '', contact_id = s.contact, ask_message_id = s.message,
                confirm_variant = s.variant, queued_at = now(), state_at = now() ${OF_SENT}`,
};
const postpone = {
  name: 'campaign-recipients.postpone',
  text: 'update campaign_recipients set not_before = $3 where company_id = $1 and id = any($2::bigint[])',
};
const markChecked = {
  name: 'campaign-recipients.mark-checked',
  text: `update campaign_recipients set reason = 'checked' where company_id = $1 and id = $2 and state = 'planned'`,
};
/** Those with a message that may still wait in the outbox. */
const withdrawable = {
  name: 'campaign-recipients.withdrawable',
  text: `select id::float8 as id, state, attempt,
                coalesce(case state when 'queued' then message_id else ask_message_id end, 0)::float8 as "messageId"
           from campaign_recipients where company_id = $1 and campaign_id = $2 and state in ('queued', 'asking')
          order by id for no key update`,
};
const takeBack = {
  name: 'campaign-recipients.take-back',
  text: `update campaign_recipients r
            set state = case when r.state = 'queued' and r.confirmed_at is not null then 'confirmed' else 'planned' end,
                message_id = case when r.state = 'queued' then null else r.message_id end,
                ask_message_id = case when r.state = 'asking' then null else r.ask_message_id end,
                attempt = r.attempt + 1, queued_at = null, state_at = now()
          where r.company_id = $1 and r.id = any($2::bigint[])`,
};
// The ids are an array: a subquery with a limit could be run again for each row, and pick others.
const expire = {
  name: 'campaign-recipients.expire-asked',
  text: `update campaign_recipients set state = 'no-answer', state_at = now()
          where company_id = $1 and id = any (array(select id from campaign_recipients
            where company_id = $1 and state = 'asked' and asked_at < $2 order by asked_at limit 5000 for no key update skip locked))
         returning campaign_id as "campaignId"`,
};

/** A recipient whose message is in the outbox. */
export interface SentRecipient {
  id: number;
  contactId: number;
  messageId: number;
  /** Null: a template. */
  variant: number | null;
}
const arraysOf = (sent: SentRecipient[]) => [
  sent.map(({ id }) => id),
  sent.map(({ contactId }) => contactId),
  sent.map(({ messageId }) => messageId),
  sent.map(({ variant }) => variant),
];
export interface Withdrawable {
  id: number;
  state: 'queued' | 'asking';
  attempt: number;
  messageId: number;
}

/** The ledger as the send step and the users change it. */
export const recipientStore = {
  next: (tx: Tx, campaignId: number, now: Date, limit: number) =>
    tx.query<Candidate>(next, [tx.companyId, campaignId, now, limit]),
  /** When the next recipient is due; null if there is none. */
  async nextTime(tx: Tx, campaignId: number): Promise<Date | null> {
    return (await tx.query<{ at: Date }>(nextTime, [tx.companyId, campaignId]))[0]?.at ?? null;
  },
  /** False when one of them was changed after it was read. */
  lockUnchanged: async (tx: Tx, candidates: Candidate[]): Promise<boolean> =>
    (
      await tx.query(lock, [
        tx.companyId,
        candidates.map(({ id }) => id),
        candidates.map(({ state }) => state),
        candidates.map(({ attempt }) => attempt),
      ])
    ).length === candidates.length,
  skip: (tx: Tx, recipients: { id: number; reason: SkipReason }[]) =>
    tx.query(skip, [tx.companyId, recipients.map(({ id }) => id), recipients.map(({ reason }) => reason)]),
  /** Ends it without a message. */
  settle: async (tx: Tx, id: number, state: Extract<RecipientState, 'skipped' | 'failed'>, reason: string) =>
    (await tx.query(settle, [tx.companyId, id, state, reason])).length > 0,
  setQueued: (tx: Tx, sent: SentRecipient[]) => tx.query(queued, [tx.companyId, ...arraysOf(sent)]),
  setAsking: (tx: Tx, sent: SentRecipient[]) => tx.query(asking, [tx.companyId, ...arraysOf(sent)]),
  postpone: (tx: Tx, ids: number[], until: Date) => tx.query(postpone, [tx.companyId, ids, until]),
  markChecked: (tx: Tx, id: number) => tx.query(markChecked, [tx.companyId, id]),
  withdrawable: (tx: Tx, campaignId: number) => tx.query<Withdrawable>(withdrawable, [tx.companyId, campaignId]),
  takeBack: (tx: Tx, ids: number[]) => tx.query(takeBack, [tx.companyId, ids]),
  /** Confirmations without an answer; returns their campaigns. */
  async expireAsked(tx: Tx, before: Date): Promise<number[]> {
    const rows = await tx.query<{ campaignId: number }>(expire, [tx.companyId, before]);
    return [...new Set(rows.map(({ campaignId }) => campaignId))];
  },
};
