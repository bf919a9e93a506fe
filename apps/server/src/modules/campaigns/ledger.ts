import { decideGuard } from '@balcao/domain/campaign/guards';
import { ANSWER_DAYS } from '@balcao/domain/campaign/machine';
import { halvedShare, recoveredShare } from '@balcao/domain/campaign/pace';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { databaseTroubleOf } from '../../infrastructure/db/transient-errors.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { saveItemValidity } from '../contact-lists/index.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import type { CampaignForecast } from './campaign-forecast.ts';
import { campaignRecords } from './campaign-records.store.ts';
import { campaignStore } from './campaigns.store.ts';
import { createEndedCampaigns } from './ended-campaigns.ts';
import { createLedgerNotes } from './ledger-notes.ts';
import { ledgerStore, type ChangedRecipient } from './ledger.store.ts';
import { createPagedRounds, type PageLimits } from './paged-rounds.ts';
import { paceStore } from './pace.store.ts';
import { recipientStore } from './recipients.store.ts';

type Deps = Pick<CampaignDeps, 'db' | 'clock' | 'connections' | 'onError'>;
/** Receipts are looked for again for this time. */
const SWEPT_MS = 2 * DAY_MS;
const OPT_OUTS_SWEPT_MS = 2 * 3_600_000;
const PAGES = { pageSize: 1000, maxPages: 10 };

/** The channel blocks the account if campaigns go on after these. */
const ACCOUNT_CODES = new Set(['ERR_CHANNEL_SPAM', 'ERR_CHANNEL_RESTRICTED', 'ERR_CHANNEL_ACCOUNT']);
/** Refused values are not among them: they are those of one recipient. */
const TEMPLATE_CODES = new Set(['ERR_TEMPLATE_STOPPED', 'ERR_TEMPLATE_MISSING', 'ERR_TEMPLATE_REFUSED']);

/**
 * Copies receipts into the ledger in batches and reacts to them: holds, invalid numbers, the end of a campaign. Reports
 * read the ledger only.
 */
