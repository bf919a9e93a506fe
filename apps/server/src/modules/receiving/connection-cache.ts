import type { Account, Channel } from '../../channels/port.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';

/** A connection as a webhook needs it: company, channel and opened keys. */
export interface WebhookTarget {
  companyId: number;
  connectionId: number;
  channel: Channel;
  account: Account;
}
/** Owner of a channel account. `target` is undefined when its keys cannot be opened; a shared name has no connection. */
export type AccountAddress =
  | { companyId: number; connectionId: number; target: WebhookTarget | undefined }
  | { companyId: number; connectionId: null };
/** The connection exists, but its keys or its channel cannot be opened. */
export class UnusableConnection extends Error {
  override name = 'UnusableConnection';
}
/** Events invalidate the cache at once; this bounds the effect of a lost event. */
const CACHED_FOR_MS = 30_000;
/** Unknown keys are not cached, so only existing connections count. */
const MAX_CACHED = 10_000;

/** Caches connections with opened keys: decrypting them for each payload would be the most expensive part of it. */
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
    /** Owners of these accounts by the channel's names for them; unknown names are missing in the result. */
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
    /** All connections of a company that share this name: a business account has several numbers. */
    async byAlias(companyId: number, name: string): Promise<WebhookTarget[]> {
      const all = await Promise.all((await connections.list(companyId)).map(tryToTarget));
      return all
        .filter((target) => target !== undefined)
        .filter(({ channel: { accountSplitter }, account }) => accountSplitter?.aliasesOf(account).includes(name));
    },
    /** Memory only, no query. */
    findCachedByConnection: (connectionId: number): WebhookTarget | undefined =>
      findCached(`connection ${connectionId}`),
    /** Throws UnusableConnection for keys that cannot be opened, which lasts; a database error passes and is rethrown. */
    byConnection: (companyId: number, connectionId: number) =>
      findOrLoad(`connection ${connectionId}`, async () => {
        const connection = await connections.findForReceiving(companyId, connectionId);
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
