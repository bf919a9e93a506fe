import type { SpreadsheetMapping } from '@balcao/contract/endpoints/contact-spreadsheets';
import { validateMapping, type Mapping } from '@balcao/domain/contact/spreadsheet-mapping';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { SentFile } from '../../infrastructure/http/handle.ts';
import { fileSource, storedSource } from '../../infrastructure/spreadsheets/read/source.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import { importRecordStore } from './import-records.store.ts';
import { importStore, type NamedImport } from './imports.store.ts';
import { headersOf, inspectSheet, refuseUnreadable } from './inspect.ts';
import { previewForList } from './list-preview.ts';
import { preview } from './preview.ts';
import { texts, type SpreadsheetDeps } from './spreadsheet-deps.ts';

type Deps = Pick<SpreadsheetDeps, 'db' | 'clock' | 'storage' | 'limits' | 'contacts' | 'tags' | 'contactLists'>;
interface Choice {
  mapping: SpreadsheetMapping;
  excluded: [number, number][];
}
interface StartChoice {
  tagIds: number[];
  validates: boolean;
  /** People in the list get the name of the spreadsheet. */
  updatesNames: boolean;
}
/** An import can be undone for this long. */
const UNDO_PERIOD_MS = 30 * 24 * 3_600_000;

/** Uploads a spreadsheet, previews it and starts, cancels or undoes its import. */
export function createUpload({ db, clock, storage, limits, contacts, tags, contactLists }: Deps) {
  /** Users see their own imports, admins all imports of the company. */
  const requireVisible = <R extends { userId: number | null }>(actor: Actor, row: R | undefined): R => {
    const visible = assertFound(row, 'ERR_NO_IMPORT_FOUND');
    if (visible.userId !== actor.userId && !can(actor, 'contact.delete')) refuse('ERR_NO_IMPORT_FOUND');
    return visible;
  };
  const getImport = async (tx: Tx, actor: Actor, id: number): Promise<NamedImport> =>
    requireVisible(actor, await importStore.byId(tx, id));
  /** The list of the rows; null for an import of contacts. */
  const requireList = async (tx: Tx, actor: Actor, listId: number | null): Promise<void> => {
    if (listId === null) return;
    if (!can(actor, 'contact-list.manage')) refuse('ERR_NO_PERMISSION');
    if (!(await contactLists.inTx.exists(tx, listId))) refuse('ERR_NO_CONTACTLIST_FOUND');
  };
  const change = (actor: Actor, id: number, work: (tx: Tx, row: NamedImport) => Promise<void>) =>
    db.inCompany(actor.companyId, async (tx) => {
      const locked = requireVisible(actor, await importStore.lock(tx, id));
      await work(tx, { ...locked, userName: null });
      tx.emit({ type: 'contact-import.changed', importId: id });
      return getImport(tx, actor, id);
    });

  return {
    /** With a list the rows become its items, otherwise contacts. */
    async upload(
      actor: Actor,
      file: SentFile | undefined,
      { listId = null }: { listId?: number | null } = {},
    ): Promise<NamedImport> {
      await db.readCompany(actor.companyId, (tx) => requireList(tx, actor, listId));
      if (!file || file.bytes === 0) refuse('ERR_VALIDATION', { field: 'file', rule: 'required' });
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      const { kind, columns, mapping, rows, isExact } = await refuseUnreadable(() =>
        inspectSheet(fileSource(file.path, file.bytes)),
      );
      const stored = await storage.put({ path: file.path }, { companyId: actor.companyId, kind: 'sheet' });
      const fileName = file.fileName.replaceAll(/[\\/\p{Cc}]/gu, '-').slice(0, 200) || texts.uploadFileName;
      return db.inCompany(actor.companyId, async (tx) => {
        await requireList(tx, actor, listId);
        await fileStore.insert(tx, {
          ...stored,
          purpose: 'contact sheet',
          mime: 'application/octet-stream',
          name: fileName,
          createdBy: actor.userId,
        });
        const id = await importRecordStore.insert(tx, {
          userId: actor.userId,
          fileName,
          sheetKey: stored.key,
          format: kind.format,
          ...('encoding' in kind && { encoding: kind.encoding }),
          ...(kind.format === 'csv' && { delimiter: kind.delimiter }),
          columns: columns.map(({ column, header, samples }) => ({ column, header, samples: [...samples] })),
          mapping,
          rowCount: rows,
          rowsExact: isExact,
          ...(listId !== null && { target: 'list' as const, contactListId: listId }),
        });
        return getImport(tx, actor, id);
      });
    },

    list: (actor: Actor, page: number) =>
      db.readCompany(actor.companyId, (tx) =>
        importStore.page(tx, { page, ofUser: can(actor, 'contact.delete') ? null : actor.userId }),
      ),
    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => getImport(tx, actor, id)),
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => importStore.byId(tx, id)),
    /** The uploader may read the contents; admins too, unless the company hides numbers. */
    async canReadContents(actor: Actor, row: { userId: number | null }): Promise<boolean> {
      return row.userId === actor.userId || !(await db.readCompany(actor.companyId, contacts.inTx.hidesNumbers));
    },

    async preview(actor: Actor, id: number, choice: Choice & { from: number; updatesNames: boolean }) {
      const row = await db.readCompany(actor.companyId, (tx) => getImport(tx, actor, id));
      const masked = !(await this.canReadContents(actor, row));
      if (row.sheetKey === null) refuse('ERR_IMPORT_STATE');
      assertMapping(row, choice.mapping);
      const { sheetKey } = row;
      return refuseUnreadable(async () => {
        const request = {
          companyId: actor.companyId,
          country: await db.readCompany(actor.companyId, contacts.inTx.defaultCountry),
          spreadsheet: { ...row, mapping: choice.mapping, excluded: choice.excluded },
          from: choice.from,
          masked,
        };
        const source = await storedSource(storage, sheetKey);
        if (row.target === 'contacts') return preview({ db, contacts, tags }, source, { ...request, tagIds: [] });
        await db.readCompany(actor.companyId, (tx) => requireList(tx, actor, row.contactListId));
        return previewForList({ db, contactLists }, source, {
          ...request,
          listId: row.contactListId ?? refuse('ERR_NO_CONTACTLIST_FOUND'),
          updatesNames: choice.updatesNames,
        });
      });
    },

    start: (actor: Actor, id: number, choice: Choice & StartChoice) =>
      change(actor, id, async (tx, row) => {
        if (row.status !== 'draft' || row.sheetKey === null) refuse('ERR_IMPORT_STATE');
        if (row.target === 'list')
          await requireList(tx, actor, row.contactListId ?? refuse('ERR_NO_CONTACTLIST_FOUND'));
        const { mapping, excluded, validates, updatesNames } = choice;
        assertMapping(row, mapping);
        const lastRow = row.rowCount + (mapping.hasHeader ? 1 : 0);
        if (row.rowsExact && (row.rowCount === 0 || coversAllRows(excluded, mapping.hasHeader ? 2 : 1, lastRow)))
          refuse('ERR_SHEET_NO_ROWS');
        const tagIds = [...new Set(choice.tagIds)];
        if ((await tags.existingIds(tx, tagIds)).length < tagIds.length) refuse('ERR_NO_TAG_FOUND');
        const started = { mapping, excluded, tagIds, validates, updatesNames };
        await importRecordStore.update(tx, id, { ...started, status: 'waiting' });
        await tx.enqueue('contact-import.run', { companyId: actor.companyId, importId: id });
      }),

    async cancel(actor: Actor, id: number) {
      let sheetKey: string | null = null;
      const canceled = await change(actor, id, async (tx, row) => {
        if (!canCancel(row)) refuse('ERR_IMPORT_STATE');
        ({ sheetKey } = row);
        if (sheetKey !== null) await fileStore.remove(tx, sheetKey);
        await importRecordStore.update(tx, id, {
          status: 'canceled',
          sheetKey: null,
          leaseUntil: null,
          finishedAt: clock.now(),
        });
        if (row.created + row.changed === 0) return;
        if (row.target === 'contacts') tx.emit({ type: 'contacts.changed' });
        else if (row.contactListId !== null) await contactLists.inTx.filled(tx, row.contactListId);
      });
      if (sheetKey !== null) await storage.remove(sheetKey);
      return canceled;
    },

    undo: (actor: Actor, id: number) =>
      change(actor, id, async (tx, row) => {
        if (!canUndo(row, clock.now())) refuse('ERR_IMPORT_STATE');
        await importRecordStore.update(tx, id, { status: 'undoing', leaseUntil: null, tries: 0 });
        await tx.enqueue('contact-import.run', { companyId: actor.companyId, importId: id });
      }),
  };
}
export type SpreadsheetUpload = ReturnType<typeof createUpload>;

