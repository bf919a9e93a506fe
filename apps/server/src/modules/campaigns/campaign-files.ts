import { editableParts } from '@balcao/domain/campaign/machine';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Upload } from '../../infrastructure/http/handle.ts';
import { HEAD_BYTES, sniff } from '../../infrastructure/media/sniff.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignRecords, NO_MEDIA, type Media } from './campaign-records.store.ts';

const MAX_NAME_LENGTH = 200;
/** Files that a phone opens. Web pages and programs are never sent in bulk. */
const REFUSED = /^(text\/html|image\/svg|application\/(javascript|x-msdownload|x-executable|x-sh|xhtml))/;

/** The file that is sent with the message of a campaign; the message becomes its caption. */
export function createCampaignFiles({ db, clock, storage, limits }: CampaignDeps) {
  function assertEditable(campaign: CampaignRow): CampaignRow {
    if (editableParts(campaign, clock.now()) === 'none') refuse('ERR_CAMPAIGN_READ_ONLY');
    return campaign;
  }
  const lockEditable = async (tx: Tx, id: number) =>
    assertEditable(assertFound(await campaignRecords.lock(tx, id), 'ERR_NO_CAMPAIGN_FOUND'));

  /** Replaces the file; returns the keys of files that nothing uses any more. */
  async function replace(tx: Tx, before: CampaignRow, media: Media): Promise<string[]> {
    await campaignRecords.update(tx, before.id, media);
    tx.emit({ type: 'campaign.saved', campaignId: before.id, isNew: false });
    return before.mediaKey === null ? [] : fileStore.release(tx, [before.mediaKey]);
  }
  /** Call it after the commit: until then the row still refers to the file. */
  const removeFromStorage = (keys: string[]) => Promise.all(keys.map((key) => storage.remove(key)));

  return {
    async attach(actor: Actor, id: number, file: Upload): Promise<void> {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      // Checked before anything is stored: a refused upload leaves no orphan file.
      await db.readCompany(actor.companyId, async (tx) =>
        assertEditable(assertFound(await campaignRecords.find(tx, id), 'ERR_NO_CAMPAIGN_FOUND')),
      );
      const mediaName = nameOf(file.fileName);
      const { mime } = sniff(file.bytes.subarray(0, HEAD_BYTES), mediaName);
      if (REFUSED.test(mime)) refuse('ERR_CAMPAIGN_FILE_TYPE', { field: 'file', rule: 'invalid' });
      const stored = await storage.put(file.bytes, { companyId: actor.companyId, kind: 'media' });
      const released = await db.inCompany(actor.companyId, async (tx) => {
        const before = await lockEditable(tx, id);
        await fileStore.insert(tx, { ...stored, purpose: 'media', mime, name: mediaName, createdBy: actor.userId });
        return replace(tx, before, { mediaKey: stored.key, mediaName, mediaMime: mime });
      });
      await removeFromStorage(released);
    },
    async detach(actor: Actor, id: number): Promise<void> {
      const released = await db.inCompany(actor.companyId, async (tx) => {
        const before = await lockEditable(tx, id);
        return before.mediaKey === null ? [] : replace(tx, before, NO_MEDIA);
      });
      await removeFromStorage(released);
    },
  };
}

/** Sanitized file name: no spaces and no path separators. */
const nameOf = (fileName: string): string =>
  fileName.replaceAll(/[\\/]/g, '-').replaceAll(/\s/g, '_').slice(0, MAX_NAME_LENGTH);
