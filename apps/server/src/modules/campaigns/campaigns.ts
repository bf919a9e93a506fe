import type { CampaignStatus } from '@balcao/domain/campaign/campaign';
import { afterAction, editableParts, savedStatus } from '@balcao/domain/campaign/machine';
import { activeVariants } from '@balcao/domain/campaign/variants';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignRecords, NO_MEDIA, type CampaignFields } from './campaign-records.store.ts';
import { campaignStore } from './campaigns.store.ts';
import { planningStore } from './plan-recipients.store.ts';
import type { CampaignContent } from './recipient-content.ts';

export interface CampaignDraft extends CampaignFields {
  /** Admins may allow people who never wrote to the number, by typing its name. */
  allowsCold: boolean;
  coldConfirmation: string;
}
export type AssertDraft = (
  tx: Tx,
  actor: Actor,
  draft: CampaignDraft,
  options: { isComplete: boolean; hasSource?: boolean; wasColdAllowed?: boolean; saves?: boolean },
) => Promise<void>;

const MAX_CAMPAIGNS = 5000;

/** Campaigns as users write them. */
export function createCampaigns(deps: CampaignDeps) {
  const { db, clock, connections, contacts, removals, storage, templates } = deps;

  const get = async (tx: Tx, id: number) => assertFound(await campaignStore.byId(tx, id), 'ERR_NO_CAMPAIGN_FOUND');
  const lock = async (tx: Tx, id: number) => assertFound(await campaignRecords.lock(tx, id), 'ERR_NO_CAMPAIGN_FOUND');

  /** Ids of other companies and of removed records are refused as unknown. A complete draft can be sent. */
  const assertDraft: AssertDraft = async (
    tx,
    _actor,
    draft,
    { isComplete, hasSource = false, wasColdAllowed = false, saves = false },
  ) => {
    const { connectionId, contactListId, tagId, queueId, userId, templateId, templateValues } = draft;
    const connection = assertFound(await connections.inTx.find(tx, connectionId ?? 0), 'ERR_NO_WAPP_FOUND');
    if (contactListId !== null) {
      const exists = await (saves ? planningStore.lockList : planningStore.listExists)(tx, contactListId);
      if (!exists) refuse('ERR_NO_CONTACTLIST_FOUND');
    }
    if (tagId !== null && (await deps.existingTagIds(tx, [tagId])).length === 0) refuse('ERR_NO_TAG_FOUND');
    if (contactListId !== null && tagId !== null) refuse('ERR_CAMPAIGN_TWO_AUDIENCES');
    if (queueId !== null && (await deps.existingQueueIds(tx, [queueId])).length === 0) refuse('ERR_QUEUE_NOT_FOUND');
    if (userId !== null && !(await deps.userExists(tx, userId))) refuse('ERR_NO_USER_FOUND');
    if (templateId !== null) await templates.inTx.assertSendable(tx, connectionId, templateId, templateValues);
    if (draft.allowsCold && !wasColdAllowed && draft.coldConfirmation.trim() !== connection.name)
      refuse('ERR_CAMPAIGN_COLD_NAME', { field: 'coldConfirmation', rule: 'invalid' });
    if (!isComplete) return;
    if (contactListId === null && tagId === null && !hasSource) refuse('ERR_CAMPAIGN_NO_AUDIENCE');
    if (activeVariants(draft.messages).length === 0 && templateId === null) refuse('ERR_CAMPAIGN_NO_MESSAGE');
    if (draft.asksConfirmation && activeVariants(draft.confirmations).length === 0)
      refuse('ERR_CAMPAIGN_NO_CONFIRMATION');
  };

  /** Times that users see; a campaign that starts needs all its parts. */
  const fieldsOf = ({ allowsCold: _, coldConfirmation: __, ...fields }: CampaignDraft): CampaignFields => fields;
  const coldAllowedAt = (draft: CampaignDraft, before: CampaignRow | undefined): Date | null =>
    draft.allowsCold ? (before?.coldAllowedAt ?? clock.now()) : null;

  async function loadForPresent(tx: Tx, id: number) {
    return { campaign: await get(tx, id), masked: await contacts.inTx.hidesNumbers(tx) };
  }
  const isAudienceChanged = (before: CampaignRow, draft: CampaignDraft) =>
    before.contactListId !== draft.contactListId || before.tagId !== draft.tagId;

  return {
    assertDraft,
    list: (actor: Actor, filter: { search: string; status: CampaignStatus | null; page: number }) =>
      db.readCompany(actor.companyId, async (tx) => ({
        ...(await campaignStore.page(tx, filter)),
        statusCounts: await campaignStore.statusCounts(tx),
      })),
    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => loadForPresent(tx, id)),
    /** For socket messages. */
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => campaignStore.byId(tx, id)),

    create: (actor: Actor, draft: CampaignDraft) =>
      db.inCompany(actor.companyId, async (tx) => {
        await deps.companies.assertConfirmed(tx);
        const status = savedStatus(null, draft.scheduledAt);
        await assertDraft(tx, actor, draft, { isComplete: status === 'PROGRAMADA', saves: true });
        const counts = await campaignStore.statusCounts(tx);
        if ([...counts.values()].reduce((sum, count) => sum + count, 0) >= MAX_CAMPAIGNS)
          refuse('ERR_CAMPAIGN_LIMIT_REACHED');
        const id = await campaignRecords.insert(tx, {
          ...fieldsOf(draft),
          status,
          coldAllowedAt: coldAllowedAt(draft, undefined),
          authorId: actor.userId,
        });
        if (draft.allowsCold) await auditCold(tx, actor, id);
        tx.emit({ type: 'campaign.saved', campaignId: id, isNew: true });
        return loadForPresent(tx, id);
      }),

    update: (actor: Actor, id: number, draft: CampaignDraft) =>
      db.inCompany(actor.companyId, async (tx) => {
        const before = await lock(tx, id);
        const editable = editableParts(before, clock.now());
        if (editable === 'none') refuse('ERR_CAMPAIGN_READ_ONLY');
        if (editable === 'content' && isAudienceChanged(before, draft)) refuse('ERR_CAMPAIGN_AUDIENCE_FIXED');
        const status = savedStatus(before.status, draft.scheduledAt);
        const { hasSource, wasColdAllowed } = allowedBefore(before, draft);
        await assertDraft(tx, actor, draft, {
          isComplete: status !== 'INATIVA',
          hasSource,
          wasColdAllowed,
          saves: true,
        });
        await campaignRecords.update(tx, id, {
          ...fieldsOf(draft),
          status,
          coldAllowedAt: coldAllowedAt(draft, wasColdAllowed ? before : undefined),
          ...(!hasSource && { sourceCampaignId: null, sourceFilter: null }),
        });
        if (draft.allowsCold && !wasColdAllowed) await auditCold(tx, actor, id);
        await audit(tx, { userId: actor.userId, action: 'campaign.changed', subject: `campaign ${id}`, data: {} });
        tx.emit({ type: 'campaign.saved', campaignId: id, isNew: false });
        return loadForPresent(tx, id);
      }),

    /** Hides the campaign at once; its recipients are deleted in portions. */
    async remove(actor: Actor, id: number): Promise<void> {
      const { removalId, released } = await db.inCompany(actor.companyId, async (tx) => {
        const campaign = await lock(tx, id);
        if (afterAction(campaign, 'delete') === null) refuse('ERR_CAMPAIGN_RUNNING');
        const { name, mediaKey } = campaign;
        await audit(tx, {
          userId: actor.userId,
          action: 'campaign.removed',
          subject: `campaign ${id}`,
          data: { name },
        });
        tx.emit({ type: 'campaign.removed', campaignId: id });
        return {
          removalId: await removals.inTx.start(tx, actor, { kind: 'campaign', ids: [id], name }),
          released: mediaKey === null ? [] : await fileStore.release(tx, [mediaKey]),
        };
      });
      await Promise.all(released.map((key) => storage.remove(key)));
      await removals.workInline(actor.companyId, removalId);
    },
    loadForPresent,
    inTx: { detachTemplates: campaignStore.detachTemplates, neededTemplates: campaignStore.neededTemplates },
  };

  function auditCold(tx: Tx, actor: Actor, id: number) {
    return audit(tx, {
      userId: actor.userId,
      action: 'campaign.cold-allowed',
      subject: `campaign ${id}`,
      data: {},
    });
  }
}
/** The campaign that a draft names, if it was saved before. */
export const findSaved = async (tx: Tx, id: number | null): Promise<CampaignRow | undefined> =>
  id === null ? undefined : assertFound(await campaignRecords.find(tx, id), 'ERR_NO_CAMPAIGN_FOUND');
/** A draft with the file of the saved campaign. */
export function contentOf(draft: CampaignDraft, saved: CampaignRow | undefined): CampaignContent {
  const { mediaKey, mediaName, mediaMime } = saved ?? NO_MEDIA;
  return { ...draft, mediaKey, mediaName, mediaMime };
}
/** What a saved campaign has that its draft does not repeat: people of another campaign, and the typed name of the number. */
export const allowedBefore = (saved: CampaignRow | undefined, draft: CampaignDraft) => ({
  hasSource: (saved?.sourceCampaignId ?? null) !== null && draft.contactListId === null && draft.tagId === null,
  wasColdAllowed: (saved?.coldAllowedAt ?? null) !== null && saved?.connectionId === draft.connectionId,
});
export type Campaigns = ReturnType<typeof createCampaigns>;