function assertMapping(row: { columns: NamedImport['columns'] }, mapping: Mapping): void {
  const error = validateMapping(mapping, headersOf(row.columns, mapping));
  if (error) refuse(error);
  if (mapping.columns.some(({ column }) => column >= row.columns.length))
    refuse('ERR_VALIDATION', { field: 'mapping.columns', rule: 'unknown' });
}

/** Whether the excluded ranges cover every row. */
function coversAllRows(excluded: readonly [number, number][], first: number, last: number): boolean {
  let next = first;
  for (const [from, to] of [...excluded].sort(([a], [b]) => a - b)) if (from <= next) next = Math.max(next, to + 1);
  return next > last;
}

export const canCancel = ({ status }: Pick<NamedImport, 'status'>): boolean =>
  status === 'draft' || status === 'waiting' || status === 'running';

/** A canceled or failed import can be undone, too. Items of a list are deleted with the list or one by one. */
export const canUndo = (
  {
    status,
    created,
    changed,
    finishedAt,
    target,
  }: Pick<NamedImport, 'status' | 'created' | 'changed' | 'finishedAt' | 'target'>,
  now: Date,
): boolean =>
  target === 'contacts' &&
  (status === 'done' || status === 'canceled' || status === 'failed') &&
  created + changed > 0 &&
  finishedAt !== null &&
  +now - +finishedAt < UNDO_PERIOD_MS;
