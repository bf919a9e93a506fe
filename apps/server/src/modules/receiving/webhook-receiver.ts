import { createHash } from 'node:crypto';
import type { Account, Channel, Channels } from '../../channels/port.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { WebhookTarget, ConnectionCache } from './connection-cache.ts';
import { createCompanyTurns } from '../../infrastructure/limits/company-turns.ts';
import { createInboxLimits } from './inbox-limits.ts';
import { inboxStore, type InboxEntry, type NewInboxEntry } from './inbox.store.ts';
import { hasTooManyItems } from './payload-items.ts';

interface Deps {
  db: Db;
  connectionCache: ConnectionCache;
  channels: Channels;
  wake(entries: InboxEntry[]): void;
  /** Parts of an authentic payload that belong to no account of this server. */
  onUnknownAccount?(parts: number): void;
  /** Payloads that were stored before. */
  onDuplicates?(count: number): void;
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
  companyId: number;
  entries: NewInboxEntry[];
  bytes: number;
  resolve(): void;
  reject(error: unknown): void;
}
/** One commit stores the entries that arrived while the previous commits ran, up to these bounds. */
const MAX_ENTRIES_PER_COMMIT = 64;
const MAX_BYTES_PER_COMMIT = 8 * 1024 * 1024;
const MAX_CONCURRENT_COMMITS = 3;
const MAX_BODY_BYTES = 3 * 1024 * 1024;
/** Payloads of our own adapters may be larger: their size is not controlled from outside. */
const MAX_ENQUEUED_BYTES = 8 * 1024 * 1024;

/** The account of the platform's own app: it has no keys of its own. */
const platformAccount: Account = { companyId: 0, connectionId: 0, kind: 'whatsappapi', number: '', secrets: {} };

/**
 * Receives webhooks. The signature is verified on the raw bytes, the unparsed payload is committed to the inbox, and only
 * then the request is answered. From there on the payload cannot be lost, and the same bytes again change nothing.
 */
export function createWebhookReceiver({ db, connectionCache, channels, wake, onUnknownAccount, onDuplicates }: Deps) {
  /** One turn of a company is one payload: a burst of one company does not delay the payloads of others. */
  const pending = createCompanyTurns<PendingCommit>({ slots: Infinity });
  const limits = createInboxLimits(db);
  let isScheduled = false;
  let committing = 0;
  let lastKey = 0;

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
    if (pending.waiting > 0) scheduleCommit();
    try {
      const entries = batch.flatMap((pendingCommit) => pendingCommit.entries);
      const appended = await inboxStore.enqueue(db, entries);
      onDuplicates?.(entries.length - appended.length);
      for (const pendingCommit of batch) pendingCommit.resolve();
      wake(appended);
    } catch (error) {
      for (const pendingCommit of batch) pendingCommit.reject(error);
    } finally {
      committing -= 1;
      for (const { companyId, bytes } of batch) limits.addPending(companyId, -1, -bytes);
      if (pending.waiting > 0) scheduleCommit();
    }
  }

  /** The next pending payloads within the bounds, at least one; companies take turns. */
  function nextBatch(): PendingCommit[] {
    const batch: PendingCommit[] = [];
    let bytes = 0;
    let count = 0;
    const fits = ({ entries, bytes: more }: PendingCommit) =>
      batch.length === 0 || (count + entries.length <= MAX_ENTRIES_PER_COMMIT && bytes + more <= MAX_BYTES_PER_COMMIT);
    for (let item = pending.start(fits); item; item = pending.start(fits)) {
      pending.finish(item.key);
      batch.push(item.task);
      bytes += item.task.bytes;
      count += item.task.entries.length;
    }
    return batch;
  }

  /** Resolves when all parts are committed. */
  async function saveParts(parts: PayloadPart[]): Promise<void> {
    if (parts.length === 0) return;
    // The parts are stored together or not at all, so each company must be within its share.
    for (const companyId of new Set(parts.map(({ to }) => to.companyId))) await limits.refuseWhenFull(companyId);
    const { companyId } = parts[0]!.to;
    const entries = parts.map(({ to, body }) => ({
      companyId: to.companyId,
      connectionId: to.connectionId,
      digest: createHash('sha256').update(body).digest(),
      body,
    }));
    await new Promise<void>((resolve, reject) => {
      const bytes = parts.reduce((sum, { body }) => sum + body.length, 0);
      limits.addPending(companyId, 1, bytes);
      pending.add(companyId, String((lastKey += 1)), { companyId, entries, bytes, resolve, reject });
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
      if (to.length === 0) onUnknownAccount?.(1);
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
      if (hasTooManyItems(body)) refuse('ERR_BODY_TOO_LARGE');
      await saveParts(await resolveRecipients(target.channel, body, target));
    },
    /** Webhook of the platform's own app, shared by accounts of all companies. */
    async receiveShared(provider: string, headers: Headers, body: Buffer): Promise<void> {
      if (body.length > MAX_BODY_BYTES) refuse('ERR_BODY_TOO_LARGE');
      const channel = channels(provider);
      if (!channel?.accountSplitter) return refuse('ERR_NOT_FOUND');
      if (!channel.isAuthentic({ headers, body }, platformAccount)) refuse('ERR_SIGNATURE');
      if (hasTooManyItems(body)) refuse('ERR_BODY_TOO_LARGE');
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
