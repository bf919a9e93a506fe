/** Fields that a spreadsheet column can be mapped to. Each is used once, except extra information. */
export const spreadsheetFields = ['name', 'number', 'email', 'tags', 'optOut', 'extra'] as const;
export type SpreadsheetField = (typeof spreadsheetFields)[number];

/** Outcome of a row. */
export const rowOutcomes = ['create', 'change', 'unchanged', 'ignored', 'invalid', 'excluded'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Why a row is ignored (the first two) or invalid (the others). */
export const importErrors = [
  'noName',
  'noNumber',
  'badNumber',
  /** Subscriber digits alone. */
  'noAreaCode',
  'unknownAreaCode',
  /** The number belongs to another country, or its country is not clear. */
  'noCallingCode',
  'badEmail',
  'tooLong',
] as const;
export type ImportError = (typeof importErrors)[number];

/** `draft` waits for its column mapping, `waiting` for a worker. */
export const importStates = ['draft', 'waiting', 'running', 'done', 'canceled', 'failed', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** Why an import stopped early: unreadable file, too many new tags, deleted contact list, or an internal error. */
export const importFailures = ['unreadable', 'tooManyTags', 'listRemoved', 'fault'] as const;
export type ImportFailure = (typeof importFailures)[number];
