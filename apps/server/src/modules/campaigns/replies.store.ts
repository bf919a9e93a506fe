import type { Tx } from '../../infrastructure/db/tx.ts';

export interface AskedRecipient {
  id: number;
  campaignId: number;
  contactId: number;
}
const asked = {
  name: 'campaign-replies.asked',
  text: `select r.id::float8 as id, r.campaign_id as "campaignId", r.contact_id as "contactId"
           from campaign_recipients r join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
          where r.company_id = $1 and r.contact_id = $2 and r.state in ('asking', 'asked')
            and c.status = 'EM_ANDAMENTO' and c.connection_id = $3
          order by r.id for no key update of r`,
};
const answer = {
  name: 'campaign-replies.answer',
  text: `update campaign_recipients set state = $3, confirmed_at = case when $3 = 'confirmed' then now() end,
                asked_at = coalesce(asked_at, now()), replied_at = coalesce(replied_at, now()),
                not_before = coalesce($4, not_before), state_at = now()
          where company_id = $1 and id = any($2::bigint[])`,
};
/** The last message of a campaign to this person on this connection counts as answered. */
const replied = {
  name: 'campaign-replies.replied',
  text: `update campaign_recipients r set replied_at = now()
          where r.company_id = $1 and r.id = (
            select a.id from campaign_recipients a join campaigns c on c.company_id = a.company_id and c.id = a.campaign_id
             where a.company_id = $1 and a.contact_id = $2 and c.connection_id = $3
               and a.state in ('queued', 'held', 'sent', 'delivered', 'read', 'unknown')
               and a.queued_at > now() - interval '30 days'
             order by a.queued_at desc limit 1)
            and r.replied_at is null
         returning r.campaign_id as "campaignId"`,
};
const contactsInCampaigns = {
  name: 'campaign-replies.contacts',
  text: 'select distinct contact_id as id from campaign_recipients where company_id = $1 and contact_id = any($2::int[])',
};

export const replyStore = {
  /** Which of these contacts are recipients of campaigns: most are not. */
  async recipientsAmong(tx: Tx, contactIds: number[]): Promise<Set<number>> {
    const rows = await tx.query<{ id: number }>(contactsInCampaigns, [tx.companyId, contactIds]);
    return new Set(rows.map(({ id }) => id));
  },
  asked: (tx: Tx, contactId: number, connectionId: number) =>
    tx.query<AskedRecipient>(asked, [tx.companyId, contactId, connectionId]),
  answer: (tx: Tx, ids: number[], state: 'confirmed' | 'declined', notBefore: Date | null) =>
    tx.query(answer, [tx.companyId, ids, state, notBefore]),
  markReplied: async (tx: Tx, contactId: number, connectionId: number): Promise<number[]> =>
    (await tx.query<{ campaignId: number }>(replied, [tx.companyId, contactId, connectionId])).map(
      ({ campaignId }) => campaignId,
    ),
};
