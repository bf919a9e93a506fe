import budgets from './budgets.json' with { type: 'json' };

/** One budget and the measured value. */
export interface Figure {
  name: string;
  measured: number;
  budget: number;
  /** The budget is a minimum, not a maximum. */
  isMinimum?: boolean;
  /** Formats a value with its unit. */
  format: (value: number) => string;
  /** The two values of the ratio. */
  from: string;
}

/** The product divided by the bare counterpart, compared with `budgets.json`. */
export function ratio(
  name: keyof typeof budgets,
  ours: number,
  bare: number,
  format: (value: number) => string,
): Figure {
  return {
    name,
    measured: ours / bare,
    budget: budgets[name],
    format: (value) => `${value.toFixed(2)}×`,
    from: `${format(ours)} against ${format(bare)}`,
  };
}

/** The product divided by the bare counterpart, where more is better. */
export const atLeast = (...[name, ours, bare, format]: Parameters<typeof ratio>): Figure => ({
  ...ratio(name, ours, bare, format),
  isMinimum: true,
});

/** An absolute bound, without a counterpart. */
export const atMost = (
  name: keyof typeof budgets,
  measured: number,
  format: (value: number) => string,
  from: string,
): Figure => ({ name, measured, budget: budgets[name], format, from });

/** An absolute minimum, without a counterpart. */
export const atLeastValue = (...args: Parameters<typeof atMost>): Figure => ({ ...atMost(...args), isMinimum: true });

/** A count that must be zero. */
export const none = (name: string, count: number, from: string): Figure => ({
  name,
  measured: count,
  budget: 0,
  format: String,
  from,
});

/** True when every budget is met. */
export function printFigures(figures: Figure[]): boolean {
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log('\nFigures');
  for (const figure of figures) {
    const { name, measured, budget, isMinimum, format, from } = figure;
    const status = isWithinBudget(figure) ? 'pass' : 'FAIL';
    const bound = `${isMinimum ? 'at least' : 'at most'} ${format(budget)}`;
    console.log(`  ${status}  ${name.padEnd(width)}  ${format(measured)}, ${bound}  (${from})`);
  }
  return figures.every(isWithinBudget);
}
const isWithinBudget = ({ measured, budget, isMinimum = false }: Figure) =>
  isMinimum ? measured >= budget : measured <= budget;

export const median = (values: number[]): number => percentile(values, 50);

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** The milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const micros = (value: number): string => `${value.toFixed(0)} µs`;
export const kilobytes = (value: number): string => `${(value / 1024).toFixed(1)} KB`;
export const rate = (value: number): string => `${value.toFixed(0)}/s`;
export const megabytes = (value: number): string => `${(value / 1024 ** 2).toFixed(0)} MB`;
