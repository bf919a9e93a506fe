/** 95 % bounds of a share (Wilson), which also hold for few cases. */
export function wilson(count: number, total: number): { low: number; high: number } {
  if (total <= 0) return { low: 0, high: 1 };
  const z = 1.959964;
  const p = Math.min(1, count / total);
  const base = 1 + (z * z) / total;
  const center = p + (z * z) / (2 * total);
  const spread = z * Math.sqrt((p * (1 - p)) / total + (z * z) / (4 * total * total));
  return { low: Math.max(0, (center - spread) / base), high: Math.min(1, (center + spread) / base) };
}

/** Whether the bounds of the best one lie above those of all others: only then it differs beyond chance. */
export function hasDifference(shares: readonly { low: number; high: number }[]): boolean {
  if (shares.length < 2) return false;
  const best = shares.reduce((a, b) => (b.low > a.low ? b : a));
  return shares.every((share) => share === best || share.high < best.low);
}
