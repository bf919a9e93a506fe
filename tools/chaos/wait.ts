export const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));

/** Polls until the condition holds; the timeout error includes the last value seen. */
export async function until<T>(
  description: string,
  poll: () => Promise<T>,
  isDone: (seen: T) => boolean,
  { timeoutMs = 60_000, everyMs = 50 } = {},
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    // A failed query, as after a killed database, is no result; it is repeated.
    const seen = await poll().catch((error: unknown) => error as Error);
    if (!(seen instanceof Error) && isDone(seen)) return seen;
    if (Date.now() > end) {
      const last = seen instanceof Error ? seen.message : JSON.stringify(seen);
      throw new Error(`waited ${timeoutMs / 1000} s for ${description}; last seen: ${last.slice(0, 500)}`);
    }
    await pause(everyMs);
  }
}

/** The message with this text, once it is in the expected state. */
export async function untilMessage<Row extends { body: string }>(
  poll: () => Promise<Row[]>,
  body: string,
  isDone: (row: Row) => boolean,
  timeoutMs = 30_000,
): Promise<Row> {
  const row = await until(
    `«${body}» to reach the expected state`,
    async () => (await poll()).find((candidate) => candidate.body === body),
    (found) => found !== undefined && isDone(found),
    { timeoutMs },
  );
  return row!;
}

/** Runs the work for each item, at most `atOnce` in parallel. */
export async function inParallel<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>) {
  const remaining = items.values();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of remaining) await work(item);
    }),
  );
}

/** The value below which the given part of the values lies. */
export const quantile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
