import { createHash } from 'node:crypto';
import type { Account, Channel, Channels } from '../../channels/port.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { found, Refusal, refuse } from '../../foundation/refusal.ts';
import type { Door, Doors } from './doors.ts';
import { inboundStore, type NewDelivery } from './inbound.store.ts';

interface Needs {
  db: Db;
  doors: Doors;
  channels: Channels;
  woken(): void;
  /** So many parts of a genuine delivery were about accounts that nobody here has. */
  passedBy?(parts: number): void;
}
type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Query = Readonly<Record<string, string | undefined>>;
type Address = Pick<Door, 'companyId' | 'connectionId'>;
interface Part {
  to: Address;
  body: Buffer;
}

/** What came in one envelope: kept by one commit, whoever its parts are for. */
interface Waiting {
  deliveries: NewDelivery[];
  bytes: number;
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
/** What an adapter of ours lays down itself may be larger: nobody outside decides how much. */
const MAX_LAID_BYTES = 8 * 1024 * 1024;

/** The platform's own app, as its channel is asked about it: an account without keys of its own. */
const platform: Account = { companyId: 0, connectionId: 0, kind: 'whatsappapi', number: '', secrets: {} };

/**
 * Where channels ring. The delivery is proved genuine on its raw bytes, laid unopened into the inbox and committed;
 * only then is it answered. From there on it cannot be lost, and the same bytes again change nothing.
 */
export function createStreetDoor({ db, doors, channels, woken, passedBy = () => {} }: Needs) {
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
        batch.flatMap((one) => one.deliveries),
      );
      for (const one of batch) one.kept();
      woken();
    } catch (fault) {
      for (const one of batch) one.lost(fault);
    } finally {
      committing -= 1;
      for (const { bytes } of batch) bytesHeld -= bytes;
      if (waiting.length > 0) plan();
    }
  }

  /** The first in line, at least one. */
  function next(): Waiting[] {
    let bytes = 0;
    let count = 0;
    const end = waiting.findIndex((one, n) => {
      bytes += one.bytes;
      count += one.deliveries.length;
      return n > 0 && (count > MOST_A_COMMIT || bytes > BYTES_A_COMMIT);
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

  /** Resolves when all of it is safe. */
  async function keep(parts: Part[]): Promise<void> {
    if (parts.length === 0) return;
    await refuseWhenFull();
    const deliveries = parts.map(({ to: { companyId, connectionId }, body }) => ({
      companyId,
      connectionId,
      digest: createHash('sha256').update(body).digest(),
      body,
    }));
    await new Promise<void>((kept, lost) => {
      const bytes = parts.reduce((sum, { body }) => sum + body.length, 0);
      bytesHeld += bytes;
      waiting.push({ deliveries, bytes, kept, lost });
      plan();
    });
  }

  /**
   * Each account is handed its own words. Others than whoever was rung at get theirs only from the app that is also
   * theirs, and behind a company's own door only within that company; what is nobody's is counted and let go.
   */
  async function divide({ sharing }: Channel, body: Buffer, rungAt: Door | undefined): Promise<Part[]> {
    if (!sharing) return [{ to: rungAt!, body }];
    const parts = readable(() => sharing.split(body));
    const own = rungAt ? sharing.namesOf(rungAt.account) : [];
    const known = await doors.byAccounts(
      parts.map(({ name }) => name).filter((name) => name !== '' && !own.includes(name)),
    );
    const isOurs = ({ account }: Door) => sharing.isSameApp(account, rungAt?.account ?? platform);
    /** A name that is not an account's alone is said of all who go by it. */
    const all = async (companyId: number, name: string) => (await doors.goingBy(companyId, name)).filter(isOurs);

    async function recipients(name: string): Promise<Address[]> {
      // At a connection's own door what names nobody is about its own app, and so about itself.
      if (rungAt && (name === '' || name === own[0])) return [rungAt];
      if (rungAt && own.includes(name)) return all(rungAt.companyId, name);
      const other = known.get(name);
      if (!other || (rungAt && other.companyId !== rungAt.companyId)) return [];
      if (other.connectionId === null) return all(other.companyId, name);
      // A door that cannot be opened now: its words wait for a person, as whatever else comes for it.
      return !other.door || isOurs(other.door) ? [other] : [];
    }
    const kept: Part[] = [];
    for (const part of parts) {
      const to = await recipients(part.name);
      if (to.length === 0) passedBy(1);
      for (const one of to) kept.push({ to: one, body: part.body });
    }
    return kept;
  }

  return {
    /** Somebody rings at the door of one connection. Resolves when the delivery is safe. */
    async ring(key: string, headers: Headers, body: Buffer): Promise<void> {
      if (body.length > MAX_BODY_BYTES) refuse('ERR_BODY_TOO_LARGE');
      const door = found(await doors.byKey(key), 'ERR_NOT_FOUND');
      if (!door.channel.isAuthentic({ headers, body }, door.account)) refuse('ERR_SIGNATURE');
      await keep(await divide(door.channel, body, door));
    },
    /** At the one door of the platform's own app, behind which every company's accounts may be. */
    async ringShared(provider: string, headers: Headers, body: Buffer): Promise<void> {
      if (body.length > MAX_BODY_BYTES) refuse('ERR_BODY_TOO_LARGE');
      const channel = channels(provider);
      if (!channel?.sharing) return refuse('ERR_NOT_FOUND');
      if (!channel.isAuthentic({ headers, body }, platform)) refuse('ERR_SIGNATURE');
      await keep(await divide(channel, body, undefined));
    },
    /** The answer to the question a channel asks before it delivers; undefined for whoever may not know. */
    async greet(key: string, query: Query): Promise<string | undefined> {
      const door = await doors.byKey(key);
      return door?.channel.handshake?.(query, door.account);
    },
    greetShared: (provider: string, query: Query): string | undefined =>
      channels(provider)?.handshake?.(query, platform),
    /** For an adapter that hears its channel itself. Resolves when it is safe. */
    async lay(companyId: number, connectionId: number, body: Buffer): Promise<void> {
      if (body.length > MAX_LAID_BYTES) refuse('ERR_BODY_TOO_LARGE');
      await keep([{ to: { companyId, connectionId }, body }]);
    },
  };
}
export type StreetDoor = ReturnType<typeof createStreetDoor>;

/** Genuine, and yet no JSON: it will be no better the next time. */
function readable<T>(split: () => T): T {
  try {
    return split();
  } catch {
    return refuse('ERR_BAD_REQUEST');
  }
}
