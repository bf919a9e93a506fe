export interface SpreadsheetRow {
  /** Its place in the sheet, from 1. */
  row: number;
  cells: string[];
}
/** Some rows at a time: one by one would cost more than reading them. */
export type SpreadsheetRows = AsyncGenerator<SpreadsheetRow[], void, undefined>;

export const MAX_COLUMNS = 200;
/** As many as the largest sheet of any program. */
export const MAX_ROWS = 1_048_576;
/** As long as a cell can be in a spreadsheet; nothing of ours is as long. */
const MAX_CELL = 32_767;

/** Longer cells are cut: still too long for anything we keep, but no longer able to fill the memory. */
export const cut = (text: string): string => (text.length > MAX_CELL ? text.slice(0, MAX_CELL) : text);
export const cellsOf = (record: string[]): string[] => {
  const cells = record.length > MAX_COLUMNS ? record.slice(0, MAX_COLUMNS) : record;
  return cells.some((cell) => cell.length > MAX_CELL) ? cells.map(cut) : cells;
};
