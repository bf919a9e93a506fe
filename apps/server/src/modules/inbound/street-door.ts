import { createHash } from 'node:crypto';
import type { Account, Channel } from '../../channels/port.ts';
import { directoryStore, hashKey } from '../../foundation/db/directory.store.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { Refusal, refuse } from '../../foundation/refusal.ts';
import type { Connections } from '../connections/index.ts';
import { inboundStore, type Delivery } from './inbound.store.ts';

interface Waiting {
  delivery: Delivery;
  kept(): void;
  lost(fault: unknown): void;
}
/** One commit carries so many deliveries; nobody waits longer than this for the others. */
const MOST_A_COMMIT = 64;
const GATHER_MS = 2;
/** More than this is not held in memory: the channel keeps it and tries again. */
const MOST_WAITING = 2000;
/** And more than this not in the table. */
const MOST_KEPT = 100_000;
const COUNT_EVERY_MS = 1000;
const MAX_BODY_BYTES = 3 * 1024 * 1024;
const KNOWN_FOR_MS = 30_000;

/**
 * Where channels ring. The delivery is proved genuine on its raw bytes, laid unopened into the inbox and committed;
 * only then is it answered. From there on it cannot be lost, and the same bytes again change nothing.
 */
export function createStreetDoor({ db, connections, woken }: { db: Db; connections: Connections; woken(): void }) {
  const waiting: Waiting[] = [];
  const doors = new Map<
    string,
    { at: number; companyId: number; connectionId: number; channel: Channel; account: Account }
  >();
  let timer: NodeJS.Timeout | undefined;
  let isCommitting = false;
  let counted = { at: 0, kept: 0 };

  async function whose(key: string) {
    const known = doors.get(key);
    if (known && Date.now() - known.at < KNOWN_FOR_MS) return known;
    const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'webhook', hashKey(key)));
    const connection = entry && (await connections.show(entry.companyId, Number(entry.rowId)));
    if (!connection) return refuse('ERR_NOT_FOUND');
    const door = {
      at: Date.now(),
      companyId: connection.companyId,
      connectionId: connection.id,
      channel: connections.channelOf(connection),
      account: connections.accountOf(connection),
    };
    doors.set(key, door);
    return door;
  }

  async function commit() {
    // First, or whoever rings after this commit would wait for a timer that has long gone off.
    timer = undefined;
    if (isCommitting) return;
    isCommitting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_A_COMMIT);
      try {
        await db.onPlatform((tx) =>
          inboundStore.keep(
            tx,
            batch.map((one) => one.delivery),
          ),
        );
        for (const one of batch) one.kept();
        woken();
      } catch (fault) {
        for (const one of batch) one.lost(fault);
      }
    }
    isCommitting = false;
  }

  async function refuseWhenFull() {
    if (waiting.length >= MOST_WAITING) throw new Refusal('ERR_BUSY', { retryAfterSeconds: 5 });
    if (Date.now() - counted.at > COUNT_EVERY_MS) counted = { at: Date.now(), kept: await inboundStore.waiting(db) };
    if (counted.kept >= MOST_KEPT) throw new Refusal('ERR_BUSY', { retryAfterSeconds: 30 });
  }

  return {
    /** Resolves when the delivery is safe. */
    async ring(
      key: string,
      headers: Readonly<Record<string, string | string[] | undefined>>,
      body: Buffer,
    ): Promise<void> {
      if (body.length > MAX_BODY_BYTES) refuse('ERR_BODY_TOO_LARGE');
      const { companyId, connectionId, channel, account } = await whose(key);
      if (!channel.isAuthentic({ headers, body }, account)) refuse('ERR_SIGNATURE');
      await refuseWhenFull();
      const digest = createHash('sha256').update(body).digest();
      await new Promise<void>((kept, lost) => {
        waiting.push({ delivery: { companyId, connectionId, digest, body }, kept, lost });
        if (waiting.length >= MOST_A_COMMIT) void commit();
        else timer ??= setTimeout(() => void commit(), GATHER_MS);
      });
    },
    /** A connection changed: its keys are asked for again. */
    forget: (companyId: number) => {
      for (const [key, door] of doors) if (door.companyId === companyId) doors.delete(key);
    },
  };
}
export type StreetDoor = ReturnType<typeof createStreetDoor>;
