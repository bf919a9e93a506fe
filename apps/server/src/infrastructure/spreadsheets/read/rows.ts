export interface SpreadsheetRow {
  /** Row number in the spreadsheet, from 1. */
  row: number;
  cells: string[];
}
/** Batches of rows, because yielding single rows would cost more than reading them. */
export type SpreadsheetRows = AsyncGenerator<SpreadsheetRow[], void, undefined>;

export const MAX_COLUMNS = 200;
/** The largest worksheet of common programs. */
export const MAX_ROWS = 1_048_576;
/** Longest cell of a spreadsheet program; longer than any field we save. */
const MAX_CELL = 32_767;

/** Cuts long cells to bound memory. They stay too long for every field, so the row is still rejected. */
export const cut = (text: string): string => (text.length > MAX_CELL ? text.slice(0, MAX_CELL) : text);
export const cellsOf = (record: string[]): string[] => {
  const cells = record.length > MAX_COLUMNS ? record.slice(0, MAX_COLUMNS) : record;
  return cells.some((cell) => cell.length > MAX_CELL) ? cells.map(cut) : cells;
};
