import { randomInt } from 'node:crypto';
import {
  providers,
  type ConnectionChange,
  type ConnectionDraft,
  type HealthBrief,
} from '@balcao/contract/endpoints/connections';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import {
  Refused,
  type Account,
  type Channel,
  type ChannelKind,
  type Channels,
  type ContentKind,
} from '../../channels/port.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { ConnectionRow, NewConnection } from '../../infrastructure/db/schema/connections.ts';
import { extendTimeout, brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { connectionStore, type FullConnection } from './connections.store.ts';
import {
  checkImport,
  checkRules,
  isImportRangeChanged,
  parseConnection,
  hasImportFields,
} from './connections.rules.ts';
import { createChannelLookups } from './channel-lookups.ts';
import { releaseAccounts } from './linked-accounts.ts';
import { createAccountLinking } from './account-linking.ts';
import { createSessions, updateSession } from './sessions.ts';

type Draft = z.output<typeof ConnectionDraft>;
type Change = z.output<typeof ConnectionChange>;
export interface ConnectionDeps {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Settings;
  channels: Channels;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  /** What waits to be sent through it can no longer leave; said before it is gone. */
  failUnsentMessages(tx: Tx, connectionId: number): Promise<void>;
  /** Old messages are wanted between two moments, or no longer. */
  onImportRequested(tx: Tx, connection: FullConnection): Promise<void>;
  /** A session that was connected is gone without anybody having ended it. */
  onDisconnected(companyId: number, connectionId: number): void;
  seal(plain: string, companyId: number): string;
  unseal(sealed: string, companyId: number): string;
  /** Where people and channels reach us, where that is known. */
  publicUrl: string | undefined;
  /** The platform has an app of its own at Meta. */
  hasPlatformApp: boolean;
}

const DEAD_RETRY_MS = 60_000;
const TOKEN_LENGTH = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The channel accounts of a company: what they are called, what they say, and whether they are connected. */
export function createConnections(deps: ConnectionDeps) {
  const { db, companies, settings, channels, existingQueueIds, seal, unseal } = deps;

  const byId = async (tx: Tx, id: number) => assertFound(await connectionStore.byId(tx, id), 'ERR_NO_WAPP_FOUND');
  const channelOf = (connection: ConnectionRow): Channel =>
    channels(connection.provider) ?? refuse('ERR_PROVIDER_UNAVAILABLE');
  const accountOf = (connection: ConnectionRow): Account => ({
    companyId: connection.companyId,
    connectionId: connection.id,
    kind: connection.channel,
    number: connection.number,
    secrets:
      connection.secrets === null
        ? {}
        : (JSON.parse(unseal(connection.secrets, connection.companyId)) as Record<string, string>),
  });

  async function setQueues(tx: Tx, id: number, queueIds: number[]) {
    const uniqueIds = [...new Set(queueIds)];
    if ((await existingQueueIds(tx, uniqueIds)).length < uniqueIds.length)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueIds', rule: 'unknown' });
    await connectionStore.setQueues(tx, id, uniqueIds);
  }
  async function checkQueue(tx: Tx, queueId: number, field: string) {
    if ((await existingQueueIds(tx, [queueId])).length === 0) refuse('ERR_QUEUE_NOT_FOUND', { field, rule: 'unknown' });
  }
  async function checkQueueFields(tx: Tx, { sendIdQueue, queueIdImportMessages }: Change) {
    if (sendIdQueue) await checkQueue(tx, sendIdQueue, 'sendIdQueue');
    if (queueIdImportMessages) await checkQueue(tx, queueIdImportMessages, 'queueIdImportMessages');
  }
  async function makeDefault(tx: Tx, id: number) {
    const former = await connectionStore.clearDefault(tx, id);
    if (former !== undefined) tx.emit({ type: 'connection.saved', connectionId: former, isNew: false });
  }
  async function issueToken(tx: Tx, id: number): Promise<string> {
    const token = Array.from({ length: TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    await directoryStore.removeRows(tx, 'api-token', [String(id)]);
    await directoryStore.add(tx, 'api-token', hashKey(token), String(id));
    await connectionStore.update(tx, id, { tokenHash: hashKey(token), tokenLast4: token.slice(-4) });
    return token;
  }
  async function check(tx: Tx, connection: FullConnection, input: Change, before?: ConnectionRow) {
    const isRatingEnabled = (await settings.get(tx, 'userRating')) === 'enabled';
    checkRules(connection, { isRatingEnabled, fields: input, before, now: deps.clock.now() });
  }
  async function changed(tx: Tx, actor: Actor, id: number, fields: string[]) {
    await audit(tx, {
      userId: actor.userId,
      action: 'connection.changed',
      subject: `connection ${id}`,
      data: { fields },
    });
    tx.emit({ type: 'connection.saved', connectionId: id, isNew: false });
  }
  const linking = createAccountLinking({
    db,
    channelOf,
    accountOf,
    seal,
    updateSession,
    publicUrl: deps.publicUrl,
    hasPlatformApp: deps.hasPlatformApp,
  });
  async function add(
    tx: Tx,
    actor: Actor,
    { channel, provider, queueIds = [], linking: linkingInput, ...fields }: Draft,
    /** What the account was handed over with. */
    own: Record<string, string>,
  ) {
    const plan = await companies.planOf(tx);
    const included = {
      whatsapp: plan.useWhatsapp,
      whatsappapi: plan.useWhatsapp,
      facebook: plan.useFacebook,
      instagram: plan.useInstagram,
    };
    if (!included[channel]) refuse('ERR_CHANNEL_NOT_IN_PLAN');
    if ((await connectionStore.countOf(tx, channel)) >= plan.connections) refuse('ERR_CONNECTION_LIMIT_REACHED');
    const adapter = channels(provider);
    if (!adapter || !supports(adapter, channel))
      return refuse('ERR_PROVIDER_UNAVAILABLE', { field: 'provider', rule: 'choice' });
    await checkQueueFields(tx, fields);
    const isFirst = (await connectionStore.list(tx)).length === 0;

    const { id } = await connectionStore.insert(tx, {
      ...parseConnection(fields),
      name: fields.name,
      channel,
      provider,
      isDefault: false,
    });
    if (isFirst || fields.isDefault) {
      await makeDefault(tx, id);
      await connectionStore.update(tx, id, { isDefault: true });
    }
    const secrets: Record<string, string> = { ...adapter.newSecrets?.(), ...own };
    if (secrets['webhookKey']) await directoryStore.add(tx, 'webhook', hashKey(secrets['webhookKey']), String(id));
    await connectionStore.update(tx, id, { secrets: seal(JSON.stringify(secrets), tx.companyId) });
    if (linkingInput) await linking.saveKeys(tx, await byId(tx, id), linkingInput);
    await setQueues(tx, id, queueIds);
    const token = await issueToken(tx, id);
    const created = await byId(tx, id);
    await check(tx, created, fields);
    if (hasImportFields(fields)) {
      checkImport(created, deps.clock.now());
      await deps.onImportRequested(tx, created);
    }
    await audit(tx, {
      userId: actor.userId,
      action: 'connection.changed',
      subject: `connection ${id}`,
      data: { channel, provider },
    });
    tx.emit({ type: 'connection.saved', connectionId: id, isNew: true });
    return { connection: await byId(tx, id), token };
  }
  async function drop(tx: Tx, actor: Actor, id: number): Promise<ConnectionRow> {
    await deps.failUnsentMessages(tx, id);
    const connection = assertFound(await connectionStore.remove(tx, id), 'ERR_NO_WAPP_FOUND');
    await directoryStore.removeRows(tx, 'api-token', [String(id)]);
    await directoryStore.removeRows(tx, 'webhook', [String(id)]);
    await releaseAccounts(tx, [id]);
    // Without its row the file is shown to nobody; the sweep takes the bytes.
    if (connection.greetingFileKey !== null) await fileStore.remove(tx, connection.greetingFileKey);
    if (connection.isDefault) {
      const [next] = await connectionStore.list(tx);
      if (next) {
        await connectionStore.update(tx, next.id, { isDefault: true });
        tx.emit({ type: 'connection.saved', connectionId: next.id, isNew: false });
      }
    }
    await audit(tx, {
      userId: actor.userId,
      action: 'connection.removed',
      subject: `connection ${id}`,
      data: { name: connection.name },
    });
    tx.emit({ type: 'connection.removed', connectionId: id });
    return connection;
  }
  /** Pages go together with their Instagram account: what was handed over at once is let go at once. */
  async function siblingsOfPage(tx: Tx, connection: ConnectionRow): Promise<number[]> {
    const pageId = isOfPage(connection) ? accountOf(connection).secrets['pageId'] : undefined;
    if (!pageId) return [];
    const others = (await connectionStore.list(tx)).filter(
      (candidate) => isOfPage(candidate) && candidate.id !== connection.id,
    );
    return others.filter((candidate) => accountOf(candidate).secrets['pageId'] === pageId).map(({ id }) => id);
  }
  const isOfPage = ({ provider, channel }: ConnectionRow): boolean =>
    provider === 'official' && (channel === 'facebook' || channel === 'instagram');

  const sessions = createSessions({ db, channels, channelOf, accountOf, linking, onDisconnected: deps.onDisconnected });
  const { open, pairAgain } = sessions;

  return {
    channelOf,
    accountOf,
    handleSessionEvent: sessions.handleSessionEvent,
    pause: sessions.pause,
    ...createChannelLookups({ db, channelOf, accountOf }),
    /** For how long after the customer's last word free text may be sent; null when for ever. */
    windowHours: (provider: string, kind: ChannelKind): number | null =>
      channels(provider)?.abilities(kind).replyWindowHours ?? null,
    /** How fast its channel takes messages; undefined where nothing is said. */
    rateLimitOf: ({ provider, channel }: ConnectionRow) => channels(provider)?.abilities(channel).rateLimit,
    /** Milliseconds in which nothing may leave through it; one that is dead is looked at again after a minute. */
    async pauseMsOf(tx: Tx, id: number): Promise<number> {
      const row = await connectionStore.byId(tx, id);
      if (row?.status === 'DISCONNECTED' && row.pausedBecause !== '') return DEAD_RETRY_MS;
      return row?.pausedUntil ? Math.max(0, +row.pausedUntil - Date.now()) : 0;
    },
    /** What the rule found about its account; told where it differs from before. */
    async saveHealth(tx: Tx, id: number, health: HealthBrief) {
      if (await connectionStore.saveHealth(tx, id, health))
        tx.emit({ type: 'connection.saved', connectionId: id, isNew: false });
    },
    /** The account itself is allowed so many a second. */
    savePerSecond: (tx: Tx, id: number, perSecond: number) => connectionStore.savePerSecond(tx, id, perSecond),
    /** How far old messages are, in the words of the wire. */
    async saveImport(tx: Tx, id: number, change: Pick<NewConnection, 'importStatus' | 'importFrom' | 'importTo'>) {
      await connectionStore.update(tx, id, change);
      tx.emit({ type: 'connection.saved', connectionId: id, isNew: false });
    },
    /** Can this be drawn at the other end? */
    canSend: ({ provider, channel }: ConnectionRow, kind: ContentKind): boolean =>
      channels(provider)?.abilities(channel).contents.includes(kind) ?? false,
    /** Run in the caller's transaction. */
    inTx: {
      get: byId,
      find: (tx: Tx, id: number) => connectionStore.byId(tx, id),
    },
    usable: (tx: Tx, preferred: number | null) => connectionStore.usable(tx, preferred),

    list: (companyId: number) => db.readCompany(companyId, (tx) => connectionStore.list(tx)),
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => connectionStore.byId(tx, id)),

    /** Who can carry messages on this server. */
    providers: () => providers.filter((provider) => channels(provider) !== undefined),

    create: (actor: Actor, draft: Draft) =>
      saving(
        db.inCompany(actor.companyId, async (tx) => {
          await connectionStore.lockCompany(tx);
          return add(tx, actor, draft, {});
        }),
      ),
    /** An account that was handed over by signing in at its channel. Whoever asks holds the company's lock. */
    async addLinked(
      tx: Tx,
      actor: Actor,
      { secrets, ...draft }: { channel: 'facebook' | 'instagram'; name: string; secrets: Record<string, string> },
    ): Promise<number> {
      return (await add(tx, actor, { ...draft, provider: 'official' }, secrets)).connection.id;
    },
    /** The same account, handed over again. */
    async replaceSecrets(tx: Tx, id: number, newSecrets: Record<string, string>) {
      const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
      const secrets = { ...accountOf(before).secrets, ...newSecrets };
      await connectionStore.update(tx, id, { secrets: seal(JSON.stringify(secrets), tx.companyId) });
      tx.emit({ type: 'connection.saved', connectionId: id, isNew: false });
    },
    linkingOf: linking.present,
    checkLinking: linking.check,

    update(actor: Actor, id: number, input: Change): Promise<FullConnection> {
      return saving(
        db.inCompany(actor.companyId, async (tx) => {
          const { queueIds, linking: keys, ...change } = input;
          await connectionStore.lockCompany(tx);
          const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
          if (change.isDefault === false && before.isDefault)
            refuse('ERR_NO_OTHER_WHATSAPP', { field: 'isDefault', rule: 'required' });
          if (change.isDefault) await makeDefault(tx, id);
          await checkQueueFields(tx, change);
          // Its queue was removed meanwhile: what was agreed of it has ended.
          const ended = before.redirectQueueId === null ? { redirectMinutes: 0 } : {};
          await connectionStore.update(tx, id, { ...ended, ...parseConnection(change) });
          if (keys) await linking.saveKeys(tx, before, keys);
          if (queueIds) await setQueues(tx, id, queueIds);
          const after = await byId(tx, id);
          await check(tx, after, input, before);
          if (hasImportFields(input)) {
            checkImport(after, deps.clock.now());
            await deps.onImportRequested(tx, after);
          }
          await changed(tx, actor, id, Object.keys(input));
          return { after: await byId(tx, id), isPairingNeeded: isImportRangeChanged(before, after) };
        }),
      ).then(async ({ after, isPairingNeeded }) =>
        isPairingNeeded && (await pairAgain(actor, after)) ? ((await this.find(actor.companyId, id)) ?? after) : after,
      );
    },

    async remove(actor: Actor, id: number) {
      const removed = await db.inCompany(actor.companyId, async (tx) => {
        await extendTimeout(tx);
        await connectionStore.lockCompany(tx);
        const siblings = await siblingsOfPage(tx, assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND'));
        for (const other of siblings) await drop(tx, actor, other);
        return drop(tx, actor, id);
      });
      // The account is already gone here; whether the channel hears of it decides nothing.
      await channels(removed.provider)
        ?.session?.close(accountOf(removed), true)
        .catch(() => {});
    },

    newToken: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await byId(tx, id);
        const token = await issueToken(tx, id);
        await changed(tx, actor, id, ['token']);
        return token;
      }),

    saveAttachment: (actor: Actor, id: number, file: { key: string; name: string } | null) =>
      db.inCompany(actor.companyId, async (tx) => {
        const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
        await connectionStore.update(tx, id, {
          greetingFileKey: file?.key ?? null,
          greetingFileName: file?.name ?? '',
        });
        await changed(tx, actor, id, ['greetingMediaAttachment']);
        return before.greetingFileKey;
      }),

    openSession: (actor: Actor, id: number, pairingNumber?: string) => open(actor, id, false, pairingNumber),
    /** A new one connects at once; where the channel cannot be reached now, whoever holds sessions tries again. */
    async tryOpenSession(actor: Actor, id: number) {
      await open(actor, id, false).catch(() => {});
    },
    newSession: (actor: Actor, id: number) => open(actor, id, true),
    endSession: sessions.close,
    async restart(actor: Actor) {
      for (const { id, status } of await this.list(actor.companyId)) {
        if (status !== 'DISCONNECTED') await this.tryOpenSession(actor, id);
      }
    },
  };
}
export type Connections = ReturnType<typeof createConnections>;

/** A provider says itself what it does not carry. */
function supports(adapter: Channel, channel: ChannelKind): boolean {
  try {
    return adapter.abilities(channel) !== undefined;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

const saving = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (brokenConstraint(error) === 'connections_name') refuse('ERR_WAPP_NAME_TAKEN', { field: 'name', rule: 'taken' });
    throw error;
  });