export function createLedger(
  { db, clock, connections, onError }: Deps,
  forecasts: CampaignForecast,
  pages: PageLimits = PAGES,
) {
  const notes = createLedgerNotes();
  const slowed = new Map<string, { companyId: number; connectionId: number }>();
  const nextPending = createPagedRounds({
    ...pages,
    first: 0,
    load: (after, limit) => ledgerStore.pendingCompanies(db, after, limit),
    cursorOf: ({ companyId }) => companyId,
  });
  /** Since the first page: companies that were watched before it, and those that were listed. */
  let round: { before: number[]; pending: Set<number> } | undefined;
  let flushing: Promise<void> | undefined;
  const settleEnded = createEndedCampaigns({ db, onError }, (tx, ids) => settle(tx, ids, []), pages);

  /** After a change of recipients: reactions, guards, counts, and the end of the campaign. */
  async function settle(tx: Tx, campaignIds: Iterable<number>, changes: readonly ChangedRecipient[]): Promise<void> {
    const invalid = changes.filter(({ reason, state }) => state === 'failed' && reason === 'ERR_CHANNEL_NOT_REACHABLE');
    await saveItemValidity(
      tx,
      invalid.flatMap(({ listItemId }) => listItemId ?? []),
      false,
    );
    const ids = new Set([...campaignIds, ...changes.map(({ campaignId }) => campaignId)]);
    for (const id of [...ids].sort((a, b) => a - b)) {
      const own = changes.filter(({ campaignId, state }) => campaignId === id && state === 'failed');
      await react(
        tx,
        id,
        own.map(({ reason }) => reason),
      );
      const counts = await ledgerStore.counts(tx, id);
      const isFinished = await campaignStore.finish(tx, id, clock.now());
      const endsAt = isFinished ? null : (await forecasts.ofCampaign(tx, id, counts))?.endsAt;
      await campaignStore.saveCounts(tx, id, counts, endsAt ?? null);
      tx.emit({ type: 'campaign.saved', campaignId: id, isNew: false });
    }
  }

  async function react(tx: Tx, id: number, reasons: readonly string[]): Promise<void> {
    const campaign = await campaignRecords.find(tx, id);
    if (!campaign) return;
    const { connectionId } = campaign;
    const account = reasons.find((code) => ACCOUNT_CODES.has(code));
    const template = reasons.find((code) => TEMPLATE_CODES.has(code));
    // Also after the last message of a campaign: the others of the connection must not go on.
    if (account !== undefined && connectionId !== null) await holdConnection(tx, connectionId, account);
    if (campaign.status !== 'EM_ANDAMENTO' || campaign.hold !== null || account !== undefined) return;
    if (template !== undefined) return void (await campaignStore.setHold(tx, [id], 'template', null, template));
    const guards = connectionId === null ? undefined : await paceStore.find(tx, connectionId);
    const facts = await ledgerStore.guardFacts(tx, id, campaign.guardedAfter);
    const verdict = decideGuard({
      ...facts,
      failedPercent: guards?.failedPercent ?? 10,
      optedOutPercent: guards?.optedOutPercent ?? 3,
    });
    if (verdict) await campaignStore.setHold(tx, [id], 'results', null, verdict);
  }

  /** All campaigns of the connection stop until a user continues them, also those that its health stopped already. */
  async function holdConnection(tx: Tx, connectionId: number, code: string): Promise<void> {
    const connection = await connections.inTx.find(tx, connectionId);
    // The health of a phone holds its campaigns until the block of new conversations ends by itself.
    if (code === 'ERR_CHANNEL_RESTRICTED' && connection?.channel === 'whatsapp') return;
    const running = await campaignStore.running(tx, connectionId);
    const ids = running.filter(({ hold }) => hold === null || hold === 'health').map((row) => row.id);
    for (const campaignId of await campaignStore.setHold(tx, ids, 'results', null, code))
      tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
  }

  async function flushAll(): Promise<void> {
    for (const companyNotes of notes.take()) {
      const { companyId, campaignIds, messageIds } = companyNotes;
      await db
        .inCompany(companyId, async (tx) => {
          const changes = messageIds.length === 0 ? [] : await ledgerStore.syncMessages(tx, messageIds);
          await settle(tx, campaignIds, changes);
        })
        .catch((error: unknown) => {
          onError(error);
          if (databaseTroubleOf(error) !== undefined) notes.putBack(companyNotes);
        });
    }
    const connections = [...slowed.values()];
    slowed.clear();
    for (const { companyId, connectionId } of connections)
      await db
        .inCompany(companyId, async (tx) => {
          const pace = await paceStore.find(tx, connectionId);
          if (!pace) return;
          const share = recoveredShare(pace.share, new Date(0), new Date(pace.shareMinutes * 60_000));
          await paceStore.saveShare(tx, connectionId, halvedShare(share));
        })
        .catch(onError);
  }

  return {
    watch: notes.watch,
    watchRunning: notes.watchRunning,
    note: notes.note,
    /** The channel asked to slow down. */
    slowDown: (companyId: number, connectionId: number) =>
      void slowed.set(`${companyId} ${connectionId}`, { companyId, connectionId }),
    /** One at a time per process. */
    flush: (): Promise<void> =>
      (flushing ??= flushAll().finally(() => {
        flushing = undefined;
      })),

    /** Copies what was missed, ends confirmations without an answer and campaigns that are over, and records opt-outs. */
    async sweep(): Promise<void> {
      const now = +clock.now();
      // A company that is added while the others are read has its first recipients after that.
      const { before, pending } = (round ??= { before: notes.watchedIds(), pending: new Set() });
      const { rows, isLast } = await nextPending();
      for (const { companyId } of rows) pending.add(companyId);
      if (isLast) {
        notes.forget(before, pending);
        round = undefined;
      }
      for (const { companyId } of rows) {
        notes.watch(companyId);
        await db
          .inCompany(companyId, async (tx) => {
            const changes = await ledgerStore.syncSince(tx, new Date(now - SWEPT_MS));
            const expired = await recipientStore.expireAsked(tx, new Date(now - ANSWER_DAYS * DAY_MS));
            const optedOut = await ledgerStore.syncOptOuts(tx, new Date(now - OPT_OUTS_SWEPT_MS));
            await settle(tx, [...expired, ...optedOut.map(({ campaignId }) => campaignId)], changes);
          })
          .catch(onError);
      }
      await settleEnded();
    },
    settle,
  };
}
export type Ledger = ReturnType<typeof createLedger>;
