import { recipientTransitions } from '@balcao/domain/campaign/machine';
import { FAILED_OF, OPTED_OUT_OF } from '@balcao/domain/campaign/guards';
import type { RecipientState } from '@balcao/domain/campaign/campaign';
import type { StoredCounts } from '../../infrastructure/db/schema/campaigns.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';

/** `from>to`, as the domain allows it. */
const allowed = Object.entries(recipientTransitions).flatMap(([from, next]) => next.map((to) => `${from}>${to}`));

export interface ChangedRecipient {
  id: number;
  campaignId: number;
  listItemId: number | null;
  state: RecipientState;
  reason: string;
}
const RETURNING = `r.id::float8 as id, r.campaign_id as "campaignId", r.list_item_id as "listItemId", r.state, r.reason`;
const STATE = `case m.delivery when 'held' then 'held' when 'sent' then 'sent' when 'delivered' then 'delivered'
  when 'read' then 'read' when 'failed' then 'failed' when 'unknown' then 'unknown' end`;
/** Receipts only rise; the channel's own clock is not stored, so that the time is that of the update. */
const SET = `state = n.state, reason = case when n.state = 'failed' then coalesce(m.failure_code, '') else r.reason end,
  sent_at = case when n.state in ('sent', 'delivered', 'read') then coalesce(r.sent_at, now()) else r.sent_at end,
  delivered_at = case when n.state in ('delivered', 'read') then coalesce(r.delivered_at, now()) else r.delivered_at end,
  read_at = case when n.state = 'read' then coalesce(r.read_at, now()) else r.read_at end, state_at = now()`;

// Rows are locked in the order of their ids, as everywhere that locks several.
const sync = (name: string, which: string) => ({
  name,
  text: `with these as materialized (
           select r.id from campaign_recipients r where r.company_id = $1 and ${which} order by r.id for no key update)
         update campaign_recipients r set ${SET}
           from these t, messages m cross join lateral (select ${STATE} as state) n
          where r.company_id = $1 and r.id = t.id and m.company_id = $1 and m.id = r.message_id
            and r.state || '>' || n.state = any($2::text[])
         returning ${RETURNING}`,
});
const syncMessages = sync('campaign-ledger.sync-messages', 'r.message_id = any($3::bigint[])');
const syncPending = sync(
  'campaign-ledger.sync-pending',
  `r.state in ('asking', 'asked', 'queued', 'held', 'sent', 'delivered') and r.queued_at > $3 and r.message_id is not null
   and exists (select from messages m where m.company_id = $1 and m.id = r.message_id and ${STATE} is distinct from r.state)`,
);
/** The channel may reject a confirmation after it took it. */
const ask = (name: string, which: string) => ({
  name,
  text: `update campaign_recipients r
            set state = n.state, reason = case when n.state = 'failed' then coalesce(m.failure_code, '') else '' end,
                asked_at = case when n.state = 'asked' then now() else r.asked_at end, state_at = now()
           from messages m cross join lateral (
             select case when m.delivery in ('held', 'sent', 'delivered', 'read') then 'asked'
                         when m.delivery in ('failed', 'unknown') then m.delivery end as state) n
          where r.company_id = $1 and r.state in ('asking', 'asked') and ${which} and m.company_id = $1
            and m.id = r.ask_message_id and r.state || '>' || n.state = any($2::text[])
         returning ${RETURNING}`,
});
const askMessages = ask('campaign-ledger.ask-messages', 'r.ask_message_id = any($3::bigint[])');
const askPending = ask('campaign-ledger.ask-pending', 'r.queued_at > $3');

const expireHeld = {
  name: 'campaign-ledger.expire-held',
  text: `update campaign_recipients r set state = 'unknown', state_at = now()
          where r.company_id = $1 and r.state = 'held' and r.queued_at < $2 returning ${RETURNING}`,
};
/**
 * A row counts as opted out when the person refused campaigns of its connection within 30 days after its message, also when
 * an agent confirmed the words of the person.
 */
