import { presentCampaign, presentCampaignSetting } from '../../modules/campaigns/index.ts';
import type { Modules } from '../modules.ts';
import { actionOf, type BuildersOf } from './message-builders.ts';

export function campaignMessages({
  campaignModule: { campaigns, settings },
  clock,
  signFile: sign,
}: Modules): BuildersOf<'campaign' | 'campaign-settings'> {
  return {
    'campaign.saved': async ({ campaignId, isNew }, companyId) => {
      const campaign = await campaigns.find(companyId, campaignId);
      if (!campaign) return [];
      const record = presentCampaign(campaign, { sign, now: clock.now() });
      return [{ topic: 'campaign', to: ['admins'], payload: { action: actionOf(isNew), record } }];
    },
    'campaign.removed': ({ campaignId }) => [
      { topic: 'campaign', to: ['admins'], payload: { action: 'delete', id: campaignId } },
    ],
    'campaign-settings.saved': async (_, companyId) => [
      {
        topic: 'campaignSettings',
        to: ['admins'],
        payload: { action: 'create', settings: (await settings.list(companyId)).map(presentCampaignSetting) },
      },
    ],
  };
}
