import { AsyncLocalStorage } from 'node:async_hooks';
import { zeroCounters, type Counters } from './connection-health.store.ts';

export type CounterName = keyof Counters;
interface CounterBatch {
  companyId: number;
  connectionId: number;
  counters: Counters;
}
const FLUSH_MS = 5000;

/** Counts in memory and saves every FLUSH_MS, so a message costs no query. Counts of a killed node are lost. */
export function createCounterBuffer(save: (batch: CounterBatch) => Promise<void>, onError: (error: unknown) => void) {
  let batches = new Map<number, CounterBatch>();
  let timer: NodeJS.Timeout | undefined;
  // Recorded inside a transaction, saved later outside of it.
  const runOutside = AsyncLocalStorage.snapshot();

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const drained = batches;
    batches = new Map();
    for (const batch of drained.values()) await save(batch).catch(onError);
  }
  return {
    record(companyId: number, connectionId: number, name: CounterName) {
      const batch = batches.get(connectionId) ?? { companyId, connectionId, counters: { ...zeroCounters } };
      batch.counters[name] += 1;
      batches.set(connectionId, batch);
      timer ??= setTimeout(() => runOutside(() => void flush()), FLUSH_MS).unref();
    },
    flush,
  };
}
