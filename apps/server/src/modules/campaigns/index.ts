export type { CampaignDeps } from './campaign-deps.ts';
export { createCampaignModule, type CampaignModule } from './campaign-module.ts';
export { finishForDemo } from './demo.store.ts';
export { campaignRoutes } from './campaigns.routes.ts';
export { presentCampaign, presentSetting as presentCampaignSetting } from './campaigns.wire.ts';
export type { Reply } from './replies.ts';
