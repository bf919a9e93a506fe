import { createHash } from 'node:crypto';
import type { Account, Channel, Channels } from '../../channels/port.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { assertFound, AppError, refuse } from '../../infrastructure/app-error.ts';
import type { WebhookTarget, ConnectionCache } from './connection-cache.ts';
import { inboxStore, type NewInboxEntry } from './inbox.store.ts';

interface Deps {
  db: Db;
  connectionCache: ConnectionCache;
  channels: Channels;
  wake(): void;
  /** So many parts of a genuine delivery were about accounts that nobody here has. */
  onUnknownAccount?(parts: number): void;
}
type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Query = Readonly<Record<string, string | undefined>>;
type Recipient = Pick<WebhookTarget, 'companyId' | 'connectionId'>;
interface PayloadPart {
  to: Recipient;
  body: Buffer;
}

/** What came in one envelope: kept by one commit, whoever its parts are for. */
interface PendingCommit {
  entries: NewInboxEntry[];
  bytes: number;
  resolve(): void;
  reject(error: unknown): void;
}
/** One commit carries so many deliveries: those that came in while the ones before were under way. */
const MAX_ENTRIES_PER_COMMIT = 64;
const MAX_BYTES_PER_COMMIT = 8 * 1024 * 1024;
const MAX_CONCURRENT_COMMITS = 3;
/** More than this is not held in memory: the channel keeps it and tries again. */
const MAX_PENDING = 2000;
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
/** And more than this not in the database, until what is there has been worked off. */
const MAX_STORED = 100_000;
const COUNT_EVERY_MS = 1000;
const MAX_BODY_BYTES = 3 * 1024 * 1024;
/** What an adapter of ours lays down itself may be larger: nobody outside decides how much. */
const MAX_ENQUEUED_BYTES = 8 * 1024 * 1024;

/** The platform's own app, as its channel is asked about it: an account without keys of its own. */
const platformAccount: Account = { companyId: 0, connectionId: 0, kind: 'whatsappapi', number: '', secrets: {} };

/**
 * Where channels ring. The delivery is proved genuine on its raw bytes, laid unopened into the inbox and committed;
 * only then is it answered. From there on it cannot be lost, and the same bytes again change nothing.
 */
