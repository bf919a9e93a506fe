import { recipientStates } from '@balcao/domain/campaign/campaign';
import { campaignExportTexts, type CampaignExportTexts } from '@balcao/domain/campaign/export-texts';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { CampaignExportRow } from '../../infrastructure/db/schema/campaigns.ts';
import { localTime } from '../../infrastructure/spreadsheets/write/local-time.ts';
import { writeXlsx, type Cell } from '../../infrastructure/spreadsheets/write/xlsx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignStore } from './campaigns.store.ts';
import { campaignExportStore } from './exports.store.ts';
import { ledgerStore } from './ledger.store.ts';
import { reportStore, type RecipientView } from './report.store.ts';

const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PAGE = 500;
const MAX_TRIES = 3;
const RETENTION_MS = 86_400_000;
const MAX_PRUNED_PER_RUN = 100;

/** The recipients of a campaign as a workbook. A job writes it; a signed link downloads it. */
export function createCampaignExports({
  db,
  clock,
  storage,
  limits,
  contacts,
  companies,
}: Pick<CampaignDeps, 'db' | 'clock' | 'storage' | 'limits' | 'contacts' | 'companies'>) {
  async function* rows({ companyId, campaignId, language }: CampaignExportRow, masked: boolean, timeZone: string) {
    const { states } = campaignExportTexts[language];
    let after = 0;
    for (;;) {
      const page = await db.readCompany(companyId, (tx) =>
        reportStore.page(tx, campaignId, {
          states: [...recipientStates],
          search: '',
          after,
          limit: PAGE,
          findsNumbers: false,
        }),
      );
      if (page.length > 0) yield page.map((row) => cellsOf(row, states, { masked, timeZone }));
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  async function write(job: CampaignExportRow): Promise<void> {
    const { masked, expected, timeZone } = await db.readCompany(job.companyId, async (tx) => {
      const counts = await ledgerStore.counts(tx, job.campaignId);
      const { replied: _, ...states } = counts;
      return {
        masked: !job.inClear && (await contacts.inTx.hidesNumbers(tx)),
        expected: Object.values(states).reduce((sum, count) => sum + count, 0),
        timeZone: (await companies.inTx.getHours(tx)).timeZone,
      };
    });
    const { worksheet, fileName, headers } = campaignExportTexts[job.language];
    const workbook = writeXlsx({ name: worksheet, headers, expected, rows: rows(job, masked, timeZone) });
    const stored = await storage.put(workbook, { companyId: job.companyId, kind: 'sheet' });
    const name = `${fileName}-${job.campaignId}-${clock.now().toISOString().slice(0, 10)}.xlsx`;
    await db.inCompany(job.companyId, async (tx) => {
      await fileStore.insert(tx, { ...stored, purpose: 'contact sheet', mime: MIME, name, createdBy: job.userId });
      await campaignExportStore.finish(tx, job.id, { status: 'done', storageKey: stored.key, rows: expected });
    });
  }

  return {
    async requestExport(
      actor: Actor,
      campaignId: number,
      { withNumbers, language }: { withNumbers: boolean; language: CampaignExportRow['language'] },
    ): Promise<CampaignExportRow> {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      return db.inCompany(actor.companyId, async (tx) => {
        assertFound(await campaignStore.byId(tx, campaignId), 'ERR_NO_CAMPAIGN_FOUND');
        const hidden = await contacts.inTx.hidesNumbers(tx);
        const inClear = hidden && withNumbers;
        if (inClear) authorize(actor, 'contact.reveal-number');
        const { replied: _, ...states } = await ledgerStore.counts(tx, campaignId);
        if (Object.values(states).every((count) => count === 0)) refuse('ERR_NOTHING_TO_EXPORT');
        const row = await campaignExportStore.insert(tx, { campaignId, userId: actor.userId, inClear, language });
        await audit(tx, {
          userId: actor.userId,
          action: 'campaign.exported',
          subject: `campaign ${campaignId}`,
          data: { withNumbers: inClear || !hidden },
        });
        await tx.enqueue('campaign-export.run', { companyId: actor.companyId, exportId: row.id });
        return row;
      });
    },
    getExport: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) =>
        assertFound(await campaignExportStore.byId(tx, id), 'ERR_NO_EXPORT_FOUND'),
      ),
    async run({ companyId, exportId }: { companyId: number; exportId: number }): Promise<void> {
      const job = await db.inCompany(companyId, (tx) => campaignExportStore.claim(tx, exportId));
      if (!job) return;
      try {
        await write(job);
      } catch (error) {
        if (job.tries < MAX_TRIES) throw error;
        const failed = { status: 'failed' as const, storageKey: null, rows: 0 };
        await db.inCompany(companyId, (tx) => campaignExportStore.finish(tx, exportId, failed));
      }
    },
    /** Enqueues interrupted exports and removes files that are a day old. */
    async sweep(): Promise<void> {
      for (const { companyId, id } of await campaignExportStore.due(db, MAX_PRUNED_PER_RUN))
        await db.inCompany(companyId, (tx) => tx.enqueue('campaign-export.run', { companyId, exportId: id }));
      for (const { companyId, id } of await campaignExportStore.over(
        db,
        new Date(+clock.now() - RETENTION_MS),
        MAX_PRUNED_PER_RUN,
      )) {
        const key = await db.inCompany(companyId, async (tx) => {
          const row = await campaignExportStore.byId(tx, id);
          if (!row?.storageKey) return null;
          await fileStore.remove(tx, row.storageKey);
          await campaignExportStore.clearFile(tx, id);
          return row.storageKey;
        });
        if (key !== null) await storage.remove(key);
      }
    },
  };
}
export type CampaignExports = ReturnType<typeof createCampaignExports>;

function cellsOf(
  row: RecipientView,
  states: CampaignExportTexts['states'],
  { masked, timeZone }: { masked: boolean; timeZone: string },
): Cell[] {
  const times = [row.askedAt, row.confirmedAt, row.sentAt, row.deliveredAt, row.readAt, row.repliedAt, row.optedOutAt];
  return [
    masked ? maskName(row.name) : row.name,
    masked ? row.number && maskNumber(row.number) : row.number,
    masked ? '' : row.email,
    states[row.state],
    row.reason === 'checked' ? '' : row.reason,
    row.variant === null ? '' : String(row.variant),
    ...times.map((at) => at && localTime(at, timeZone)),
  ];
}
