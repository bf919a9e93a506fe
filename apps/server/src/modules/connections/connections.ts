import type { Actor } from '@balcao/domain/policy/actor';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { createAccountLinking } from './account-linking.ts';
import { createChannelLookups } from './channel-lookups.ts';
import { createConnectionAccounts } from './connection-accounts.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { createConnectionKeys } from './connection-keys.ts';
import { connectionState } from './connection-state.ts';
import { createConnectionWrites } from './connection-writes.ts';
import { connectionStore } from './connections.store.ts';
import { createConnectionCreation } from './create-connection.ts';
import { createNumberLookups } from './number-lookups.ts';
import { createKeyReseal } from './reseal-keys.ts';
import { createConnectionRemoval } from './remove-connection.ts';
import { createSessions, updateSession } from './sessions.ts';
import { createTokenUses } from './token-uses.ts';
import { createConnectionUpdates } from './update-connection.ts';

/** Connections of a company to channel accounts: their settings, keys, sessions and state. */
export function createConnections(deps: ConnectionDeps) {
  const { db } = deps;
  const accounts = createConnectionAccounts(deps);
  const { channelOf, accountOf, accountOrEmpty, isReadable } = accounts;
  const keys = createConnectionKeys({ ...deps, accounts });
  const writes = createConnectionWrites(deps);
  const linking = createAccountLinking({ ...deps, channelOf, accountOf, accountOrEmpty, keys, updateSession });
  const sessions = createSessions({ ...deps, channelOf, accountOf, isReadable, keys, linking });
  const creation = createConnectionCreation({ ...deps, accounts, writes, linking, keys });
  const list = (companyId: number) => db.readCompany(companyId, (tx) => connectionStore.list(tx));
  /** A new connection is opened at once. If the channel cannot be reached, the lease holder retries. */
  const tryOpenSession = (actor: Actor, id: number) => sessions.open(actor, id, false).catch(() => {});
  const lookups = createChannelLookups({ db, channelOf, accountOf });

  return {
    ...accounts,
    ...lookups,
    findNumbers: createNumberLookups(lookups.checkNumber),
    create: creation.create,
    ...createConnectionUpdates({ db, writes, linking, sessions }),
    ...createConnectionRemoval({ ...deps, accountOrEmpty }),
    ...createKeyReseal(deps),
    /** Run in the caller's transaction. */
    inTx: {
      get: writes.get,
      find: (tx: Tx, id: number) => connectionStore.byId(tx, id),
      all: (tx: Tx) => connectionStore.list(tx),
      /** Also a connection that is being removed: what arrived before is stored. */
      findForReceiving,
      ...connectionState,
      ...creation.inTx,
      ...sessions.inTx,
      ...createTokenUses(deps),
    },

    list,
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => connectionStore.byId(tx, id)),
    findForReceiving: (companyId: number, id: number) => db.readCompany(companyId, (tx) => findForReceiving(tx, id)),

    linkingOf: linking.present,
    checkLinking: linking.check,

    openSession: (actor: Actor, id: number, pairingNumber?: string) => sessions.open(actor, id, false, pairingNumber),
    tryOpenSession,
    newSession: (actor: Actor, id: number) => sessions.open(actor, id, true),
    endSession: sessions.close,
    async restart(actor: Actor) {
      for (const { id, status } of await list(actor.companyId)) {
        if (status !== 'DISCONNECTED') await tryOpenSession(actor, id);
      }
    },
  };
}
export type Connections = ReturnType<typeof createConnections>;

const findForReceiving = async (tx: Tx, id: number) =>
  (await connectionStore.byId(tx, id)) ?? connectionStore.beingRemoved(tx, id);
