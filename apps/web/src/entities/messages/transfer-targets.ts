import type { LogEntry } from './ticket-log.ts';

/**
 * Adds to each transfer of a log where it went: to the agent who received it, else to the queue of the next entry, else to
 * `current`, the queue the ticket is in. The entry of the agent who received it repeats that and is left out.
 */
export function withTransferTargets(log: readonly LogEntry[], current: { name: string } | null): LogEntry[] {
  const sorted = log.filter(({ type }) => type !== 'access').toSorted((a, b) => a.id - b.id);
  const nextOf = new Map(sorted.map((entry, at) => [entry.id, sorted[at + 1]]));
  const received = new Set<number>();
  const targeted = log.map((entry): LogEntry => {
    if (entry.type !== 'transfered') return entry;
    const next = nextOf.get(entry.id);
    if (next?.type === 'receivedTransfer') {
      received.add(next.id);
      return { ...entry, target: { user: next.user?.name ?? null, queue: next.queue?.name ?? null } };
    }
    const queue = next ? next.queue : current;
    return queue ? { ...entry, target: { user: null, queue: queue.name } } : entry;
  });
  return targeted.filter(({ id }) => !received.has(id));
}
