/** Rows per transaction: deleting them takes far less than the second that a writing transaction may take. */
export const PRUNE_ROWS = 2000;

/** Repeats a change of at most `limit` rows until none are left. Each call is a transaction of its own. */
export async function inPortions(change: (limit: number) => Promise<number>, limit = PRUNE_ROWS): Promise<void> {
  while ((await change(limit)) >= limit);
}
