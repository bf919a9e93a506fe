/** What a column of a sheet can be taken for. Each only once, but for extra information. */
export const spreadsheetFields = ['name', 'number', 'email', 'tags', 'extra'] as const;
export type SpreadsheetField = (typeof spreadsheetFields)[number];

/** What becomes of a row. */
export const rowOutcomes = ['create', 'change', 'unchanged', 'ignored', 'invalid', 'excluded'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Why a row is ignored (the first two) or invalid. */
export const importErrors = ['noName', 'noNumber', 'badNumber', 'badEmail', 'tooLong'] as const;
export type ImportError = (typeof importErrors)[number];

/** `draft` waits for its mapping; `waiting` for a worker. */
export const importStates = ['draft', 'waiting', 'running', 'done', 'canceled', 'failed', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** Why an import stopped before its end: the sheet could not be read on, would make more tags than anybody can use, or something of ours gave way. */
export const importFailures = ['unreadable', 'tooManyTags', 'fault'] as const;
export type ImportFailure = (typeof importFailures)[number];
