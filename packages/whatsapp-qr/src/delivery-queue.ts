/** What an account says, on its way to the house: kept here, in order, until the house says that it is safe. */
import { randomUUID } from 'node:crypto';
import type { WireItem } from './wire.ts';

const MAX_BATCH_ITEMS = 100;
const MAX_BATCH_CHARACTERS = 512 * 1024;
/** Longer than anything a person writes; the house would not take it, and all that comes after would wait for it. */
const MAX_ITEM_CHARACTERS = 1024 * 1024;
/** So much of one account waits at most before its line is hung up: twenty of them have room in a child. */
const MAX_QUEUED_CHARACTERS = 16 * 1024 * 1024;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 10_000;

export function createDeliveryQueue({
  deliver,
  maxQueuedCharacters = MAX_QUEUED_CHARACTERS,
}: {
  deliver(body: string): Promise<unknown>;
  maxQueuedCharacters?: number | undefined;
}) {
  const waiting: string[] = [];
  let characters = 0;
  let isStopped = false;
  let isWorking = false;
  let wake: (() => void) | undefined;

  async function work() {
    if (isWorking) return;
    isWorking = true;
    while (waiting.length > 0 && !isStopped) {
      const batch = next();
      // A `WireDelivery`, and the very same bytes each time: laid twice, it counts once.
      const body = `{"mark":"${randomUUID()}","items":[${batch.join(',')}]}`;
      for (let wait = FIRST_WAIT_MS; !isStopped; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
        try {
          await deliver(body);
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
    isWorking = false;
  }
  function next(): string[] {
    let length = 0;
    const end = waiting.findIndex((text, n) => {
      length += text.length;
      return n === MAX_BATCH_ITEMS || (n > 0 && length > MAX_BATCH_CHARACTERS);
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
    isFull: () => characters > maxQueuedCharacters,
    hasCapacity: () => characters <= maxQueuedCharacters / 2,
    /** All of it is safe, or so much time is over. */
    async idle(timeoutMs: number): Promise<void> {
      const end = Date.now() + timeoutMs;
      while (waiting.length > 0 && !isStopped && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
    },
    stop() {
      isStopped = true;
      wake?.();
    },
  };
}
export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

/** Of what is too long it is told that it was there. */
function textOf(item: WireItem): string {
  const text = JSON.stringify(item);
  if (text.length <= MAX_ITEM_CHARACTERS) return text;
  const short: object =
    item.item === 'message'
      ? { ...item, content: { kind: 'strange', what: 'tooLong' } }
      : item.item === 'edit'
        ? { ...item, text: item.text.slice(0, MAX_ITEM_CHARACTERS / 16) }
        : { item: item.item };
  return JSON.stringify(short);
}
