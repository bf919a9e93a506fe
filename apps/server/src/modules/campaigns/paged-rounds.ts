export interface PageLimits {
  pageSize: number;
  /** Pages of one run; the next run continues behind them. */
  maxPages: number;
}
interface Paged<Row, Cursor> extends PageLimits {
  first: Cursor;
  load(after: Cursor, limit: number): Promise<Row[]>;
  cursorOf(row: Row): Cursor;
}

/** Reads a list that may be longer than one run can serve, so that each row has its turn. */
export function createPagedRounds<Row, Cursor>({ first, load, cursorOf, pageSize, maxPages }: Paged<Row, Cursor>) {
  let cursor = first;
  /** The rows of this run; `isLast` when the list is over and the next run begins anew. */
  return async function nextRows(): Promise<{ rows: Row[]; isLast: boolean }> {
    const rows: Row[] = [];
    // A run that fails is repeated from its first page.
    let after = cursor;
    for (let page = 0; page < maxPages; page += 1) {
      const loaded = await load(after, pageSize);
      rows.push(...loaded);
      if (loaded.length < pageSize) {
        cursor = first;
        return { rows, isLast: true };
      }
      after = cursorOf(loaded.at(-1)!);
    }
    cursor = after;
    return { rows, isLast: false };
  };
}
