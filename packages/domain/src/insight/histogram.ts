/** Log-spaced buckets of durations: the first ends at one second, each further one is a third longer. */
export const BUCKETS = 64;
const GROWTH = 4 / 3;

/** Upper limits in seconds, exclusive; the last bucket is open. */
export const bucketLimits: readonly number[] = Array.from({ length: BUCKETS - 1 }, (_, n) => GROWTH ** n);

/** Counts by bucket; buckets without values are left out. */
export type Histogram = Readonly<Record<string, number>>;

export const bucketOf = (seconds: number): number => {
  const found = bucketLimits.findIndex((limit) => seconds < limit);
  return found === -1 ? BUCKETS - 1 : found;
};

export function addHistograms(all: readonly Histogram[]): Histogram {
  const sum: Record<string, number> = {};
  for (const histogram of all)
    for (const [bucket, n] of Object.entries(histogram)) sum[bucket] = (sum[bucket] ?? 0) + n;
  return sum;
}

/** The value below which this share lies, in seconds; exact to the width of its bucket. Null without values. */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const entries = Object.entries(histogram)
    .map(([bucket, n]) => [Number(bucket), n] as const)
    .toSorted(([a], [b]) => a - b);
  const total = entries.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let seen = 0;
  for (const [bucket, n] of entries) {
    if (seen + n >= wanted) {
      const low = bucket === 0 ? 0 : bucketLimits[bucket - 1]!;
      const high = bucketLimits[bucket] ?? low * GROWTH;
      return low + ((high - low) * (wanted - seen)) / n;
    }
    seen += n;
  }
  return null;
}
