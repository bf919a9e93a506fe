import type { SheetMapping } from '@balcao/contract/endpoints/contact-sheets';
import { mappingFault, type Mapping } from '@balcao/domain/contact/sheet-mapping';
import type { Actor } from '@balcao/domain/policy/actor';
import { may } from '@balcao/domain/policy/policy';
import { createReadStream } from 'node:fs';
import type { Clock } from '../../foundation/clock.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import type { SentFile } from '../../foundation/http/handle.ts';
import type { Limits } from '../../foundation/limits/limits.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { importStore, type NamedImport } from './imports.store.ts';
import { headersOf, lookAt, readable } from './looking.ts';
import { preview } from './preview.ts';
import { fileSource, storedSource } from './reading/source.ts';

interface Needs {
  db: Db;
  clock: Clock;
  storage: Storage;
  limits: Limits;
  contacts: Contacts;
  tags: Tags;
}
interface Choice {
  mapping: SheetMapping;
  excluded: [number, number][];
}
/** After this nobody remembers what an import changed. */
const UNDO_WITHIN_MS = 30 * 24 * 3_600_000;

/** A sheet from the moment it is brought to the moment its import is set going, stopped or taken back. */
export function createBringing({ db, clock, storage, limits, contacts, tags }: Needs) {
  /** Whose sheet it is: its bringer's; admins see everybody's. For others it is not there. */
  const seen = <R extends { userId: number | null }>(actor: Actor, row: R | undefined): R => {
    const known = found(row, 'ERR_NO_IMPORT_FOUND');
    if (known.userId !== actor.userId && !may(actor, 'contact.delete')) refuse('ERR_NO_IMPORT_FOUND');
    return known;
  };
  const whole = async (tx: Tx, actor: Actor, id: number): Promise<NamedImport> =>
    seen(actor, await importStore.byId(tx, id));
  const checked = (row: { columns: NamedImport['columns'] }, mapping: Mapping) => {
    const fault = mappingFault(mapping, headersOf(row.columns, mapping));
    if (fault) refuse(fault);
    if (mapping.columns.some(({ column }) => column >= row.columns.length))
      refuse('ERR_VALIDATION', { field: 'mapping.columns', rule: 'unknown' });
  };
  const change = (actor: Actor, id: number, work: (tx: Tx, row: NamedImport) => Promise<void>) =>
    db.inCompany(actor.companyId, async (tx) => {
      const locked = seen(actor, await importStore.lock(tx, id));
      await work(tx, { ...locked, userName: null });
      tx.emit({ is: 'contact-import.changed', importId: id });
      return whole(tx, actor, id);
    });

  return {
    async bring(actor: Actor, file: SentFile | undefined): Promise<NamedImport> {
      if (!file || file.bytes === 0) refuse('ERR_VALIDATION', { field: 'file', rule: 'required' });
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      const { kind, columns, mapping, rows, isExact } = await readable(() => lookAt(fileSource(file.path, file.bytes)));
      const stored = await storage.put(createReadStream(file.path), { companyId: actor.companyId, kind: 'sheet' });
      const fileName = file.fileName.replaceAll(/[\\/\p{Cc}]/gu, '-').slice(0, 200) || 'contatos';
      return db.inCompany(actor.companyId, async (tx) => {
        await fileStore.insert(tx, {
          ...stored,
          purpose: 'contact sheet',
          mime: 'application/octet-stream',
          name: fileName,
          createdBy: actor.userId,
        });
        const id = await importStore.insert(tx, {
          userId: actor.userId,
          fileName,
          sheetKey: stored.key,
          format: kind.format,
          ...(kind.format === 'csv' && { encoding: kind.encoding, delimiter: kind.delimiter }),
          columns: columns.map(({ column, header, samples }) => ({ column, header, samples: [...samples] })),
          mapping,
          rowCount: rows,
          rowsExact: isExact,
        });
        return whole(tx, actor, id);
      });
    },

    list: (actor: Actor, page: number) =>
      db.readCompany(actor.companyId, (tx) =>
        importStore.page(tx, { page, ofUser: may(actor, 'contact.delete') ? null : actor.userId }),
      ),
    show: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => whole(tx, actor, id)),
    standing: (companyId: number, id: number) => db.readCompany(companyId, (tx) => importStore.byId(tx, id)),
    /** What is written in a sheet is for whoever brought it; for admins too where numbers are not hidden. */
    async mayReadInside(actor: Actor, row: { userId: number | null }): Promise<boolean> {
      return row.userId === actor.userId || !(await db.readCompany(actor.companyId, contacts.hidesNumbers));
    },

    async preview(actor: Actor, id: number, choice: Choice & { from: number }) {
      const row = await db.readCompany(actor.companyId, (tx) => whole(tx, actor, id));
      const masked = !(await this.mayReadInside(actor, row));
      if (row.sheetKey === null) refuse('ERR_IMPORT_STATE');
      checked(row, choice.mapping);
      const { sheetKey } = row;
      return readable(async () =>
        preview({ db, contacts, tags }, await storedSource(storage, sheetKey), {
          companyId: actor.companyId,
          sheet: { ...row, mapping: choice.mapping, excluded: choice.excluded },
          tagIds: [],
          from: choice.from,
          masked,
        }),
      );
    },

    start: (actor: Actor, id: number, choice: Choice & { tagIds: number[]; validates: boolean }) =>
      change(actor, id, async (tx, row) => {
        if (row.status !== 'draft' || row.sheetKey === null) refuse('ERR_IMPORT_STATE');
        const { mapping, excluded, validates } = choice;
        checked(row, mapping);
        const most = row.rowCount + (mapping.hasHeader ? 1 : 0);
        if (row.rowsExact && (row.rowCount === 0 || leavesNothing(excluded, mapping.hasHeader ? 2 : 1, most)))
          refuse('ERR_SHEET_NO_ROWS');
        const tagIds = [...new Set(choice.tagIds)];
        if ((await tags.known(tx, tagIds)).length < tagIds.length) refuse('ERR_NO_TAG_FOUND');
        await importStore.change(tx, id, { mapping, excluded, tagIds, validates, status: 'waiting' });
        await tx.enqueue('contact-import.run', { companyId: actor.companyId, importId: id });
      }),

    async cancel(actor: Actor, id: number) {
      let sheetKey: string | null = null;
      const canceled = await change(actor, id, async (tx, row) => {
        if (!mayCancel(row)) refuse('ERR_IMPORT_STATE');
        ({ sheetKey } = row);
        if (sheetKey !== null) await fileStore.remove(tx, sheetKey);
        await importStore.change(tx, id, {
          status: 'canceled',
          sheetKey: null,
          leaseUntil: null,
          finishedAt: clock.now(),
        });
        if (row.created + row.changed > 0) tx.emit({ is: 'contacts.changed' });
      });
      if (sheetKey !== null) await storage.remove(sheetKey);
      return canceled;
    },

    undo: (actor: Actor, id: number) =>
      change(actor, id, async (tx, row) => {
        if (!mayUndo(row, clock.now())) refuse('ERR_IMPORT_STATE');
        await importStore.change(tx, id, { status: 'undoing', leaseUntil: null, tries: 0 });
        await tx.enqueue('contact-import.run', { companyId: actor.companyId, importId: id });
      }),
  };
}
export type Bringing = ReturnType<typeof createBringing>;

/** Do these ranges cover every row? */
function leavesNothing(excluded: readonly [number, number][], first: number, last: number): boolean {
  let next = first;
  for (const [from, to] of [...excluded].sort(([a], [b]) => a - b)) if (from <= next) next = Math.max(next, to + 1);
  return next > last;
}

export const mayCancel = ({ status }: Pick<NamedImport, 'status'>): boolean =>
  status === 'draft' || status === 'waiting' || status === 'running';

/** Also of one that was stopped half-way: what it did can be taken back. */
export const mayUndo = (
  { status, created, changed, finishedAt }: Pick<NamedImport, 'status' | 'created' | 'changed' | 'finishedAt'>,
  now: Date,
): boolean =>
  (status === 'done' || status === 'canceled' || status === 'failed') &&
  created + changed > 0 &&
  finishedAt !== null &&
  +now - +finishedAt < UNDO_WITHIN_MS;
