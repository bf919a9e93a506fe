/** Number of cases: a share of them in a normal run, all of them with PROOF=full. */
export const caseCounts = (all: number, share = 50): number =>
  process.env['PROOF'] === 'full' ? all : Math.ceil(all / share);

/** Prints a figure, so that runs can be compared. */
export const figure = (check: string, value: string): void => console.log(`figure ${check}: ${value}`);

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Probability that both samples have the same distribution (Mann-Whitney test, normal approximation, two-sided). */
export function sameSourceProbability(a: number[], b: number[]): number {
  const beats = a.reduce((sum, x) => sum + b.reduce((n, y) => n + (x > y ? 1 : x === y ? 0.5 : 0), 0), 0);
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * upperTail(Math.abs(beats - mean) / deviation);
}

/** Area of the normal curve beyond z (Zelen and Severo, within 1e-7). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const poly =
    [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce((sum, c) => sum * t + c, 0) * t;
  return (poly * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/** Asserts a time limit. The limit applies as it is with PROOF=full; a busy machine gets five times as long. */
export function assertMaxDuration(check: string, boundMs: number, since: number): void {
  const took = performance.now() - since;
  figure(check, `${took.toFixed(0)} ms, at most ${boundMs}`);
  const bound = process.env['PROOF'] === 'full' ? boundMs : 5 * boundMs;
  if (took > bound) throw new Error(`${check} took ${took.toFixed(0)} ms instead of ${bound}`);
}

/** Random numbers in [0, 1) from a seed: by default the one of the run, which a failed run prints. */
export function createRandom(seed = Number(process.env['TEST_SEED'])): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
