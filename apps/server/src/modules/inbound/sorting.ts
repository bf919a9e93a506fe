import { phoneKey } from '@balcao/domain/contact/phone';
import type { Signal } from '../../channels/port.ts';
import type { Db, PlatformTx } from '../../foundation/db/tx.ts';
import { ShutDoor, type Door, type Doors } from './doors.ts';
import {
  HISTORY_LANE,
  inboundStore,
  laneOf,
  MOST_BYTES_TAKEN,
  type Delivery,
  type Lane,
  type NewSignal,
} from './inbound.store.ts';

interface Needs {
  db: Db;
  doors: Doors;
  /** These have something to do now. */
  sorted(lanes: Lane[]): void;
  failed(fault: unknown): void;
}
const AT_ONCE = 100;
/** Sorted last so short ago, there is likely more to come; then it is waited for so long. */
const BUSY_MS = 25;
const GATHER_MS = 12;

/** What is left out of this pass: connections that no longer exist, and deliveries that nobody can read. */
interface Aside {
  gone: Set<number>;
  poisoned: Set<number>;
}
type SortedOut =
  | { isFull: boolean; signals: NewSignal[] }
  | { stranger: Delivery }
  | { poison: Delivery; fault: Error }
  | 'held';
/** When another node has the inbox, and when the database is in trouble, it is looked into again after so long. */
const HELD_MS = 50;
const TROUBLED_MS = 1000;

/** Opens envelopes, oldest first, and lays what they say into the lines of their conversations. One node at a time. */
export function createSorting({ db, doors, sorted, failed }: Needs) {
  let isSorting = false;
  let isAsked = false;
  let isStopped = false;
  let isPlanned = false;
  let lastAt = 0;

  async function sort(): Promise<void> {
    if (isSorting) return void (isAsked = true);
    isSorting = true;
    isAsked = false;
    try {
      while (!isStopped && (await sortSome()));
    } catch (fault) {
      failed(fault);
      later(TROUBLED_MS);
    } finally {
      isSorting = false;
      lastAt = Date.now();
      if (isAsked) wake();
    }
  }
  /** At once when it is quiet. While deliveries pour in, those of some milliseconds are sorted together. */
  function wake() {
    if (isSorting || isPlanned) return void (isAsked = isSorting);
    const isBusy = Date.now() - lastAt < BUSY_MS;
    isPlanned = true;
    setTimeout(
      () => {
        isPlanned = false;
        void sort();
      },
      isBusy ? GATHER_MS : 0,
    );
  }
  const later = (ms: number) => void setTimeout(() => !isStopped && void sort(), ms).unref();

  /** True when there may be more. */
  async function sortSome(): Promise<boolean> {
    const aside: Aside = { gone: new Set(), poisoned: new Set() };
    for (;;) {
      const sortedOut = await db.onPlatform((tx) => sortWithin(tx, aside));
      if (sortedOut === 'held') {
        // Another node is at it, and may have looked before this one's came in: nobody rings again for those.
        later(HELD_MS);
        return false;
      }
      if ('isFull' in sortedOut) {
        if (sortedOut.signals.length > 0) sorted(sortedOut.signals);
        return sortedOut.isFull;
      }
      // Not inside the unit of work: both need a connection of their own.
      if ('stranger' in sortedOut) await meet(sortedOut.stranger, aside);
      else await quarantine(sortedOut.poison, sortedOut.fault, aside);
    }
  }

  async function sortWithin(tx: PlatformTx, { gone, poisoned }: Aside): Promise<SortedOut> {
    const deliveries = await inboundStore.take(tx, AT_ONCE);
    if (!deliveries) return 'held';
    const signals: NewSignal[] = [];
    for (const delivery of deliveries) {
      if (gone.has(delivery.connectionId) || poisoned.has(delivery.id)) continue;
      const door = doors.known(delivery.connectionId);
      if (!door) return { stranger: delivery };
      try {
        signals.push(...read(delivery, door));
      } catch (fault) {
        return { poison: delivery, fault: fault as Error };
      }
    }
    if (deliveries.length > 0) await inboundStore.sort(tx, deliveries, signals);
    const bytes = deliveries.reduce((sum, { body }) => sum + body.length, 0);
    return { isFull: deliveries.length === AT_ONCE || bytes >= MOST_BYTES_TAKEN, signals };
  }

  async function meet(delivery: Delivery, aside: Aside): Promise<void> {
    const { companyId, connectionId } = delivery;
    try {
      // The connection is gone, and with it everything it could say.
      if (!(await doors.byConnection(companyId, connectionId))) aside.gone.add(connectionId);
    } catch (fault) {
      if (!(fault instanceof ShutDoor)) throw fault;
      await quarantine(delivery, fault, aside);
    }
  }

  /** Kept for a person to look at before it leaves the inbox: a crash in between keeps it twice, never not at all. */
  async function quarantine({ id, companyId, connectionId, body }: Delivery, fault: Error, { poisoned }: Aside) {
    const content = { body: body.toString('base64') };
    await db.inCompany(companyId, (tx) =>
      inboundStore.quarantine(tx, { connectionId, kind: 'delivery', content, fault: fault.message }),
    );
    poisoned.add(id);
  }

  return {
    sort,
    wake,
    isIdle: () => !isSorting,
    stop: () => void (isStopped = true),
  };
}

function read({ companyId, connectionId, receivedAt, body }: Delivery, { channel, account }: Door): NewSignal[] {
  return channel.read(body, account).map((signal) => ({
    companyId,
    connectionId,
    receivedAt,
    signal,
    lane: isBefore(signal) ? HISTORY_LANE : laneOf(connectionId, peerOf(signal)),
    conversation: lineOf(signal),
  }));
}

const isBefore = (signal: Signal): boolean =>
  signal.is === 'history' || (signal.is === 'message' && signal.isHistory === true);

/** Who it is about; what belongs to nobody (a session) has a place of its own. */
function peerOf(signal: Signal): string {
  if (!('peer' in signal)) return signal.is;
  // After everything that was said under the former name; what was said under the new one finds its way to it anyhow.
  const { identities } = signal.is === 'renumbered' ? signal.from : signal.peer;
  const [first] = [...identities].sort((a, b) => a.kind.localeCompare(b.kind));
  if (!first) return 'nobody';
  // Both spellings of a Brazilian mobile are one line, or the same person's words could overtake each other.
  return `${first.kind}:${first.scope ?? ''}:${first.kind === 'phone' ? phoneKey(first.value) : first.value}`;
}
/**
 * What waits holds back its own line. Messages of a conversation keep their order; what is said about one message may
 * have to wait for that message, and nobody else has to wait with it.
 */
function lineOf(signal: Signal): string {
  switch (signal.is) {
    case 'receipt':
      return `about:${signal.wid ?? signal.correlation ?? ''}`;
    case 'edited':
    case 'removed':
      return `about:${signal.wid}`;
    case 'read-up-to':
      return `about:${peerOf(signal)}`;
    default:
      return peerOf(signal);
  }
}
