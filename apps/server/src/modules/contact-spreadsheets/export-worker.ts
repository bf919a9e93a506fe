import { setTimeout as pause } from 'node:timers/promises';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import { parsePhone } from '@balcao/domain/phone/parse-phone';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { ExportFilter, ExportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { contacts as contactTable } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { writeXlsx } from '../../infrastructure/spreadsheets/write/xlsx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import { exportStore, type ExportedContact } from './exports.store.ts';
import { texts, type SpreadsheetDeps } from './spreadsheet-deps.ts';

type Deps = Pick<SpreadsheetDeps, 'db' | 'clock' | 'storage' | 'limits' | 'contacts'>;
const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PROGRESS_INTERVAL_MS = 700;
const MAX_TRIES = 3;

/** Exports contacts to a workbook. A job writes it; a signed link downloads it. */
export function createExportWorker({ db, clock, storage, limits, contacts }: Deps) {
  const searchCondition = ({ search }: ExportFilter, { masked, country }: Pick<Layout, 'masked' | 'country'>) =>
    contacts.matching(contactTable.id, { search, masked, country });

  async function* rows(job: ExportRow, layout: Layout): AsyncGenerator<string[][]> {
    let after: { name: string; id: number } | undefined;
    let written = 0;
    let lastProgressAt = Date.now();
    for (;;) {
      const page = await db.readCompany(job.companyId, (tx) =>
        exportStore.page(tx, job.filter, searchCondition(job.filter, layout), after),
      );
      if (page.length > 0) yield page.map((contact) => cellsOf(contact, layout));
      const last = page.at(-1);
      if (!last) return;
      after = last;
      written += page.length;
      if (Date.now() - lastProgressAt > PROGRESS_INTERVAL_MS) {
        lastProgressAt = Date.now();
        await db.inCompany(job.companyId, async (tx) => {
          await exportStore.progress(tx, job.id, written);
          tx.emit({ type: 'contact-export.changed', exportId: job.id });
        });
      }
      await pause(0);
    }
  }

  async function write(job: ExportRow) {
    const { expected, ...layout } = await db.readCompany(job.companyId, async (tx) => {
      const masked = !job.inClear && (await contacts.inTx.hidesNumbers(tx));
      const country = await contacts.inTx.defaultCountry(tx);
      return {
        masked,
        country,
        extraNames: await exportStore.extraNames(tx),
        expected: await exportStore.count(tx, job.filter, searchCondition(job.filter, { masked, country })),
      };
    });
    const workbook = writeXlsx({
      name: texts.worksheet,
      headers: [...texts.exportHeaders, ...layout.extraNames],
      expected,
      rows: rows(job, layout),
    });
    const stored = await storage.put(workbook, { companyId: job.companyId, kind: 'sheet' });
    const name = `${texts.exportFileName}-${clock.now().toISOString().slice(0, 10)}.xlsx`;
    await db.inCompany(job.companyId, async (tx) => {
      await fileStore.insert(tx, { ...stored, purpose: 'contact sheet', mime: MIME, name, createdBy: job.userId });
      await finish(tx, job.id, { status: 'done', storageKey: stored.key, rowCount: expected });
    });
  }
  async function finish(
    tx: Tx,
    id: number,
    end: { status: 'done' | 'failed'; storageKey?: string; rowCount?: number },
  ) {
    await exportStore.finish(tx, id, { ...end, finishedAt: clock.now() });
    tx.emit({ type: 'contact-export.changed', exportId: id });
  }

  return {
    async request(actor: Actor, filter: ExportFilter, withNumbers: boolean): Promise<ExportRow> {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      return db.inCompany(actor.companyId, async (tx) => {
        const hidden = await contacts.inTx.hidesNumbers(tx);
        const inClear = hidden && withNumbers;
        if (inClear) authorize(actor, 'contact.reveal-number');
        const country = await contacts.inTx.defaultCountry(tx);
        const condition = searchCondition(filter, { masked: hidden && !inClear, country });
        const hasRows = await exportStore.hasAny(tx, filter, condition);
        if (!hasRows) refuse('ERR_NOTHING_TO_EXPORT');
        const row = await exportStore.insert(tx, { userId: actor.userId, filter, inClear });
        await audit(tx, {
          userId: actor.userId,
          action: 'contacts.exported',
          subject: `contact export ${row.id}`,
          data: { ...filter, withNumbers: inClear || !hidden },
        });
        await tx.enqueue('contact-export.run', { companyId: actor.companyId, exportId: row.id });
        return row;
      });
    },

    get: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => assertFound(await exportStore.byId(tx, id), 'ERR_NO_EXPORT_FOUND')),
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => exportStore.byId(tx, id)),

    async run(companyId: number, id: number): Promise<void> {
      const job = await db.inCompany(companyId, (tx) => exportStore.claim(tx, id));
      if (!job) return;
      try {
        await write(job);
      } catch (error) {
        if (job.tries < MAX_TRIES) throw error;
        await db.inCompany(companyId, (tx) => finish(tx, id, { status: 'failed' }));
      }
    },

    /** Enqueues interrupted exports and removes files that are a day old. */
    async sweep(limit: number): Promise<void> {
      for (const { companyId, id } of await exportStore.due(db, limit)) {
        const removedKey = await db.inCompany(companyId, async (tx) => {
          const row = await exportStore.byId(tx, id);
          if (row?.status === 'waiting' || row?.status === 'running') {
            await tx.enqueue('contact-export.run', { companyId, exportId: id });
            return null;
          }
          if (!row?.storageKey) return null;
          await fileStore.remove(tx, row.storageKey);
          await exportStore.clearFile(tx, id);
          return row.storageKey;
        });
        if (removedKey !== null) await storage.remove(removedKey);
      }
    },
  };
}
export type ExportWorker = ReturnType<typeof createExportWorker>;

interface Layout {
  masked: boolean;
  country: DefaultCountry;
  extraNames: string[];
}

/** A number of another country gets its plus, so that an import reads it as it is. */
function numberCell(number: string, { masked, country }: Layout): string {
  if (number === '' || masked) return number && maskNumber(number);
  const parsed = parsePhone(number, country);
  return parsed.type === 'phone' && parsed.number === number ? number : `+${number}`;
}

function cellsOf(contact: ExportedContact, layout: Layout): string[] {
  const { masked, extraNames } = layout;
  const extra = new Map(contact.extra);
  return [
    masked ? maskName(contact.name) : contact.name,
    numberCell(contact.number, layout),
    contact.email,
    contact.tags.join(', '),
    contact.channel,
    contact.connection ?? '',
    contact.createdAt.toISOString(),
    ...extraNames.map((name) => extra.get(name) ?? ''),
  ];
}
