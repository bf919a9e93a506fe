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
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Clock } from '../../foundation/clock.ts';
import { directoryStore, hashKey } from '../../foundation/db/directory.store.ts';
import type { ConnectionRow, NewConnection } from '../../foundation/db/schema/connections.ts';
import { patiently, brokenConstraint, type Db, type Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { connectionStore, type FullConnection } from './connections.store.ts';
import { checkImport, checkRules, isOtherImport, readConnection, wantsImport } from './connections.rules.ts';
import { createAsking } from './asking.ts';
import { releaseAccounts } from './linked-accounts.ts';
import { createLinking } from './linking.ts';
import { createSessions, step } from './sessions.ts';

type Draft = z.output<typeof ConnectionDraft>;
type Change = z.output<typeof ConnectionChange>;
export interface ConnectionNeeds {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Settings;
  channels: Channels;
  knownQueues(tx: Tx, ids: number[]): Promise<number[]>;
  /** What waits to be sent through it can no longer leave; said before it is gone. */
  letGo(tx: Tx, connectionId: number): Promise<void>;
  /** Old messages are wanted between two moments, or no longer. */
  importWanted(tx: Tx, connection: FullConnection): Promise<void>;
  /** A session that was connected is gone without anybody having ended it. */
  dropped(companyId: number, connectionId: number): void;
  seal(plain: string, companyId: number): string;
  unseal(sealed: string, companyId: number): string;
  /** Where people and channels reach us, where that is known. */
  publicUrl: string | undefined;
  /** The platform has an app of its own at Meta. */
  hasPlatformApp: boolean;
}

const DEAD_REST_MS = 60_000;
const TOKEN_LENGTH = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The channel accounts of a company: what they are called, what they say, and whether they are connected. */
export function createConnections(needs: ConnectionNeeds) {
  const { db, companies, settings, channels, knownQueues, seal, unseal } = needs;

  const byId = async (tx: Tx, id: number) => found(await connectionStore.byId(tx, id), 'ERR_NO_WAPP_FOUND');
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
    const wanted = [...new Set(queueIds)];
    if ((await knownQueues(tx, wanted)).length < wanted.length)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueIds', rule: 'unknown' });
    await connectionStore.setQueues(tx, id, wanted);
  }
  async function knowsQueue(tx: Tx, queueId: number, field: string) {
    if ((await knownQueues(tx, [queueId])).length === 0) refuse('ERR_QUEUE_NOT_FOUND', { field, rule: 'unknown' });
  }
  async function knowsRedirect(tx: Tx, { sendIdQueue, queueIdImportMessages }: Change) {
    if (sendIdQueue) await knowsQueue(tx, sendIdQueue, 'sendIdQueue');
    if (queueIdImportMessages) await knowsQueue(tx, queueIdImportMessages, 'queueIdImportMessages');
  }
  async function makeDefault(tx: Tx, id: number) {
    const former = await connectionStore.clearDefault(tx, id);
    if (former !== undefined) tx.emit({ is: 'connection.saved', connectionId: former, isNew: false });
  }
  async function giveToken(tx: Tx, id: number): Promise<string> {
    const token = Array.from({ length: TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    await directoryStore.removeRows(tx, 'api-token', [String(id)]);
    await directoryStore.add(tx, 'api-token', hashKey(token), String(id));
    await connectionStore.update(tx, id, { tokenHash: hashKey(token), tokenLast4: token.slice(-4) });
    return token;
  }
  async function check(tx: Tx, connection: FullConnection, given: Change, before?: ConnectionRow) {
    const asksRating = (await settings.one(tx, 'userRating')) === 'enabled';
    checkRules(connection, { asksRating, given, before, now: needs.clock.now() });
  }
  async function changed(tx: Tx, actor: Actor, id: number, fields: string[]) {
    await audit(tx, {
      userId: actor.userId,
      act: 'connection.changed',
      subject: `connection ${id}`,
      data: { fields },
    });
    tx.emit({ is: 'connection.saved', connectionId: id, isNew: false });
  }
  const linking = createLinking({
    db,
    channelOf,
    accountOf,
    seal,
    step,
    publicUrl: needs.publicUrl,
    hasPlatformApp: needs.hasPlatformApp,
  });
  async function add(
    tx: Tx,
    actor: Actor,
    { channel, provider, queueIds = [], linking: given, ...rest }: Draft,
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
    if (!adapter || !carries(adapter, channel))
      return refuse('ERR_PROVIDER_UNAVAILABLE', { field: 'provider', rule: 'choice' });
    await knowsRedirect(tx, rest);
    const isFirst = (await connectionStore.list(tx)).length === 0;

    const { id } = await connectionStore.insert(tx, {
      ...readConnection(rest),
      name: rest.name,
      channel,
      provider,
      isDefault: false,
    });
    if (isFirst || rest.isDefault) {
      await makeDefault(tx, id);
      await connectionStore.update(tx, id, { isDefault: true });
    }
    const secrets: Record<string, string> = { ...adapter.newSecrets?.(), ...own };
    if (secrets['webhookKey']) await directoryStore.add(tx, 'webhook', hashKey(secrets['webhookKey']), String(id));
    await connectionStore.update(tx, id, { secrets: seal(JSON.stringify(secrets), tx.companyId) });
    if (given) await linking.enter(tx, await byId(tx, id), given);
    await setQueues(tx, id, queueIds);
    const token = await giveToken(tx, id);
    const made = await byId(tx, id);
    await check(tx, made, rest);
    if (wantsImport(rest)) {
      checkImport(made, needs.clock.now());
      await needs.importWanted(tx, made);
    }
    await audit(tx, {
      userId: actor.userId,
      act: 'connection.changed',
      subject: `connection ${id}`,
      data: { channel, provider },
    });
    tx.emit({ is: 'connection.saved', connectionId: id, isNew: true });
    return { connection: await byId(tx, id), token };
  }
  async function drop(tx: Tx, actor: Actor, id: number): Promise<ConnectionRow> {
    await needs.letGo(tx, id);
    const connection = found(await connectionStore.remove(tx, id), 'ERR_NO_WAPP_FOUND');
    await directoryStore.removeRows(tx, 'api-token', [String(id)]);
    await directoryStore.removeRows(tx, 'webhook', [String(id)]);
    await releaseAccounts(tx, [id]);
    // Without its row the file is shown to nobody; the sweep takes the bytes.
    if (connection.greetingFileKey !== null) await fileStore.remove(tx, connection.greetingFileKey);
    if (connection.isDefault) {
      const [next] = await connectionStore.list(tx);
      if (next) {
        await connectionStore.update(tx, next.id, { isDefault: true });
        tx.emit({ is: 'connection.saved', connectionId: next.id, isNew: false });
      }
    }
    await audit(tx, {
      userId: actor.userId,
      act: 'connection.removed',
      subject: `connection ${id}`,
      data: { name: connection.name },
    });
    tx.emit({ is: 'connection.removed', connectionId: id });
    return connection;
  }
  /** Pages go together with their Instagram account: what was handed over at once is let go at once. */
  async function alsoOf(tx: Tx, connection: ConnectionRow): Promise<number[]> {
    const pageId = isOfPage(connection) ? accountOf(connection).secrets['pageId'] : undefined;
    if (!pageId) return [];
    const others = (await connectionStore.list(tx)).filter((one) => isOfPage(one) && one.id !== connection.id);
    return others.filter((one) => accountOf(one).secrets['pageId'] === pageId).map(({ id }) => id);
  }
  const isOfPage = ({ provider, channel }: ConnectionRow): boolean =>
    provider === 'official' && (channel === 'facebook' || channel === 'instagram');

  const sessions = createSessions({ db, channels, channelOf, accountOf, linking, dropped: needs.dropped });
  const { open, pairAnew } = sessions;

  return {
    channelOf,
    accountOf,
    hear: sessions.hear,
    pause: sessions.pause,
    ...createAsking({ db, channelOf, accountOf }),
    /** For how long after the customer's last word free text may be sent; null when for ever. */
    windowHours: (provider: string, kind: ChannelKind): number | null =>
      channels(provider)?.abilities(kind).replyWindowHours ?? null,
    /** How fast its channel takes messages; undefined where nothing is said. */
    paceOf: ({ provider, channel }: ConnectionRow) => channels(provider)?.abilities(channel).pace,
    /** Milliseconds in which nothing may leave through it; one that is dead is looked at again after a minute. */
    async restOf(tx: Tx, id: number): Promise<number> {
      const row = await connectionStore.byId(tx, id);
      if (row?.status === 'DISCONNECTED' && row.pausedBecause !== '') return DEAD_REST_MS;
      return row?.pausedUntil ? Math.max(0, +row.pausedUntil - Date.now()) : 0;
    },
    /** What the rule found about its account; told where it differs from before. */
    async keepHealth(tx: Tx, id: number, health: HealthBrief) {
      if (await connectionStore.keepHealth(tx, id, health))
        tx.emit({ is: 'connection.saved', connectionId: id, isNew: false });
    },
    /** The account itself is allowed so many a second. */
    keepPerSecond: (tx: Tx, id: number, perSecond: number) => connectionStore.keepPerSecond(tx, id, perSecond),
    /** How far old messages are, in the words of the wire. */
    async keepImport(tx: Tx, id: number, change: Pick<NewConnection, 'importStatus' | 'importFrom' | 'importTo'>) {
      await connectionStore.update(tx, id, change);
      tx.emit({ is: 'connection.saved', connectionId: id, isNew: false });
    },
    /** Can this be drawn at the other end? */
    canSay: ({ provider, channel }: ConnectionRow, kind: ContentKind): boolean =>
      channels(provider)?.abilities(channel).contents.includes(kind) ?? false,
    within: byId,
    tryWithin: (tx: Tx, id: number) => connectionStore.byId(tx, id),
    usable: (tx: Tx, preferred: number | null) => connectionStore.usable(tx, preferred),

    list: (companyId: number) => db.readCompany(companyId, (tx) => connectionStore.list(tx)),
    show: (companyId: number, id: number) => db.readCompany(companyId, (tx) => connectionStore.byId(tx, id)),

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
    async replaceSecrets(tx: Tx, id: number, given: Record<string, string>) {
      const before = found(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
      const secrets = { ...accountOf(before).secrets, ...given };
      await connectionStore.update(tx, id, { secrets: seal(JSON.stringify(secrets), tx.companyId) });
      tx.emit({ is: 'connection.saved', connectionId: id, isNew: false });
    },
    linkingOf: linking.shown,
    checkLinking: linking.check,

    update(actor: Actor, id: number, given: Change): Promise<FullConnection> {
      return saving(
        db.inCompany(actor.companyId, async (tx) => {
          const { queueIds, linking: keys, ...change } = given;
          await connectionStore.lockCompany(tx);
          const before = found(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
          if (change.isDefault === false && before.isDefault)
            refuse('ERR_NO_OTHER_WHATSAPP', { field: 'isDefault', rule: 'required' });
          if (change.isDefault) await makeDefault(tx, id);
          await knowsRedirect(tx, change);
          // Its queue was removed meanwhile: what was agreed of it has ended.
          const ended = before.redirectQueueId === null ? { redirectMinutes: 0 } : {};
          await connectionStore.update(tx, id, { ...ended, ...readConnection(change) });
          if (keys) await linking.enter(tx, before, keys);
          if (queueIds) await setQueues(tx, id, queueIds);
          const after = await byId(tx, id);
          await check(tx, after, given, before);
          if (wantsImport(given)) {
            checkImport(after, needs.clock.now());
            await needs.importWanted(tx, after);
          }
          await changed(tx, actor, id, Object.keys(given));
          return { after: await byId(tx, id), needsPairing: isOtherImport(before, after) };
        }),
      ).then(async ({ after, needsPairing }) =>
        needsPairing && (await pairAnew(actor, after)) ? ((await this.show(actor.companyId, id)) ?? after) : after,
      );
    },

    async remove(actor: Actor, id: number) {
      const gone = await db.inCompany(actor.companyId, async (tx) => {
        await patiently(tx);
        await connectionStore.lockCompany(tx);
        const also = await alsoOf(tx, found(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND'));
        for (const other of also) await drop(tx, actor, other);
        return drop(tx, actor, id);
      });
      // The account is already gone here; whether the channel hears of it decides nothing.
      await channels(gone.provider)
        ?.session?.close(accountOf(gone), true)
        .catch(() => {});
    },

    newToken: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await byId(tx, id);
        const token = await giveToken(tx, id);
        await changed(tx, actor, id, ['token']);
        return token;
      }),

    keepAttachment: (actor: Actor, id: number, file: { key: string; name: string } | null) =>
      db.inCompany(actor.companyId, async (tx) => {
        const before = found(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
        await connectionStore.update(tx, id, {
          greetingFileKey: file?.key ?? null,
          greetingFileName: file?.name ?? '',
        });
        await changed(tx, actor, id, ['greetingMediaAttachment']);
        return before.greetingFileKey;
      }),

    openSession: (actor: Actor, id: number, pairingNumber?: string) => open(actor, id, false, pairingNumber),
    /** A new one connects at once; where the channel cannot be reached now, whoever holds sessions tries again. */
    async begin(actor: Actor, id: number) {
      await open(actor, id, false).catch(() => {});
    },
    newSession: (actor: Actor, id: number) => open(actor, id, true),
    endSession: sessions.close,
    async restart(actor: Actor) {
      for (const { id, status } of await this.list(actor.companyId)) {
        if (status !== 'DISCONNECTED') await this.begin(actor, id);
      }
    },
  };
}
export type Connections = ReturnType<typeof createConnections>;

/** A provider says itself what it does not carry. */
function carries(adapter: Channel, channel: ChannelKind): boolean {
  try {
    return adapter.abilities(channel) !== undefined;
  } catch (fault) {
    if (fault instanceof Refused) return false;
    throw fault;
  }
}

const saving = <T>(work: Promise<T>): Promise<T> =>
  work.catch((fault: unknown) => {
    if (brokenConstraint(fault) === 'connections_name') refuse('ERR_WAPP_NAME_TAKEN', { field: 'name', rule: 'taken' });
    throw fault;
  });
