import type { ConnectionChange } from '@balcao/contract/endpoints/connections';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { AccountLinking } from './account-linking.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { connectionRecordStore } from './connection-records.store.ts';
import { savingName, type ConnectionWrites } from './connection-writes.ts';
import { isImportRangeChanged, parseConnection } from './connections.rules.ts';
import { connectionStore, type FullConnection } from './connections.store.ts';
import type { ConnectionSessions } from './sessions.ts';

type Change = z.output<typeof ConnectionChange>;
interface Deps extends Pick<ConnectionDeps, 'db'> {
  writes: ConnectionWrites;
  linking: Pick<AccountLinking, 'saveKeys'>;
  sessions: Pick<ConnectionSessions, 'pairAgain'>;
}

/** Changes the settings, the API token and the greeting file of a connection. */
export function createConnectionUpdates({ db, writes, linking, sessions }: Deps) {
  const save = (actor: Actor, id: number, input: Change) =>
    db.inCompany(actor.companyId, async (tx) => {
      const { queueIds, linking: keys, ...change } = input;
      await connectionStore.lockCompany(tx);
      const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
      if (change.isDefault === false && before.isDefault)
        refuse('ERR_NO_OTHER_WHATSAPP', { field: 'isDefault', rule: 'required' });
      if (change.isDefault) await writes.clearOtherDefault(tx, id);
      await writes.checkTargets(tx, change);
      // The redirect ends when its queue was removed.
      const endedRedirect = before.redirectQueueId === null ? { redirectMinutes: 0 } : {};
      await connectionRecordStore.update(tx, id, { ...endedRedirect, ...parseConnection(change) });
      if (keys) await linking.saveKeys(tx, before, keys);
      if (queueIds) await writes.setQueues(tx, id, queueIds);
      const after = await writes.get(tx, id);
      await writes.checkSaved(tx, after, input, before);
      await writes.recordChange(tx, actor, id, Object.keys(input));
      return { after: await writes.get(tx, id), isPairingNeeded: isImportRangeChanged(before, after) };
    });

  return {
    async update(actor: Actor, id: number, input: Change): Promise<FullConnection> {
      const { after, isPairingNeeded } = await savingName(save(actor, id, input));
      if (!isPairingNeeded || !(await sessions.pairAgain(actor, after))) return after;
      return (await db.readCompany(actor.companyId, (tx) => connectionStore.byId(tx, id))) ?? after;
    },

    newToken: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await writes.get(tx, id);
        const token = await writes.issueToken(tx, id);
        await writes.recordChange(tx, actor, id, ['token']);
        return token;
      }),

    /** Returns the storage key of the replaced file. */
    saveAttachment: (actor: Actor, id: number, file: { key: string; name: string } | null) =>
      db.inCompany(actor.companyId, async (tx) => {
        const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
        await connectionRecordStore.update(tx, id, {
          greetingFileKey: file?.key ?? null,
          greetingFileName: file?.name ?? '',
        });
        await writes.recordChange(tx, actor, id, ['greetingMediaAttachment']);
        return before.greetingFileKey;
      }),
  };
}
