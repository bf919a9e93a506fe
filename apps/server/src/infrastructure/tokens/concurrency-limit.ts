/** Bounds concurrent work: a few run, some wait in order, the rest are refused, so that memory stays bounded under load. */

export class Busy extends Error {
  override name = 'Busy';
  constructor() {
    super('too much of this work is waiting already');
  }
}

/** Throws {@link Busy} at once, without waiting, when the queue is full. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createConcurrencyLimit(bounds: { atOnce: number; waiting: number }): ConcurrencyLimit {
  const queue: (() => void)[] = [];
  let inside = 0;

  const enter = async (): Promise<void> => {
    if (inside < bounds.atOnce) {
      inside += 1;
      return;
    }
    if (queue.length >= bounds.waiting) throw new Busy();
    // A finished task passes its slot to the next waiting task, so that a new call cannot overtake it.
    await new Promise<void>((open) => queue.push(open));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else inside -= 1;
  };

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
