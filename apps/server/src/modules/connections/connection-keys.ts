import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { ConnectionRow } from '../../infrastructure/db/schema/connections.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { ConnectionAccounts } from './connection-accounts.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { connectionRecordStore } from './connection-records.store.ts';
import { qrStateStore } from './qr-state.store.ts';

interface Deps extends Pick<ConnectionDeps, 'clock' | 'seal'> {
  accounts: Pick<ConnectionAccounts, 'accountOrEmpty' | 'channelOf' | 'isReadable'>;
}

/** Keys of connections. Keys that can no longer be opened are replaced when the account is linked or opened again. */
export function createConnectionKeys({ clock, seal, accounts }: Deps) {
  async function save<Connection extends ConnectionRow>(
    tx: Tx,
    connection: Connection,
    secrets: Record<string, string>,
  ): Promise<Connection> {
    const sealed = seal(JSON.stringify(secrets), tx.companyId);
    const token = secrets['accessToken'];
    const isNewToken = token !== accounts.accountOrEmpty(connection).secrets['accessToken'];
    await connectionRecordStore.update(tx, connection.id, {
      secrets: sealed,
      ...(isNewToken && { accessTokenAt: token === undefined ? null : clock.now() }),
    });
    return { ...connection, secrets: sealed };
  }

  return {
    save,
    /** The connection with keys that can be opened: the same, or one with new keys of the server and without a session. */
    async ensureReadable<Connection extends ConnectionRow>(tx: Tx, connection: Connection): Promise<Connection> {
      if (accounts.isReadable(connection)) return connection;
      const secrets = { ...accounts.channelOf(connection).newSecrets?.() };
      const rowId = String(connection.id);
      await directoryStore.removeRows(tx, 'webhook', [rowId]);
      if (secrets['webhookKey']) await directoryStore.add(tx, 'webhook', hashKey(secrets['webhookKey']), rowId);
      await qrStateStore.clear(tx, connection.id);
      return save(tx, connection, secrets);
    },
  };
}
export type ConnectionKeys = ReturnType<typeof createConnectionKeys>;