const optOuts = {
  name: 'campaign-ledger.opt-outs',
  text: `update campaign_recipients r set opted_out_at = o.at
           from opt_outs o
          where o.company_id = $1 and o.revoked_at is null and o.at > $2
            and (o.source in ('word', 'channel') or o.source = 'user' and o.words <> '')
            and r.company_id = $1 and r.id = (
              select a.id from campaign_recipients a join campaigns c on c.company_id = $1 and c.id = a.campaign_id
               where a.company_id = $1 and a.address_key = o.address_key
                 and (o.connection_id is null or o.connection_id = c.connection_id)
                 and coalesce(a.queued_at, a.asked_at) between o.at - interval '30 days' and o.at
               order by coalesce(a.queued_at, a.asked_at) desc limit 1)
            and r.opted_out_at is null
         returning ${RETURNING}`,
};
const counts = {
  name: 'campaign-ledger.counts',
  text: `select state, count(*)::int as count, count(replied_at)::int as replied from campaign_recipients
          where company_id = $1 and campaign_id = $2 group by state`,
};
/** Recipients are not sent to in the order of their ids: those who were postponed or asked first follow later. */
const GUARDED = `company_id = $1 and campaign_id = $2 and queued_at > coalesce(
  (select last.queued_at from campaign_recipients last where last.company_id = $1 and last.id = $3), '-infinity')`;
const guard = {
  name: 'campaign-ledger.guard',
  text: `select (select count(*) filter (where f.state = 'failed' and f.reason <> 'ERR_CHANNEL_HELD_BACK')::int
                   from (select state, reason from campaign_recipients
                          where ${GUARDED}
                            and state in ('sent', 'delivered', 'read', 'failed', 'unknown')
                          order by queued_at desc, id desc limit ${FAILED_OF}) f) as failed,
                (select count(o.opted_out_at)::int
                   from (select opted_out_at from campaign_recipients
                          where ${GUARDED}
                          order by queued_at desc, id desc limit ${OPTED_OUT_OF}) o) as "optedOut"`,
};
const lastId = {
  name: 'campaign-ledger.last-id',
  text: `select id::float8 as id from campaign_recipients
          where company_id = $1 and campaign_id = $2 and queued_at is not null order by queued_at desc, id desc limit 1`,
};
const pendingCompanies = {
  name: 'campaign-ledger.pending-companies',
  text: 'select company_id as "companyId" from companies_with_recipients_pending($1, $2)',
};

/** What messages, receipts and opt-outs say, copied into the ledger. */
export const ledgerStore = {
  async syncMessages(tx: Tx, messageIds: number[]): Promise<ChangedRecipient[]> {
    return [
      ...(await tx.query<ChangedRecipient>(syncMessages, [tx.companyId, allowed, messageIds])),
      ...(await tx.query<ChangedRecipient>(askMessages, [tx.companyId, allowed, messageIds])),
    ];
  },
  /** The same for all rows since a time: finds what an ended process had not copied. */
  async syncSince(tx: Tx, since: Date): Promise<ChangedRecipient[]> {
    return [
      ...(await tx.query<ChangedRecipient>(syncPending, [tx.companyId, allowed, since])),
      ...(await tx.query<ChangedRecipient>(askPending, [tx.companyId, allowed, since])),
      ...(await tx.query<ChangedRecipient>(expireHeld, [tx.companyId, since])),
    ];
  },
  syncOptOuts: (tx: Tx, since: Date) => tx.query<ChangedRecipient>(optOuts, [tx.companyId, since]),
  async counts(tx: Tx, campaignId: number): Promise<StoredCounts> {
    const rows = await tx.query<{ state: RecipientState; count: number; replied: number }>(counts, [
      tx.companyId,
      campaignId,
    ]);
    const replied = rows.reduce((sum, row) => sum + row.replied, 0);
    return { ...Object.fromEntries(rows.map(({ state, count }) => [state, count])), replied };
  },
  async guardFacts(tx: Tx, campaignId: number, after: number): Promise<{ failed: number; optedOut: number }> {
    return (await tx.query<{ failed: number; optedOut: number }>(guard, [tx.companyId, campaignId, after]))[0]!;
  },
  /** The recipient after whom the guards count again; 0 before the first one. */
  async lastQueuedId(tx: Tx, campaignId: number): Promise<number> {
    return (await tx.query<{ id: number }>(lastId, [tx.companyId, campaignId]))[0]?.id ?? 0;
  },
  pendingCompanies: (db: Db, after: number, limit: number) =>
    db.query<{ companyId: number }>(pendingCompanies, [after, limit]),
};
