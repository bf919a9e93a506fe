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
  /** Parts of an authentic payload that belong to no account of this server. */
  onUnknownAccount?(parts: number): void;
}
type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Query = Readonly<Record<string, string | undefined>>;
type Recipient = Pick<WebhookTarget, 'companyId' | 'connectionId'>;
interface PayloadPart {
  to: Recipient;
  body: Buffer;
}

/** All parts of one payload; they are stored by one commit, even for different companies. */
interface PendingCommit {
  entries: NewInboxEntry[];
  bytes: number;
  resolve(): void;
  reject(error: unknown): void;
}
/** One commit stores the entries that arrived while the previous commits ran, up to these bounds. */
const MAX_ENTRIES_PER_COMMIT = 64;
const MAX_BYTES_PER_COMMIT = 8 * 1024 * 1024;
const MAX_CONCURRENT_COMMITS = 3;
/** Above this the request is refused, and the channel retries it later. */
const MAX_PENDING = 2000;
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
/** Stored entries above which requests are refused until the backlog is processed. */
const MAX_STORED = 100_000;
const COUNT_EVERY_MS = 1000;
const MAX_BODY_BYTES = 3 * 1024 * 1024;
/** Payloads of our own adapters may be larger: their size is not controlled from outside. */
const MAX_ENQUEUED_BYTES = 8 * 1024 * 1024;

/** The account of the platform's own app: it has no keys of its own. */
const platformAccount: Account = { companyId: 0, connectionId: 0, kind: 'whatsappapi', number: '', secrets: {} };

/**
 * Receives webhooks. The signature is verified on the raw bytes, the unparsed payload is committed to the inbox, and only
 * then the request is answered. From there on the payload cannot be lost, and the same bytes again change nothing.
 */
export function createWebhookReceiver({ db, connectionCache, channels, wake, onUnknownAccount = () => {} }: Deps) {
  const pending: PendingCommit[] = [];
  let isScheduled = false;
  let committing = 0;
  let pendingBytes = 0;
  const counted = { at: 0, stored: 0 };

  /** Commits after this turn of the event loop, together with the other requests of the same turn. */
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

  /** The oldest pending payloads within the bounds, at least one. */
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
      // Set before the query, so that concurrent requests do not count too.
      counted.at = Date.now();
      counted.stored = await inboxStore.countWaiting(db);
    }
    if (counted.stored >= MAX_STORED) throw new AppError('ERR_BUSY', { retryAfterSeconds: 30 });
  }

  /** Resolves when all parts are committed. */
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
   * Assigns each part of a payload to its accounts. An account other than the webhook's own receives its part only if it
   * belongs to the same app, and at a company's own webhook only within that company. Other parts are counted and dropped.
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
    /** A name that several accounts share addresses all of them. */
    const targetsByAlias = async (companyId: number, name: string) =>
      (await connectionCache.byAlias(companyId, name)).filter(sharesApp);

    async function recipientsOf(name: string): Promise<Recipient[]> {
      // At a connection's own webhook a part without account name is about its own app, and so about the connection.
      if (viaTarget && (name === '' || name === ownNames[0])) return [viaTarget];
      if (viaTarget && ownNames.includes(name)) return targetsByAlias(viaTarget.companyId, name);
      const other = addresses.get(name);
      if (!other || (viaTarget && other.companyId !== viaTarget.companyId)) return [];
      if (other.connectionId === null) return targetsByAlias(other.companyId, name);
      // Keys that cannot be opened: the part is stored, and the parser quarantines it for review.
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
    /** Webhook of one connection. Resolves when the payload is committed. */
    async receive(key: string, headers: Headers, body: Buffer): Promise<void> {
      if (body.length > MAX_BODY_BYTES) refuse('ERR_BODY_TOO_LARGE');
      const target = assertFound(await connectionCache.byKey(key), 'ERR_NOT_FOUND');
      if (!target.channel.isAuthentic({ headers, body }, target.account)) refuse('ERR_SIGNATURE');
      await saveParts(await resolveRecipients(target.channel, body, target));
    },
    /** Webhook of the platform's own app, shared by accounts of all companies. */
    async receiveShared(provider: string, headers: Headers, body: Buffer): Promise<void> {
      if (body.length > MAX_BODY_BYTES) refuse('ERR_BODY_TOO_LARGE');
      const channel = channels(provider);
      if (!channel?.accountSplitter) return refuse('ERR_NOT_FOUND');
      if (!channel.isAuthentic({ headers, body }, platformAccount)) refuse('ERR_SIGNATURE');
      await saveParts(await resolveRecipients(channel, body, undefined));
    },
    /** Answer to the verification request of a channel; undefined when its token is wrong. */
    async answerChallenge(key: string, query: Query): Promise<string | undefined> {
      const target = await connectionCache.byKey(key);
      return target?.channel.handshake?.(query, target.account);
    },
    answerSharedChallenge: (provider: string, query: Query): string | undefined =>
      channels(provider)?.handshake?.(query, platformAccount),
    /** For adapters that receive events without a webhook. Resolves when the payload is committed. */
    async enqueue(companyId: number, connectionId: number, body: Buffer): Promise<void> {
      if (body.length > MAX_ENQUEUED_BYTES) refuse('ERR_BODY_TOO_LARGE');
      await saveParts([{ to: { companyId, connectionId }, body }]);
    },
  };
}
export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>;

/** Authentic but not JSON: a retry would not help, so the request is refused as invalid. */
function parseOrRefuse<T>(split: () => T): T {
  try {
    return split();
  } catch {
    return refuse('ERR_BAD_REQUEST');
  }
}
