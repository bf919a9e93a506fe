/** Queue of an account's items. Each item stays queued, in order, until the server has stored it. */
import { randomUUID } from 'node:crypto';
import type { WireItem } from './wire.ts';

const MAX_BATCH_ITEMS = 100;
const MAX_BATCH_CHARACTERS = 512 * 1024;
/** Longer items would be rejected by the server and block everything behind them. */
const MAX_ITEM_CHARACTERS = 1024 * 1024;
/** Bound per account; beyond it the account is disconnected. Twenty such queues fit into a child's memory. */
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
      // Retries send the same bytes, so a delivery that is stored twice counts once.
      const body = deliveryOf(batch);
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
    /** Everything that is queued, as deliveries; the queue is stopped and empty then. */
    takeAll(): string[] {
      isStopped = true;
      const deliveries: string[] = [];
      while (waiting.length > 0) deliveries.push(deliveryOf(waiting.splice(0, next().length)));
      characters = 0;
      wake?.();
      return deliveries;
    },
    /** The queue never drops an item, so the session must stop receiving while it is full. */
    isFull: () => characters > maxQueuedCharacters,
    hasCapacity: () => characters <= maxQueuedCharacters / 2,
    /** Resolves when the queue is empty or the timeout has passed. */
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

/** A `WireDelivery`. */
const deliveryOf = (batch: string[]): string => `{"mark":"${randomUUID()}","items":[${batch.join(',')}]}`;

/** An item that is too long is replaced by a placeholder. */
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
