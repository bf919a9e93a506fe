import { phoneKey } from '@balcao/domain/contact/phone';
import type { Signal } from '../../channels/port.ts';
import type { Db } from '../../foundation/db/tx.ts';
import type { Doors } from './doors.ts';
import { inboundStore, laneOf, type Delivery, type Lane, type NewSignal } from './inbound.store.ts';

interface Needs {
  db: Db;
  doors: Doors;
  /** These have something to do now. */
  sorted(lanes: Lane[]): void;
  failed(fault: unknown): void;
}
const AT_ONCE = 100;
/** When another node has the inbox, and when the database is in trouble, it is looked into again after so long. */
const HELD_MS = 50;
const TROUBLED_MS = 1000;

/** Opens envelopes, oldest first, and lays what they say into the lines of their conversations. One node at a time. */
export function createSorting({ db, doors, sorted, failed }: Needs) {
  let isSorting = false;
  let isAsked = false;
  let isStopped = false;

  async function sort(): Promise<void> {
    isAsked = true;
    if (isSorting) return;
    isSorting = true;
    try {
      while (isAsked && !isStopped) {
        isAsked = false;
        while (!isStopped && (await sortSome()));
      }
    } catch (fault) {
      failed(fault);
      later(TROUBLED_MS);
    } finally {
      isSorting = false;
    }
  }
  const later = (ms: number) => void setTimeout(() => !isStopped && void sort(), ms).unref();

  /** True when there may be more. Read and opened without a transaction, so that none waits for another connection. */
  async function sortSome(): Promise<boolean> {
    const deliveries = await inboundStore.oldest(db, AT_ONCE);
    if (deliveries.length === 0) return false;
    const read = new Map<number, NewSignal[]>();
    for (const delivery of deliveries) read.set(delivery.id, await open(delivery));
    const { taken, signals } = await db.onPlatform((tx) => inboundStore.sort(tx, deliveries, read));
    if (signals.length > 0) sorted(signals);
    // Another node was at it, and may have looked before this one's came in: nobody rings again for those.
    if (taken === 0) later(HELD_MS);
    return taken === AT_ONCE;
  }

  async function open(delivery: Delivery): Promise<NewSignal[]> {
    const { companyId, connectionId, receivedAt } = delivery;
    const door = await doors.byConnection(companyId, connectionId);
    // The connection is gone, and with it everything it could say.
    if (!door) return [];
    try {
      return door.channel.read(delivery.body, door.account).map((signal) => ({
        companyId,
        connectionId,
        receivedAt,
        signal,
        lane: laneOf(connectionId, peerOf(signal)),
        conversation: lineOf(signal),
      }));
    } catch (fault) {
      const content = { body: delivery.body.toString('base64') };
      await db.inCompany(companyId, (tx) =>
        inboundStore.quarantine(tx, { connectionId, kind: 'delivery', content, fault: (fault as Error).message }),
      );
      return [];
    }
  }

  return {
    sort,
    isIdle: () => !isSorting,
    stop: () => void (isStopped = true),
  };
}

/** Who it is about; what belongs to nobody (a session) has a place of its own. */
function peerOf(signal: Signal): string {
  if (signal.is === 'session') return 'session';
  const [first] = [...signal.peer.identities].sort((a, b) => a.kind.localeCompare(b.kind));
  if (!first) return 'nobody';
  // Both spellings of a Brazilian mobile are one line, or the same person's words could overtake each other.
  return `${first.kind}:${first.scope ?? ''}:${first.kind === 'phone' ? phoneKey(first.value) : first.value}`;
}
/**
 * What waits holds back its own line. Messages of a conversation keep their order; what is said about one message may
 * have to wait for that message, and nobody else has to wait with it.
 */
function lineOf(signal: Signal): string {
  if (signal.is !== 'receipt' && signal.is !== 'edited' && signal.is !== 'removed') return peerOf(signal);
  return `about:${signal.wid ?? (signal.is === 'receipt' ? signal.correlation : '') ?? ''}`;
}
