import type { Tx } from '../../infrastructure/db/tx.ts';

const finish = {
  name: 'campaign-demo.finish',
  text: `update campaigns set status = 'FINALIZADA', scheduled_at = now() - interval '9 days', planned_at = now() - interval '9 days',
                started_at = now() - interval '9 days', completed_at = now() - interval '9 days' + interval '72 minutes'
          where company_id = $1 and id = $2`,
};
/** Outcomes of a campaign of last week: most read it, some replied, one opted out, one number is unknown. */
const recipients = {
  name: 'campaign-demo.recipients',
  text: `insert into campaign_recipients (company_id, campaign_id, list_item_id, name, number, email, address_key, variant, state,
                reason, not_before, queued_at, sent_at, delivered_at, read_at, replied_at, opted_out_at)
         select $1, $2, i.id, i.name, i.number, i.email, i.address_key, 1 + n % 2,
                case when n = 11 then 'failed' when n % 5 = 0 then 'delivered' else 'read' end,
                case when n = 11 then 'ERR_CHANNEL_NOT_REACHABLE' else '' end, t.at, t.at,
                case when n <> 11 then t.at + interval '2 seconds' end, case when n <> 11 then t.at + interval '9 seconds' end,
                case when n <> 11 and n % 5 <> 0 then t.at + interval '14 minutes' end,
                case when n % 3 = 1 and n <> 11 then t.at + interval '31 minutes' end,
                case when n = 7 then t.at + interval '33 minutes' end
           from (select i.*, row_number() over (order by id) as n from contact_list_items i
                  where i.company_id = $1 and i.list_id = $3) i,
                lateral (select now() - interval '9 days' + n * interval '25 seconds' as at) t`,
};
const counts = {
  name: 'campaign-demo.counts',
  text: `update campaigns c set counts = (
           select jsonb_object_agg(state, n) || jsonb_build_object('replied', sum(replied)) from (
             select state, count(*) as n, count(replied_at) as replied from campaign_recipients
              where company_id = $1 and campaign_id = $2 group by state) s)
          where c.company_id = $1 and c.id = $2`,
};

/** Makes a campaign one that ended last week, for the demo company. Nothing is sent. */
export async function finishForDemo(tx: Tx, campaignId: number, contactListId: number): Promise<void> {
  await tx.query(finish, [tx.companyId, campaignId]);
  await tx.query(recipients, [tx.companyId, campaignId, contactListId]);
  await tx.query(counts, [tx.companyId, campaignId]);
}
