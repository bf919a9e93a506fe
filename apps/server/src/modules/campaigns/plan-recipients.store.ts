import type { ResultFilter } from '@balcao/domain/campaign/campaign';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { outcomeConditions } from './result-outcomes.ts';

export const PLAN_PORTION = 5000;

/**
 * Inserts the recipients of a portion: each address once in a campaign. `portion` selects id, item, contact, name, number,
 * email, key, reason and not_before; the position moves in the same transaction, so that a restart continues.
 */
const plan = (portion: string) => `
  with portion as materialized (${portion} order by 1 limit ${PLAN_PORTION}),
  judged as (
    select p.*, case when p.reason <> '' then p.reason
        when p.key = '' then 'invalid'
        when row_number() over (partition by p.key, p.reason = '' order by p.position) > 1 then 'duplicate'
        when exists (select from campaign_recipients r where r.company_id = $1 and r.campaign_id = $2
                        and r.address_key = p.key and r.state <> 'skipped') then 'duplicate'
        else '' end as fate
      from portion p),
  added as (
    insert into campaign_recipients (company_id, campaign_id, list_item_id, contact_id, name, number, email, address_key,
                                     state, reason, not_before)
    select $1, $2, j.item_id, j.contact_id, j.name, j.number, j.email, j.key,
           case when j.fate = '' then 'planned' else 'skipped' end, j.fate, j.not_before
      from judged j order by j.position)
  select count(*)::int as count, coalesce(max(position), 0)::float8 as position from portion`;

const fromList = {
  name: 'campaign-planning.from-list',
  text: plan(`select i.id::bigint as position, i.id as item_id, null::int as contact_id, i.name, i.number, i.email,
                     i.address_key as key, case when i.is_valid is false then 'invalid' else '' end as reason,
                     $5::timestamptz as not_before
                from contact_list_items i where i.company_id = $1 and i.list_id = $4 and i.id > $3`),
};
// A contact of a page has no number: its id on the channel is its address.
const fromTag = {
  name: 'campaign-planning.from-tag',
  text: plan(`select c.id::bigint as position, null::int as item_id, c.id as contact_id, c.name, c.number, c.email,
                     coalesce(case when c.number ~ '^\\d{8,15}$' then phone_key(c.number) end,
                       (select address_key_of(i.kind, i.scope, i.value) from contact_identities i
                         where i.company_id = $1 and i.contact_id = c.id and i.kind in ('bsuid', 'lid', 'psid', 'igsid')
                         order by i.kind limit 1), '') as key,
                     case when not c.is_active then 'blocked' else '' end as reason, $5::timestamptz as not_before
                from contact_tags ct join contacts c on c.company_id = $1 and c.id = ct.contact_id
               where ct.company_id = $1 and ct.tag_id = $4 and ct.contact_id > $3
                 and not c.is_group and c.merged_into_id is null`),
};
// A person whom the channel held back is left alone for a day.
const fromResults = Object.fromEntries(
  Object.entries(outcomeConditions).map(([filter, condition]) => [
    filter,
    {
      name: `campaign-planning.from-results-${filter}`,
      text: plan(`select r.id as position, r.list_item_id as item_id, r.contact_id, r.name, r.number, r.email,
                         r.address_key as key, '' as reason,
                         case when r.reason = 'ERR_CHANNEL_HELD_BACK'
                              then greatest($5::timestamptz, r.state_at + interval '24 hours') else $5::timestamptz end as not_before
                    from campaign_recipients r
                   where r.company_id = $1 and r.campaign_id = $4 and r.id > $3 and r.address_key <> '' and ${condition}`),
    },
  ]),
);
const countResults = Object.fromEntries(
  Object.entries(outcomeConditions).map(([filter, condition]) => [
    filter,
    {
      name: `campaign-planning.has-results-${filter}`,
      text: `select r.id from campaign_recipients r
              where r.company_id = $1 and r.campaign_id = $2 and r.address_key <> '' and ${condition} limit 1`,
    },
  ]),
);
const move = {
  name: 'campaign-planning.move',
  text: `update campaigns set plan_position = greatest(plan_position, $3), planned_at = case when $4 then now() end
          where company_id = $1 and id = $2`,
};
const listExists = {
  name: 'campaign-planning.list-exists',
  text: 'select id from contact_lists where company_id = $1 and id = $2',
};
const lockList = { name: 'campaign-planning.lock-list', text: `${listExists.text} for key share` };

export const planningStore = {
  /** Plans the next portion; returns how many rows it had. */
  async portion(tx: Tx, campaign: CampaignRow, notBefore: Date): Promise<{ count: number; position: number }> {
    const { contactListId, tagId, sourceCampaignId, sourceFilter } = campaign;
    const [statement, source] =
      contactListId !== null
        ? [fromList, contactListId]
        : tagId !== null
          ? [fromTag, tagId]
          : sourceCampaignId !== null && sourceFilter !== null
            ? [fromResults[sourceFilter]!, sourceCampaignId]
            : [undefined, 0];
    if (!statement) return { count: 0, position: campaign.planPosition };
    const values = [tx.companyId, campaign.id, campaign.planPosition, source, notBefore];
    return (await tx.query<{ count: number; position: number }>(statement, values))[0]!;
  },
  move: (tx: Tx, id: number, position: number, isDone: boolean) => tx.query(move, [tx.companyId, id, position, isDone]),
  hasResults: async (tx: Tx, campaignId: number, filter: ResultFilter): Promise<boolean> =>
    (await tx.query(countResults[filter]!, [tx.companyId, campaignId])).length > 0,
  listExists: async (tx: Tx, id: number): Promise<boolean> =>
    (await tx.query(listExists, [tx.companyId, id])).length > 0,
  /** Keeps the list from being deleted until the transaction ends. */
  lockList: async (tx: Tx, id: number): Promise<boolean> => (await tx.query(lockList, [tx.companyId, id])).length > 0,
};
