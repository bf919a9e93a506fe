/** What an account says, on its way to the house: kept here, in order, until the house says that it is safe. */
import { randomUUID } from 'node:crypto';
import type { WireDelivery, WireItem } from './wire.ts';

const MOST_ITEMS = 100;
const MOST_CHARACTERS = 512 * 1024;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

export function createDelivering({ lay }: { lay(body: string): Promise<unknown> }) {
  const waiting: { item: WireItem; text: string }[] = [];
  let isStopped = false;
  let isAtIt = false;
  let wake: (() => void) | undefined;

  async function work() {
    if (isAtIt) return;
    isAtIt = true;
    while (waiting.length > 0 && !isStopped) {
      const batch = next();
      const delivery: WireDelivery = { mark: randomUUID(), items: batch.map(({ item }) => item) };
      // The very same bytes each time: laid twice, it counts once.
      const body = JSON.stringify(delivery);
      for (let wait = FIRST_WAIT_MS; !isStopped; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
        try {
          await lay(body);
          waiting.splice(0, batch.length);
          break;
        } catch {
          await new Promise<void>((done) => {
            const timer = setTimeout(done, wait);
            wake = () => (clearTimeout(timer), done());
          });
        }
      }
    }
    isAtIt = false;
  }
  function next() {
    let characters = 0;
    const end = waiting.findIndex(({ text }, n) => {
      characters += text.length;
      return n === MOST_ITEMS || (n > 0 && characters > MOST_CHARACTERS);
    });
    return waiting.slice(0, end === -1 ? waiting.length : end);
  }

  return {
    add(items: WireItem[]) {
      for (const item of items) waiting.push({ item, text: JSON.stringify(item) });
      void work();
    },
    waiting: () => waiting.length,
    /** All of it is safe, or so much time is over. */
    async idle(withinMs: number): Promise<void> {
      const end = Date.now() + withinMs;
      while (waiting.length > 0 && !isStopped && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
    },
    stop() {
      isStopped = true;
      wake?.();
    },
  };
}
export type Delivering = ReturnType<typeof createDelivering>;
