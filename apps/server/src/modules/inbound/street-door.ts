import { createHash } from 'node:crypto';
import type { Db } from '../../foundation/db/tx.ts';
import { found, Refusal, refuse } from '../../foundation/refusal.ts';
import type { Doors } from './doors.ts';
import { inboundStore, type NewDelivery } from './inbound.store.ts';

interface Waiting {
  delivery: NewDelivery;
  kept(): void;
  lost(fault: unknown): void;
}
/** One commit carries so many deliveries: those that came in while the ones before were under way. */
const MOST_A_COMMIT = 64;
const BYTES_A_COMMIT = 8 * 1024 * 1024;
const COMMITS_AT_ONCE = 3;
/** More than this is not held in memory: the channel keeps it and tries again. */
const MOST_WAITING = 2000;
const MOST_BYTES_HELD = 64 * 1024 * 1024;
/** And more than this not in the database, until what is there has been worked off. */
const MOST_KEPT = 100_000;
const COUNT_EVERY_MS = 1000;
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/**
 * Where channels ring. The delivery is proved genuine on its raw bytes, laid unopened into the inbox and committed;
 * only then is it answered. From there on it cannot be lost, and the same bytes again change nothing.
 */
export function createStreetDoor({ db, doors, woken }: { db: Db; doors: Doors; woken(): void }) {
  const waiting: Waiting[] = [];
  let isPlanned = false;
  let committing = 0;
  let bytesHeld = 0;
  const counted = { at: 0, kept: 0 };

  /** After this turn of the event loop: whoever rings in the same one comes along. */
  function plan() {
    if (isPlanned || committing >= COMMITS_AT_ONCE) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      void commit();
    });
  }

  async function commit() {
    const batch = next();
    if (batch.length === 0) return;
    committing += 1;
    if (waiting.length > 0) plan();
    try {
      await inboundStore.keep(
        db,
        batch.map((one) => one.delivery),
      );
      for (const one of batch) one.kept();
      woken();
    } catch (fault) {
      for (const one of batch) one.lost(fault);
    } finally {
      committing -= 1;
      for (const { delivery } of batch) bytesHeld -= delivery.body.length;
      if (waiting.length > 0) plan();
    }
  }

  /** The first in line, at least one. */
  function next(): Waiting[] {
    let bytes = 0;
    const end = waiting.findIndex(({ delivery }, n) => {
      bytes += delivery.body.length;
      return n === MOST_A_COMMIT || (n > 0 && bytes > BYTES_A_COMMIT);
    });
    return waiting.splice(0, end === -1 ? waiting.length : end);
  }

  async function refuseWhenFull() {
    if (waiting.length >= MOST_WAITING || bytesHeld >= MOST_BYTES_HELD)
      throw new Refusal('ERR_BUSY', { retryAfterSeconds: 5 });
    if (Date.now() - counted.at > COUNT_EVERY_MS) {
      // Before the answer: the others who ring meanwhile need not ask too.
      counted.at = Date.now();
      counted.kept = await inboundStore.waiting(db);
    }
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
      const { companyId, connectionId, channel, account } = found(await doors.byKey(key), 'ERR_NOT_FOUND');
      if (!channel.isAuthentic({ headers, body }, account)) refuse('ERR_SIGNATURE');
      await refuseWhenFull();
      const digest = createHash('sha256').update(body).digest();
      await new Promise<void>((kept, lost) => {
        bytesHeld += body.length;
        waiting.push({ delivery: { companyId, connectionId, digest, body }, kept, lost });
        plan();
      });
    },
  };
}
export type StreetDoor = ReturnType<typeof createStreetDoor>;
