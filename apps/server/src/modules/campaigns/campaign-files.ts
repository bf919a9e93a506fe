import { editableParts } from '@balcao/domain/campaign/machine';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import { createAttachedFile } from '../../infrastructure/storage/attached-file.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignRecords } from './campaign-records.store.ts';

/** Files that a phone opens. Web pages and programs are never sent in bulk. */
const REFUSED = /^(text\/html|image\/svg|application\/(javascript|x-msdownload|x-executable|x-sh|xhtml))/;

/** The file that is sent with the message of a campaign; the message becomes its caption. */
export function createCampaignFiles(deps: CampaignDeps) {
  function assertEditable(campaign: CampaignRow | undefined): CampaignRow {
    const found = assertFound(campaign, 'ERR_NO_CAMPAIGN_FOUND');
    if (editableParts(found, deps.clock.now()) === 'none') refuse('ERR_CAMPAIGN_READ_ONLY');
    return found;
  }

  return createAttachedFile<CampaignRow>(deps, {
    assertChangeable: async (tx, _actor, id) => assertEditable(await campaignRecords.find(tx, id)),
    lockChangeable: async (tx, _actor, id) => assertEditable(await campaignRecords.lock(tx, id)),
    assertType(mime) {
      if (REFUSED.test(mime)) refuse('ERR_CAMPAIGN_FILE_TYPE', { field: 'file', rule: 'invalid' });
    },
    async save(tx, before, media) {
      await campaignRecords.update(tx, before.id, media);
      tx.emit({ type: 'campaign.saved', campaignId: before.id, isNew: false });
    },
  });
}
