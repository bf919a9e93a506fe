import type { ContactExport, ContactImport, ContactImportBrief } from '@balcao/contract/endpoints/contact-spreadsheets';
import type { ExportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { canCancel, canUndo } from './upload.ts';
import type { NamedImport } from './imports.store.ts';

export const presentImportBrief = (row: NamedImport, now: Date): ContactImportBrief => ({
  id: row.id,
  fileName: row.fileName,
  status: row.status,
  rows: row.rowCount,
  rowsExact: row.rowsExact,
  counts: {
    rows: row.created + row.changed + row.unchanged + row.ignored + row.invalid + row.excludedCount,
    created: row.created,
    changed: row.changed,
    unchanged: row.unchanged,
    ignored: row.ignored,
    invalid: row.invalid,
    excluded: row.excludedCount,
  },
  failure: row.failure,
  undone:
    row.status === 'undone' || row.status === 'undoing'
      ? { removed: row.removed, restored: row.restored, kept: row.kept }
      : null,
  mayCancel: canCancel(row),
  mayUndo: canUndo(row, now),
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  contactListId: row.contactListId,
});

interface PresentOptions {
  now: Date;
  /** Whether the contents of the spreadsheet may be shown. */
  showsContents: boolean;
  sign(key: string): string;
}
export const presentImport = (row: NamedImport, { now, showsContents, sign }: PresentOptions): ContactImport => ({
  ...presentImportBrief(row, now),
  format: row.format,
  encoding: row.encoding,
  delimiter: row.delimiter,
  columns: showsContents ? row.columns : [],
  mapping: row.mapping,
  tagIds: row.tagIds,
  errorSheetUrl: showsContents && row.errorSheetKey !== null ? sign(row.errorSheetKey) : null,
});

/** Without `sign` (for sockets) the response has no download link. */
export const presentExport = (row: ExportRow, sign?: (key: string) => string): ContactExport => ({
  id: row.id,
  status: row.status,
  rows: row.rowCount,
  url: sign && row.storageKey !== null ? sign(row.storageKey) : null,
  createdAt: row.createdAt.toISOString(),
});
