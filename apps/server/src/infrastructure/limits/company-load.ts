/** Which companies keep this process busy, and how they leave time to the others. Pure except for clock and timer. */

/** Half of what a company used is forgotten in this time. */
const HALF_LIFE_MS = 2000;
/** A company counts for this long after it used anything. */
const ACTIVE_MS = 3000;
/** Below this a company is never heavy, whatever the others use. */
const MIN_HEAVY_USE = 100;
/** A heavy company uses this many times as much as another one. */
const HEAVY_FACTOR = 8;
/** How long the lowest use is remembered: with many companies not every turn looks at all of them. */
const LOWEST_VALID_MS = 100;
const MAX_REST_MS = 500;

export interface CompanyLoad {
  /** A company used this much, in events. */
  record(companyId: number, amount: number): void;
  /** Whether it uses far more than another active company. One that is alone, or among equals, never does. */
  isHeavy(companyId: number): boolean;
}

export function createCompanyLoad(now: () => number = Date.now): CompanyLoad {
  const uses = new Map<number, { amount: number; at: number }>();
  let lowest = { amount: 0, at: -Infinity };
  const remaining = ({ amount, at }: { amount: number; at: number }) => amount * 0.5 ** ((now() - at) / HALF_LIFE_MS);

  function lowestUse(): number {
    if (now() - lowest.at < LOWEST_VALID_MS) return lowest.amount;
    let amount = Infinity;
    for (const [companyId, use] of uses) {
      if (now() - use.at > ACTIVE_MS) uses.delete(companyId);
      else amount = Math.min(amount, remaining(use));
    }
    lowest = { amount, at: now() };
    return amount;
  }

  return {
    record(companyId, amount) {
      const use = uses.get(companyId);
      uses.set(companyId, { amount: amount + (use ? remaining(use) : 0), at: now() });
    },
    isHeavy(companyId) {
      const use = uses.get(companyId);
      const own = use ? remaining(use) : 0;
      return own >= MIN_HEAVY_USE && own >= HEAVY_FACTOR * lowestUse();
    },
  };
}

interface PacingOptions {
  load: CompanyLoad;
  /** Pause of heavy companies after a task, as a multiple of its time. */
  pausePerWork: number;
  /** Starts tasks that wait. */
  onRested(): void;
  now?(): number;
}
/** Heavy companies together work on one task at a time and then rest. Light companies are never held back. */
export function createPacing({ load, pausePerWork, onRested, now = Date.now }: PacingOptions) {
  let isHeavyRunning = false;
  let restsUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    canStart: (companyId: number): boolean => !load.isHeavy(companyId) || (!isHeavyRunning && now() >= restsUntil),
    /** Call it when a task starts, and the returned function when it ended. */
    start(companyId: number): () => void {
      if (!load.isHeavy(companyId)) return () => {};
      isHeavyRunning = true;
      const startedAt = now();
      return () => {
        isHeavyRunning = false;
        const restMs = Math.min(pausePerWork * (now() - startedAt), MAX_REST_MS);
        restsUntil = now() + restMs;
        clearTimeout(timer);
        timer = setTimeout(onRested, restMs + 1).unref();
      };
    },
    stop: () => clearTimeout(timer),
  };
}
