import { createCampaignModule, type CampaignDeps } from '../modules/campaigns/index.ts';
import type { Schedules } from '../modules/schedules/index.ts';
import type { Tx } from '../infrastructure/db/tx.ts';
import type { AutoMessages, DeliveryWorker } from '../modules/messages/index.ts';
import type { Queues } from '../modules/queues/index.ts';
import type { Tags } from '../modules/tags/index.ts';
import type { UserLookups } from './user-lookups.ts';

interface Base extends Pick<CampaignDeps, 'db' | 'clock' | 'storage' | 'limits' | 'onError'> {
  isSendingHeld(): boolean;
}
interface Lower extends Pick<
  CampaignDeps,
  | 'companies'
  | 'settings'
  | 'connections'
  | 'connectionHealth'
  | 'contacts'
  | 'tickets'
  | 'messages'
  | 'templates'
  | 'optOuts'
  | 'removals'
> {
  autoMessages: AutoMessages;
  deliveryWorker: Pick<DeliveryWorker, 'rateLimitOf'>;
  queues: Queues;
  tags: Tags;
  userLookups: UserLookups;
}

/** Campaigns and the worker that sends them. */
export function buildCampaigns({ db, clock, storage, limits, isSendingHeld, onError }: Base, lower: Lower) {
  return {
    campaignModule: createCampaignModule({
      db,
      clock,
      storage,
      limits,
      isHeld: isSendingHeld,
      onError,
      ...lower,
      rateLimitOf: lower.deliveryWorker.rateLimitOf,
      renderContent: lower.autoMessages.render,
      existingQueueIds: lower.queues.existingIds,
      existingTagIds: lower.tags.existingIds,
      userExists: lower.userLookups.userExists,
    }),
  };
}

type CampaignModule = ReturnType<typeof createCampaignModule>;
type Replies = Parameters<CampaignModule['onReply']>[1];

/** Replies of customers end their schedules and confirm or refuse campaigns. */
export const followReplies =
  ({ schedules, campaignModule }: { schedules: Pick<Schedules, 'inTx'>; campaignModule: CampaignModule }) =>
  async (tx: Tx, replies: Replies): Promise<void> => {
    await Promise.all([
      schedules.inTx.cancelOnReply(tx, [...new Set(replies.map(({ contactId }) => contactId))]),
      campaignModule.onReply(tx, replies),
    ]);
  };
