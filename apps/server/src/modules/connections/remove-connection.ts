import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore } from '../../infrastructure/db/directory.store.ts';
import type { ConnectionRow } from '../../infrastructure/db/schema/connections.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { ConnectionAccounts } from './connection-accounts.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { connectionRecordStore } from './connection-records.store.ts';
import { connectionStore } from './connections.store.ts';
import { businessAccountOf, releaseAccounts, releaseBusinessAccount } from './linked-accounts.ts';

interface Deps extends Pick<ConnectionDeps, 'db' | 'channels' | 'removals'> {
  accountOrEmpty: ConnectionAccounts['accountOrEmpty'];
}

/** Removes a connection: it is hidden and closed at once; its tickets and messages are detached in portions. */
export function createConnectionRemoval({ db, channels, removals, accountOrEmpty }: Deps) {
  /** Facebook and Instagram connections of the same page are removed together, as they were linked. */
  async function siblingsOfPage(tx: Tx, connection: ConnectionRow): Promise<ConnectionRow[]> {
    const pageId = isOfPage(connection) ? accountOrEmpty(connection).secrets['pageId'] : undefined;
    if (!pageId) return [];
    const others = (await connectionStore.list(tx)).filter(
      (candidate) => isOfPage(candidate) && candidate.id !== connection.id,
    );
    return others.filter((candidate) => accountOrEmpty(candidate).secrets['pageId'] === pageId);
  }

  /** Closes every way in. Payloads that arrived before are still stored; the removal waits for them. */
  async function close(tx: Tx, actor: Actor, { id, name }: ConnectionRow): Promise<void> {
    await directoryStore.removeRows(tx, 'api-token', [String(id)]);
    await directoryStore.removeRows(tx, 'webhook', [String(id)]);
    await releaseAccounts(tx, [id]);
    await audit(tx, {
      userId: actor.userId,
      action: 'connection.removed',
      subject: `connection ${id}`,
      data: { name },
    });
    tx.emit({ type: 'connection.removed', connectionId: id });
  }

  return {
    async remove(actor: Actor, id: number) {
      const { connection, removalId } = await db.inCompany(actor.companyId, async (tx) => {
        await connectionStore.lockCompany(tx);
        const locked = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
        const all = [...(await siblingsOfPage(tx, locked)), locked];
        for (const each of all) await close(tx, actor, each);
        const started = await removals.inTx.start(tx, actor, {
          kind: 'connection',
          ids: all.map((each) => each.id),
          name: locked.name,
        });
        // A file without its row is not served. The sweep deletes the bytes.
        await fileStore.release(
          tx,
          all.flatMap(({ greetingFileKey }) => greetingFileKey ?? []),
        );
        const others = await connectionStore.list(tx);
        for (const each of all) {
          const business = businessAccountOf(each.channel, accountOrEmpty(each).secrets);
          await releaseBusinessAccount(tx, business, others.map(accountOrEmpty));
        }
        if (all.some(({ isDefault }) => isDefault)) await chooseNewDefault(tx, others[0]);
        return { connection: locked, removalId: started };
      });
      // The connection is removed in any case, so a channel that cannot be reached is ignored.
      await channels(connection.provider)
        ?.session?.close(accountOrEmpty(connection), true)
        .catch(() => {});
      await removals.workInline(actor.companyId, removalId);
    },
  };
}

async function chooseNewDefault(tx: Tx, next: ConnectionRow | undefined) {
  if (!next) return;
  await connectionRecordStore.update(tx, next.id, { isDefault: true });
  tx.emit({ type: 'connection.saved', connectionId: next.id, isNew: false });
}

const isOfPage = ({ provider, channel }: ConnectionRow): boolean =>
  provider === 'official' && (channel === 'facebook' || channel === 'instagram');
