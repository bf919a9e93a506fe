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
