import type { CampaignSettingRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const all = {
  name: 'campaign-settings.all',
  text: `select company_id as "companyId", id, key, value, updated_at as "updatedAt" from campaign_settings
          where company_id = $1 order by id`,
};
const save = {
  name: 'campaign-settings.save',
  text: `insert into campaign_settings (company_id, key, value)
         select $1, * from unnest($2::text[], $3::text[])
         on conflict (company_id, key) do update set value = excluded.value, updated_at = now()`,
};
/** Keys and values of the settings of campaigns. Missing keys have their defaults. */
export const campaignSettingStore = {
  all: (tx: Tx) => tx.query<CampaignSettingRow>(all, [tx.companyId]),
  save: (tx: Tx, values: Record<string, string>) =>
    tx.query(save, [tx.companyId, Object.keys(values), Object.values(values)]),
};