export function createWebhookReceiver({ db, connectionCache, channels, wake, onUnknownAccount = () => {} }: Deps) {
  const pending: PendingCommit[] = [];
  let isScheduled = false;
  let committing = 0;
  let pendingBytes = 0;
  const counted = { at: 0, stored: 0 };

  /** After this turn of the event loop: whoever rings in the same one comes along. */
  function scheduleCommit() {
    if (isScheduled || committing >= MAX_CONCURRENT_COMMITS) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      void commit();
    });
  }

  async function commit() {
    const batch = nextBatch();
    if (batch.length === 0) return;
    committing += 1;
    if (pending.length > 0) scheduleCommit();
    try {
      await inboxStore.enqueue(
        db,
        batch.flatMap((pendingCommit) => pendingCommit.entries),
      );
      for (const pendingCommit of batch) pendingCommit.resolve();
      wake();
    } catch (error) {
      for (const pendingCommit of batch) pendingCommit.reject(error);
    } finally {
      committing -= 1;
      for (const { bytes } of batch) pendingBytes -= bytes;
      if (pending.length > 0) scheduleCommit();
    }
  }

  /** The first in line, at least one. */
  function nextBatch(): PendingCommit[] {
    let bytes = 0;
    let count = 0;
    const end = pending.findIndex((pendingCommit, n) => {
      bytes += pendingCommit.bytes;
      count += pendingCommit.entries.length;
      return n > 0 && (count > MAX_ENTRIES_PER_COMMIT || bytes > MAX_BYTES_PER_COMMIT);
    });
    return pending.splice(0, end === -1 ? pending.length : end);
  }

  async function refuseWhenFull() {
    if (pending.length >= MAX_PENDING || pendingBytes >= MAX_PENDING_BYTES)
      throw new AppError('ERR_BUSY', { retryAfterSeconds: 5 });
    if (Date.now() - counted.at > COUNT_EVERY_MS) {
      // Before the answer: the others who ring meanwhile need not ask too.
      counted.at = Date.now();
      counted.stored = await inboxStore.countWaiting(db);
    }
    if (counted.stored >= MAX_STORED) throw new AppError('ERR_BUSY', { retryAfterSeconds: 30 });
  }

  /** Resolves when all of it is safe. */
  async function saveParts(parts: PayloadPart[]): Promise<void> {
    if (parts.length === 0) return;
    await refuseWhenFull();
    const entries = parts.map(({ to: { companyId, connectionId }, body }) => ({
      companyId,
      connectionId,
      digest: createHash('sha256').update(body).digest(),
      body,
    }));
    await new Promise<void>((resolve, reject) => {
      const bytes = parts.reduce((sum, { body }) => sum + body.length, 0);
      pendingBytes += bytes;
      pending.push({ entries, bytes, resolve, reject });
      scheduleCommit();
    });
  }

  /**
   * Each account is handed its own words. Others than whoever was rung at get theirs only from the app that is also
   * theirs, and behind a company's own door only within that company; what is nobody's is counted and let go.
   */
  async function resolveRecipients(
    { accountSplitter }: Channel,
    body: Buffer,
    viaTarget: WebhookTarget | undefined,
  ): Promise<PayloadPart[]> {
    if (!accountSplitter) return [{ to: viaTarget!, body }];
    const parts = parseOrRefuse(() => accountSplitter.split(body));
    const ownNames = viaTarget ? accountSplitter.aliasesOf(viaTarget.account) : [];
    const addresses = await connectionCache.byAccounts(
      parts.map(({ name }) => name).filter((name) => name !== '' && !ownNames.includes(name)),
    );
    const sharesApp = ({ account }: WebhookTarget) =>
      accountSplitter.isSameApp(account, viaTarget?.account ?? platformAccount);
    /** A name that is not an account's alone is said of all who go by it. */
    const targetsByAlias = async (companyId: number, name: string) =>
      (await connectionCache.byAlias(companyId, name)).filter(sharesApp);

    async function recipientsOf(name: string): Promise<Recipient[]> {
      // At a connection's own door what names nobody is about its own app, and so about itself.
      if (viaTarget && (name === '' || name === ownNames[0])) return [viaTarget];
      if (viaTarget && ownNames.includes(name)) return targetsByAlias(viaTarget.companyId, name);
      const other = addresses.get(name);
      if (!other || (viaTarget && other.companyId !== viaTarget.companyId)) return [];
      if (other.connectionId === null) return targetsByAlias(other.companyId, name);
      // A door that cannot be opened now: its words wait for a person, as whatever else comes for it.
      return !other.target || sharesApp(other.target) ? [other] : [];
    }
    const assigned: PayloadPart[] = [];
    for (const part of parts) {
      const to = await recipientsOf(part.name);
      if (to.length === 0) onUnknownAccount(1);
      for (const recipient of to) assigned.push({ to: recipient, body: part.body });
    }
    return assigned;
  }

  return {
    /** Somebody rings at the door of one connection. Resolves when the delivery is safe. */
    async receive(key: string, headers: Headers, body: Buffer): Promise<void> {
      if (body.length > MAX_BODY_BYTES) refuse('ERR_BODY_TOO_LARGE');
      const target = assertFound(await connectionCache.byKey(key), 'ERR_NOT_FOUND');
      if (!target.channel.isAuthentic({ headers, body }, target.account)) refuse('ERR_SIGNATURE');
      await saveParts(await resolveRecipients(target.channel, body, target));
    },
    /** At the one door of the platform's own app, behind which every company's accounts may be. */
    async receiveShared(provider: string, headers: Headers, body: Buffer): Promise<void> {
      if (body.length > MAX_BODY_BYTES) refuse('ERR_BODY_TOO_LARGE');
      const channel = channels(provider);
      if (!channel?.accountSplitter) return refuse('ERR_NOT_FOUND');
      if (!channel.isAuthentic({ headers, body }, platformAccount)) refuse('ERR_SIGNATURE');
      await saveParts(await resolveRecipients(channel, body, undefined));
    },
    /** The answer to the question a channel asks before it delivers; undefined for whoever may not know. */
    async answerChallenge(key: string, query: Query): Promise<string | undefined> {
      const target = await connectionCache.byKey(key);
      return target?.channel.handshake?.(query, target.account);
    },
    answerSharedChallenge: (provider: string, query: Query): string | undefined =>
      channels(provider)?.handshake?.(query, platformAccount),
    /** For an adapter that hears its channel itself. Resolves when it is safe. */
    async enqueue(companyId: number, connectionId: number, body: Buffer): Promise<void> {
      if (body.length > MAX_ENQUEUED_BYTES) refuse('ERR_BODY_TOO_LARGE');
      await saveParts([{ to: { companyId, connectionId }, body }]);
    },
  };
}
export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>;

/** Genuine, and yet no JSON: it will be no better the next time. */
function parseOrRefuse<T>(split: () => T): T {
  try {
    return split();
  } catch {
    return refuse('ERR_BAD_REQUEST');
  }
}
