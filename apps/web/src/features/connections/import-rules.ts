/** Date range of an import of old messages. Days are in the user's time zone; the server receives timestamps. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import type { FieldRule } from '@balcao/contract/errors/fields';

const MAX_YEARS_BACK = 2;

export interface ImportDraft {
  isImporting: boolean;
  importOldMessages: string;
  importRecentMessages: string;
  importOldMessagesGroups?: boolean | undefined;
  closedTicketsPostImported?: boolean | undefined;
  queueIdImportMessages?: number | null | undefined;
}

/** `yyyy-MM-dd` in the local time zone. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** The first full day inside the last two years. */
export function earliestImport(now = new Date()): string {
  const earliest = new Date(now);
  earliest.setFullYear(earliest.getFullYear() - MAX_YEARS_BACK);
  // The server counts two years back from the current time, so the first day is not complete.
  earliest.setDate(earliest.getDate() + 1);
  return dayOf(earliest);
}

type ImportFieldError = [
  field: 'importOldMessages' | 'importRecentMessages' | 'queueIdImportMessages',
  rule: Extract<FieldRule, 'required' | 'tooSmall' | 'tooLarge' | 'invalid'>,
];

export function importErrors(draft: ImportDraft, now = new Date()): ImportFieldError[] {
  if (!draft.isImporting) return [];
  const { importOldMessages: from, importRecentMessages: until } = draft;
  const errors: ImportFieldError[] = [];
  if (from === '') errors.push(['importOldMessages', 'required']);
  else if (from < earliestImport(now)) errors.push(['importOldMessages', 'tooSmall']);
  else if (from > dayOf(now)) errors.push(['importOldMessages', 'tooLarge']);
  if (until === '') errors.push(['importRecentMessages', 'required']);
  else if (until < from) errors.push(['importRecentMessages', 'invalid']);
  if (!draft.queueIdImportMessages) errors.push(['queueIdImportMessages', 'required']);
  return errors;
}

export const importDraftOf = (connection: Connection): ImportDraft => ({
  isImporting: connection.importOldMessages !== null,
  importOldMessages: connection.importOldMessages ? dayOf(new Date(connection.importOldMessages)) : '',
  importRecentMessages: connection.importRecentMessages ? dayOf(new Date(connection.importRecentMessages)) : '',
  importOldMessagesGroups: connection.importOldMessagesGroups,
  closedTicketsPostImported: connection.closedTicketsPostImported,
  queueIdImportMessages: connection.queueIdImportMessages,
});

/**
 * The import fields to send: none while they are unchanged, because saving import dates restarts
 * the session. The last day counts to its end, or to the current time.
 */
export function importSendable(draft: ImportDraft, existing: Connection | undefined, now = new Date()) {
  const before = existing ? importDraftOf(existing) : undefined;
  const isSame =
    draft.isImporting === (before?.isImporting ?? false) &&
    (!draft.isImporting ||
      (draft.importOldMessages === before?.importOldMessages &&
        draft.importRecentMessages === before.importRecentMessages &&
        draft.importOldMessagesGroups === before.importOldMessagesGroups &&
        draft.closedTicketsPostImported === before.closedTicketsPostImported &&
        draft.queueIdImportMessages === before.queueIdImportMessages));
  if (isSame) return {};
  if (!draft.isImporting) return { importOldMessages: null, importRecentMessages: null };
  const end = new Date(`${draft.importRecentMessages}T23:59:59.999`);
  return {
    importOldMessages: new Date(`${draft.importOldMessages}T00:00:00`).toISOString(),
    importRecentMessages: (end < now ? end : now).toISOString(),
    importOldMessagesGroups: draft.importOldMessagesGroups ?? false,
    closedTicketsPostImported: draft.closedTicketsPostImported ?? false,
    queueIdImportMessages: draft.queueIdImportMessages ?? null,
  };
}
