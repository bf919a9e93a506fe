/** Fairness between companies: the share of a bound that one company may use, and whose turn is next. Pure. */

interface Usage {
  /** Used by this company, of `used` by all companies. */
  own: number;
  used: number;
  max: number;
}
/**
 * A company leaves at least as much free as it uses: one alone gets half, the next half of the rest. A company that uses
 * nothing is therefore refused only when nothing at all is free.
 */
export const isWithinShare = ({ own, used, max }: Usage): boolean => own < max - used;

interface Options {
  /** Tasks that run at the same time. */
  slots: number;
  /** Tasks that wait in memory, of all companies. */
  maxWaiting?: number;
}
interface Item<Task> {
  key: string;
  companyId: number;
  task: Task;
}
export interface CompanyTurns<Task> {
  /** False when the company's share of the waiting tasks is used up. A waiting key is replaced and keeps its position. */
  add(companyId: number, key: string, task: Task): boolean;
  /** Starts the next task that may start; undefined when there is none. */
  start(canStart?: (task: Task) => boolean): Item<Task> | undefined;
  /** Frees the slot of a started task. */
  finish(key: string): void;
  /** Drops waiting tasks. */
  removeWhere(isRemoved: (task: Task) => boolean): void;
  readonly waiting: number;
  readonly running: number;
}

/**
 * Round robin over companies: while a company without a running task waits, every other company starts at most one task
 * before it. Tasks of one company start in the order of their arrival, one per key at a time.
 */
export function createCompanyTurns<Task>({ slots, maxWaiting = Infinity }: Options): CompanyTurns<Task> {
  /** Companies with waiting tasks; the first is next. */
  const queues = new Map<number, Map<string, Item<Task>>>();
  const running = new Map<string, number>();
  const runningOf = new Map<number, number>();
  let waiting = 0;

  function remove(companyId: number, queue: Map<string, unknown>, key: string) {
    queue.delete(key);
    waiting -= 1;
    if (queue.size === 0) queues.delete(companyId);
  }

  return {
    add(companyId, key, task) {
      const queue = queues.get(companyId) ?? new Map<string, Item<Task>>();
      if (!queue.has(key)) {
        if (!isWithinShare({ own: queue.size, used: waiting, max: maxWaiting })) return false;
        waiting += 1;
      }
      queue.set(key, { key, companyId, task });
      queues.set(companyId, queue);
      return true;
    },
    start(canStart = () => true) {
      for (const [companyId, queue] of queues) {
        const own = runningOf.get(companyId) ?? 0;
        if (!isWithinShare({ own, used: running.size, max: slots })) continue;
        for (const item of queue.values()) {
          if (running.has(item.key) || !canStart(item.task)) continue;
          remove(companyId, queue, item.key);
          // Behind the others until its next turn.
          if (queues.delete(companyId)) queues.set(companyId, queue);
          running.set(item.key, companyId);
          runningOf.set(companyId, own + 1);
          return item;
        }
      }
      return undefined;
    },
    finish(key) {
      const companyId = running.get(key);
      if (companyId === undefined) return;
      running.delete(key);
      const own = runningOf.get(companyId)! - 1;
      if (own === 0) runningOf.delete(companyId);
      else runningOf.set(companyId, own);
    },
    removeWhere(isRemoved) {
      for (const [companyId, queue] of queues)
        for (const { key, task } of queue.values()) if (isRemoved(task)) remove(companyId, queue, key);
    },
    get waiting() {
      return waiting;
    },
    get running() {
      return running.size;
    },
  };
}
