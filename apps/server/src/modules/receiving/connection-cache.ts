import type { Account, Channel } from '../../channels/port.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';

/** A connection as the way in knows it: who is behind it, and with which keys. */
export interface WebhookTarget {
  companyId: number;
  connectionId: number;
  channel: Channel;
  account: Account;
}
/** Whose an account is; without a door when the means to hear it are missing. Some names several connections share. */
export type AccountAddress =
  | { companyId: number; connectionId: number; target: WebhookTarget | undefined }
  | { companyId: number; connectionId: null };
/** The connection exists, but not the means to hear it: its keys or its channel cannot be opened. */
export class UnusableConnection extends Error {
  override name = 'ShutDoor';
}
/** A change is told by an event at once; this bounds what a lost event costs. */
const CACHED_FOR_MS = 30_000;
/** Strangers who guess keys are not remembered, so this is about connections alone. */
const MAX_CACHED = 10_000;

/** Which door a key opens and which a connection has, remembered: unsealing keys for each delivery would be the dearest part of it. */
export function createConnectionCache({ db, connections }: { db: Db; connections: Connections }) {
  const cache = new Map<string, { at: number; target: WebhookTarget }>();

  function findCached(name: string): WebhookTarget | undefined {
    const entry = cache.get(name);
    return entry && Date.now() - entry.at < CACHED_FOR_MS ? entry.target : undefined;
  }
  async function findOrLoad(
    name: string,
    load: () => Promise<WebhookTarget | undefined>,
  ): Promise<WebhookTarget | undefined> {
    const cached = findCached(name);
    if (cached) return cached;
    const target = await load();
    if (cache.size >= MAX_CACHED) cache.clear();
    if (target) cache.set(name, { at: Date.now(), target });
    else cache.delete(name);
    return target;
  }
  async function loadTarget(companyId: number, connectionId: number): Promise<WebhookTarget | undefined> {
    const connection = await connections.find(companyId, connectionId);
    return connection && toTarget(connection);
  }
  const tryToTarget = async (connection: FullConnection): Promise<WebhookTarget | undefined> => {
    try {
      return toTarget(connection);
    } catch {
      return undefined;
    }
  };
  const toTarget = (connection: FullConnection): WebhookTarget => ({
    companyId: connection.companyId,
    connectionId: connection.id,
    channel: connections.channelOf(connection),
    account: connections.accountOf(connection),
  });

  return {
    byKey: (key: string) =>
      findOrLoad(`key ${key}`, async () => {
        const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'webhook', hashKey(key)));
        return entry && loadTarget(entry.companyId, Number(entry.rowId));
      }),
    /** The connections that these accounts belong to, by the names their channel has for them; the others are nobody's. */
    async byAccounts(names: string[]): Promise<Map<string, AccountAddress>> {
      const addresses = new Map<string, AccountAddress>();
      for (const name of names) {
        const target = findCached(`account ${name}`);
        if (target) addresses.set(name, { ...target, target });
      }
      const uncachedNames = names.filter((name) => !addresses.has(name));
      if (uncachedNames.length === 0) return addresses;
      const entries = await db.onPlatform((tx) =>
        directoryStore.findMany(tx, 'meta-account', uncachedNames.map(hashKey)),
      );
      for (const name of uncachedNames) {
        const entry = entries.get(hashKey(name).toString('hex'));
        if (!entry) continue;
        const { companyId } = entry;
        if (!/^\d+$/.test(entry.rowId)) {
          addresses.set(name, { companyId, connectionId: null });
          continue;
        }
        const connectionId = Number(entry.rowId);
        const connection = await connections.find(companyId, connectionId);
        if (!connection) continue;
        addresses.set(name, {
          companyId,
          connectionId,
          target: await findOrLoad(`account ${name}`, () => tryToTarget(connection)),
        });
      }
      return addresses;
    },
    /** Every connection of a company that its channel also calls by this name: a business account has several numbers. */
    async byAlias(companyId: number, name: string): Promise<WebhookTarget[]> {
      const all = await Promise.all((await connections.list(companyId)).map(tryToTarget));
      return all
        .filter((target) => target !== undefined)
        .filter(({ channel: { accountSplitter }, account }) => accountSplitter?.aliasesOf(account).includes(name));
    },
    /** Without asking anybody. */
    findCachedByConnection: (connectionId: number): WebhookTarget | undefined =>
      findCached(`connection ${connectionId}`),
    /** A door that is shut is told apart from a database that does not answer: the one stays so, the other passes. */
    byConnection: (companyId: number, connectionId: number) =>
      findOrLoad(`connection ${connectionId}`, async () => {
        const connection = await connections.find(companyId, connectionId);
        try {
          return connection && toTarget(connection);
        } catch (error) {
          throw new UnusableConnection((error as Error).message, { cause: error });
        }
      }),
    invalidate(companyId: number) {
      for (const [name, { target }] of cache) if (target.companyId === companyId) cache.delete(name);
    },
  };
}
export type ConnectionCache = ReturnType<typeof createConnectionCache>;
