import type { Account, Channel } from '../../channels/port.ts';
import { directoryStore, hashKey } from '../../foundation/db/directory.store.ts';
import type { Db } from '../../foundation/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';

/** A connection as the way in knows it: who is behind it, and with which keys. */
export interface Door {
  companyId: number;
  connectionId: number;
  channel: Channel;
  account: Account;
}
/** Whose an account is; without a door when the means to hear it are missing. Some names several connections share. */
export type AccountAddress =
  | { companyId: number; connectionId: number; door: Door | undefined }
  | { companyId: number; connectionId: null };
/** The connection exists, but not the means to hear it: its keys or its channel cannot be opened. */
export class ShutDoor extends Error {
  override name = 'ShutDoor';
}
/** A change is told by an event at once; this bounds what a lost event costs. */
const KNOWN_FOR_MS = 30_000;
/** Strangers who guess keys are not remembered, so this is about connections alone. */
const MOST_KNOWN = 10_000;

/** Which door a key opens and which a connection has, remembered: unsealing keys for each delivery would be the dearest part of it. */
export function createDoors({ db, connections }: { db: Db; connections: Connections }) {
  const known = new Map<string, { at: number; door: Door }>();

  function fresh(name: string): Door | undefined {
    const remembered = known.get(name);
    return remembered && Date.now() - remembered.at < KNOWN_FOR_MS ? remembered.door : undefined;
  }
  async function recall(name: string, find: () => Promise<Door | undefined>): Promise<Door | undefined> {
    const remembered = fresh(name);
    if (remembered) return remembered;
    const door = await find();
    if (known.size >= MOST_KNOWN) known.clear();
    if (door) known.set(name, { at: Date.now(), door });
    else known.delete(name);
    return door;
  }
  async function open(companyId: number, connectionId: number): Promise<Door | undefined> {
    const connection = await connections.show(companyId, connectionId);
    return connection && behind(connection);
  }
  const tried = async (connection: FullConnection): Promise<Door | undefined> => {
    try {
      return behind(connection);
    } catch {
      return undefined;
    }
  };
  const behind = (connection: FullConnection): Door => ({
    companyId: connection.companyId,
    connectionId: connection.id,
    channel: connections.channelOf(connection),
    account: connections.accountOf(connection),
  });

  return {
    byKey: (key: string) =>
      recall(`key ${key}`, async () => {
        const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'webhook', hashKey(key)));
        return entry && open(entry.companyId, Number(entry.rowId));
      }),
    /** The connections that these accounts belong to, by the names their channel has for them; the others are nobody's. */
    async byAccounts(names: string[]): Promise<Map<string, AccountAddress>> {
      const addresses = new Map<string, AccountAddress>();
      for (const name of names) {
        const door = fresh(`account ${name}`);
        if (door) addresses.set(name, { ...door, door });
      }
      const asked = names.filter((name) => !addresses.has(name));
      if (asked.length === 0) return addresses;
      const entries = await db.onPlatform((tx) => directoryStore.findMany(tx, 'meta-account', asked.map(hashKey)));
      for (const name of asked) {
        const entry = entries.get(hashKey(name).toString('hex'));
        if (!entry) continue;
        const { companyId } = entry;
        if (!/^\d+$/.test(entry.rowId)) {
          addresses.set(name, { companyId, connectionId: null });
          continue;
        }
        const connectionId = Number(entry.rowId);
        const connection = await connections.show(companyId, connectionId);
        if (!connection) continue;
        addresses.set(name, {
          companyId,
          connectionId,
          door: await recall(`account ${name}`, () => tried(connection)),
        });
      }
      return addresses;
    },
    /** Every connection of a company that its channel also calls by this name: a business account has several numbers. */
    async goingBy(companyId: number, name: string): Promise<Door[]> {
      const all = await Promise.all((await connections.list(companyId)).map(tried));
      return all
        .filter((door) => door !== undefined)
        .filter(({ channel: { sharing }, account }) => sharing?.namesOf(account).includes(name));
    },
    /** Without asking anybody. */
    known: (connectionId: number): Door | undefined => fresh(`connection ${connectionId}`),
    /** A door that is shut is told apart from a database that does not answer: the one stays so, the other passes. */
    byConnection: (companyId: number, connectionId: number) =>
      recall(`connection ${connectionId}`, async () => {
        const connection = await connections.show(companyId, connectionId);
        try {
          return connection && behind(connection);
        } catch (fault) {
          throw new ShutDoor((fault as Error).message, { cause: fault });
        }
      }),
    forget(companyId: number) {
      for (const [name, { door }] of known) if (door.companyId === companyId) known.delete(name);
    },
  };
}
export type Doors = ReturnType<typeof createDoors>;
