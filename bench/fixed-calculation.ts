const STEPS = 100_000_000;

/** CPU time in milliseconds of a fixed calculation: two tables of CPU times can be compared only if it took as long. */
export function fixedCalculationMs(): number {
  const before = process.cpuUsage();
  let value = 0;
  for (let step = 0; step < STEPS; step += 1) value = (value * 31 + step) | 0;
  const { user, system } = process.cpuUsage(before);
  // The result is used, so that the calculation is not left out.
  return (user + system) / 1000 + (value === 1 ? 1 : 0);
}
