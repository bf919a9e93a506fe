/** What an account says, on its way to the house: kept here, in order, until the house says that it is safe. */
import { randomUUID } from 'node:crypto';
import type { WireItem } from './wire.ts';

const MOST_ITEMS = 100;
const MOST_CHARACTERS = 512 * 1024;
/** Longer than anything a person writes; the house would not take it, and all that comes after would wait for it. */
const LONGEST_ITEM = 1024 * 1024;
/** So much of one account waits at most before its line is hung up: twenty of them have room in a child. */
const MOST_WAITING = 16 * 1024 * 1024;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

export function createDelivering({
  lay,
  mostWaiting = MOST_WAITING,
}: {
  lay(body: string): Promise<unknown>;
  mostWaiting?: number | undefined;
}) {
  const waiting: string[] = [];
  let characters = 0;
  let isStopped = false;
  let isAtIt = false;
  let wake: (() => void) | undefined;

  async function work() {
    if (isAtIt) return;
    isAtIt = true;
    while (waiting.length > 0 && !isStopped) {
      const batch = next();
      // A `WireDelivery`, and the very same bytes each time: laid twice, it counts once.
      const body = `{"mark":"${randomUUID()}","items":[${batch.join(',')}]}`;
      for (let wait = FIRST_WAIT_MS; !isStopped; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
        try {
          await lay(body);
          for (const text of waiting.splice(0, batch.length)) characters -= text.length;
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
  function next(): string[] {
    let length = 0;
    const end = waiting.findIndex((text, n) => {
      length += text.length;
      return n === MOST_ITEMS || (n > 0 && length > MOST_CHARACTERS);
    });
    return waiting.slice(0, end === -1 ? waiting.length : end);
  }

  return {
    add(items: WireItem[]) {
      for (const item of items) {
        const text = textOf(item);
        waiting.push(text);
        characters += text.length;
      }
      void work();
    },
    waiting: () => waiting.length,
    /** Nothing is ever let go of here; so whoever adds to it has to stop listening until there is room again. */
    isFull: () => characters > mostWaiting,
    hasRoom: () => characters <= mostWaiting / 2,
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

/** Of what is too long it is told that it was there. */
function textOf(item: WireItem): string {
  const text = JSON.stringify(item);
  if (text.length <= LONGEST_ITEM) return text;
  const short: object =
    item.item === 'message'
      ? { ...item, said: { kind: 'strange', what: 'tooLong' } }
      : item.item === 'edit'
        ? { ...item, text: item.text.slice(0, LONGEST_ITEM / 16) }
        : { item: item.item };
  return JSON.stringify(short);
}
