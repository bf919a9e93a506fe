/** Waits for the work, but not longer than this. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = Promise.withResolvers<void>();
  const timeout = setTimeout(timer.resolve, ms);
  await Promise.race([work, timer.promise]).finally(() => clearTimeout(timeout));
}
