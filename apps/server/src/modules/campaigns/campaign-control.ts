import type { Hold, ResultFilter } from '@balcao/domain/campaign/campaign';
import { afterAction, type CampaignAction } from '@balcao/domain/campaign/machine';
import { activeVariants } from '@balcao/domain/campaign/variants';
import type { Actor } from '@balcao/domain/policy/actor';
import { AppError, assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignRecords } from './campaign-records.store.ts';
import type { Campaigns } from './campaigns.ts';
import { ledgerStore } from './ledger.store.ts';
import type { Ledger } from './ledger.ts';
import { planningStore } from './plan-recipients.store.ts';
import { recipientStore } from './recipients.store.ts';

const NO_HOLD = { hold: null, holdAt: null, holdUntil: null, holdUserId: null, holdDetail: '' } as const;
const NO_WAIT = { waitReason: null, waitUntil: null } as const;

/** Stops and continues campaigns. A stop withdraws queued messages in its own transaction. */
export function createCampaignControl(
  deps: CampaignDeps,
  campaigns: Pick<Campaigns, 'loadForPresent'>,
  ledger: Pick<Ledger, 'watch'>,
) {
  const { db, clock, companies, connections, messages, templates } = deps;

  async function lockFor(tx: Tx, id: number, action: CampaignAction): Promise<CampaignRow> {
    const campaign = assertFound(await campaignRecords.lock(tx, id), 'ERR_NO_CAMPAIGN_FOUND');
    if (afterAction(campaign, action) === null) refuse('ERR_CAMPAIGN_STATE');
    return campaign;
  }
  /** Messages that were not handed to the channel are withdrawn; their recipients are sent to again after a restart. */
  async function withdraw(tx: Tx, campaignId: number): Promise<void> {
    const rows = await recipientStore.withdrawable(tx, campaignId);
    if (rows.length === 0) return;
    const withdrawn = await messages.inTx.withdraw(
      tx,
      rows.map(({ messageId }) => messageId),
      'ERR_CAMPAIGN_STOPPED',
    );
    const taken = rows.filter(({ messageId }) => withdrawn.has(messageId));
    // A text and its audio are two messages: the second one goes with the first.
    const seconds = await messages.inTx.idsByClientKey(
      tx,
      taken.map(({ id, attempt }) => messages.keyOf(`campaign ${id} ${attempt}`, 1)!),
    );
    await messages.inTx.withdraw(tx, seconds, 'ERR_CAMPAIGN_STOPPED');
    await recipientStore.takeBack(
      tx,
      taken.map(({ id }) => id),
    );
  }
  const act = (
    actor: Actor,
    id: number,
    action: Exclude<CampaignAction, 'start' | 'finish' | 'delete'>,
    change: (tx: Tx, campaign: CampaignRow) => Promise<Parameters<typeof campaignRecords.update>[2]>,
  ): Promise<void> =>
    db.inCompany(actor.companyId, async (tx) => {
      const campaign = await lockFor(tx, id, action);
      await campaignRecords.update(tx, id, await change(tx, campaign));
      const subject = `campaign ${id}`;
      await audit(tx, { userId: actor.userId, action: 'campaign.changed', subject, data: { action } });
      tx.emit({ type: 'campaign.saved', campaignId: id, isNew: false });
    });

  /** Refused while the cause of the hold remains. */
  async function assertCauseGone(
    tx: Tx,
    { connectionId, templateId, templateValues, hold }: CampaignRow,
  ): Promise<void> {
    const connection = connectionId === null ? undefined : await connections.inTx.find(tx, connectionId);
    const remains: Partial<Record<Hold, boolean>> = {
      connection: connection?.status !== 'CONNECTED',
      unattended: connection?.status !== 'CONNECTED',
      health: connection?.health.status === 'red',
      company: true,
    };
    if (hold !== null && remains[hold]) refuse('ERR_CAMPAIGN_HOLD_REMAINS');
    if (hold !== 'template' || templateId === null) return;
    await templates.inTx.assertSendable(tx, connectionId, templateId, templateValues).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('ERR_CAMPAIGN_HOLD_REMAINS') : error;
    });
  }

  return {
    pause: (actor: Actor, id: number) =>
      act(actor, id, 'pause', async (tx) => {
        await withdraw(tx, id);
        const at = clock.now();
        return { hold: 'user', holdAt: at, holdUntil: null, holdUserId: actor.userId, holdDetail: '' };
      }),
    continue: (actor: Actor, id: number) =>
      act(actor, id, 'continue', async (tx, campaign) => {
        await assertCauseGone(tx, campaign);
        // The user has seen the results so far: the guards begin again.
        return { ...NO_HOLD, ...NO_WAIT, guardedAfter: await ledgerStore.lastQueuedId(tx, id) };
      }),
    cancel: (actor: Actor, id: number) =>
      act(actor, id, 'cancel', async (tx) => {
        await withdraw(tx, id);
        return { ...NO_HOLD, ...NO_WAIT, status: 'CANCELADA', endsAt: null };
      }),
    async restart(actor: Actor, id: number): Promise<void> {
      await act(actor, id, 'restart', async (tx, campaign) => {
        const { startedAt } = campaign;
        const guardedAfter = await ledgerStore.lastQueuedId(tx, id);
        return { ...NO_HOLD, ...NO_WAIT, status: 'EM_ANDAMENTO', startedAt: startedAt ?? clock.now(), guardedAfter };
      });
      // All its recipients may have an outcome: then it is over.
      ledger.watch(actor.companyId, [id]);
    },

    stopVariant: (actor: Actor, id: number, variant: number, isStopped: boolean) =>
      db.inCompany(actor.companyId, async (tx) => {
        const campaign = assertFound(await campaignRecords.lock(tx, id), 'ERR_NO_CAMPAIGN_FOUND');
        if (campaign.status === 'FINALIZADA') refuse('ERR_CAMPAIGN_STATE');
        const others = campaign.stoppedVariants.filter((stopped) => stopped !== variant);
        const stoppedVariants = isStopped ? [...others, variant].sort((a, b) => a - b) : others;
        if (activeVariants(campaign.messages, stoppedVariants).length === 0) refuse('ERR_CAMPAIGN_LAST_VARIANT');
        await campaignRecords.update(tx, id, { stoppedVariants });
        tx.emit({ type: 'campaign.saved', campaignId: id, isNew: false });
        return campaigns.loadForPresent(tx, id);
      }),

    /** A new campaign for the recipients with a certain outcome, with the same content. */
    repeat: (actor: Actor, id: number, filter: ResultFilter) =>
      db.inCompany(actor.companyId, async (tx) => {
        await companies.assertConfirmed(tx);
        const before = assertFound(await campaignRecords.find(tx, id), 'ERR_NO_CAMPAIGN_FOUND');
        if (!(await planningStore.hasResults(tx, id, filter))) refuse('ERR_CAMPAIGN_NOBODY');
        if (before.mediaKey !== null) await fileStore.share(tx, [before.mediaKey]);
        const { name, connectionId, messages: texts, confirmations, asksConfirmation, mediaKey, mediaName } = before;
        const { mediaMime, templateId, templateValues, opensTicket, ticketStatus, userId, queueId } = before;
        const newId = await campaignRecords.insert(tx, {
          name: `${name.slice(0, 46)} (2)`,
          connectionId,
          messages: texts,
          confirmations,
          asksConfirmation,
          mediaKey,
          mediaName,
          mediaMime,
          templateId,
          templateValues,
          opensTicket,
          ticketStatus,
          userId,
          queueId,
          rateMode: before.rateMode,
          localHours: before.localHours,
          scheduledAt: null,
          contactListId: null,
          tagId: null,
          sourceCampaignId: id,
          sourceFilter: filter,
          authorId: actor.userId,
        });
        tx.emit({ type: 'campaign.saved', campaignId: newId, isNew: true });
        return campaigns.loadForPresent(tx, newId);
      }),
  };
}
export type CampaignControl = ReturnType<typeof createCampaignControl>;
