import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore } from '../../infrastructure/db/directory.store.ts';
import type { ConnectionRow } from '../../infrastructure/db/schema/connections.ts';
import { extendTimeout, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { ConnectionAccounts } from './connection-accounts.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { connectionRecordStore } from './connection-records.store.ts';
import { connectionStore } from './connections.store.ts';
import { businessAccountOf, releaseAccounts, releaseBusinessAccount } from './linked-accounts.ts';

interface Deps extends Pick<ConnectionDeps, 'db' | 'channels' | 'failUnsentMessages'> {
  accountOf: ConnectionAccounts['accountOf'];
}

/** Removes a connection with its queued messages, keys and greeting file. */
export function createConnectionRemoval({ db, channels, failUnsentMessages, accountOf }: Deps) {
  async function removeInTx(tx: Tx, actor: Actor, id: number): Promise<ConnectionRow> {
    await failUnsentMessages(tx, id);
    const connection = assertFound(await connectionRecordStore.remove(tx, id), 'ERR_NO_WAPP_FOUND');
    await directoryStore.removeRows(tx, 'api-token', [String(id)]);
    await directoryStore.removeRows(tx, 'webhook', [String(id)]);
    await releaseAccounts(tx, [id]);
    await releaseBusinessAccount(
      tx,
      businessAccountOf(connection.channel, accountOf(connection).secrets),
      (await connectionStore.list(tx)).map(accountOf),
    );
    // A file without its row is not served. The sweep deletes the bytes.
    if (connection.greetingFileKey !== null) await fileStore.remove(tx, connection.greetingFileKey);
    if (connection.isDefault) await chooseNewDefault(tx);
    await audit(tx, {
      userId: actor.userId,
      action: 'connection.removed',
      subject: `connection ${id}`,
      data: { name: connection.name },
    });
    tx.emit({ type: 'connection.removed', connectionId: id });
    return connection;
  }

  /** Facebook and Instagram connections of the same page are removed together, as they were linked. */
  async function siblingsOfPage(tx: Tx, connection: ConnectionRow): Promise<number[]> {
    const pageId = isOfPage(connection) ? accountOf(connection).secrets['pageId'] : undefined;
    if (!pageId) return [];
    const others = (await connectionStore.list(tx)).filter(
      (candidate) => isOfPage(candidate) && candidate.id !== connection.id,
    );
    return others.filter((candidate) => accountOf(candidate).secrets['pageId'] === pageId).map(({ id }) => id);
  }

  return {
    async remove(actor: Actor, id: number) {
      const removed = await db.inCompany(actor.companyId, async (tx) => {
        await extendTimeout(tx);
        await connectionStore.lockCompany(tx);
        const siblings = await siblingsOfPage(tx, assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND'));
        for (const other of siblings) await removeInTx(tx, actor, other);
        return removeInTx(tx, actor, id);
      });
      // The connection is removed in any case, so a channel that cannot be reached is ignored.
      await channels(removed.provider)
        ?.session?.close(accountOf(removed), true)
        .catch(() => {});
    },
  };
}

async function chooseNewDefault(tx: Tx) {
  const [next] = await connectionStore.list(tx);
  if (!next) return;
  await connectionRecordStore.update(tx, next.id, { isDefault: true });
  tx.emit({ type: 'connection.saved', connectionId: next.id, isNew: false });
}

const isOfPage = ({ provider, channel }: ConnectionRow): boolean =>
  provider === 'official' && (channel === 'facebook' || channel === 'instagram');
