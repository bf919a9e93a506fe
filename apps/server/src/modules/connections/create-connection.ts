import type { ConnectionDraft } from '@balcao/contract/endpoints/connections';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { AccountLinking } from './account-linking.ts';
import type { ConnectionAccounts } from './connection-accounts.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import type { ConnectionKeys } from './connection-keys.ts';
import { connectionRecordStore } from './connection-records.store.ts';
import { savingName, type ConnectionWrites } from './connection-writes.ts';
import { parseConnection } from './connections.rules.ts';
import { connectionStore } from './connections.store.ts';

type Draft = z.output<typeof ConnectionDraft>;
interface Deps extends Pick<ConnectionDeps, 'db' | 'companies'> {
  accounts: ConnectionAccounts;
  writes: ConnectionWrites;
  linking: Pick<AccountLinking, 'saveKeys'>;
  keys: ConnectionKeys;
}

/** How often the rating question is asked, unless the request says otherwise; 0 means without a limit. */
const DEFAULT_RATING_TURNS = 3;

/** Creates connections: from a form, or for an account linked by signing in to its channel. */
export function createConnectionCreation({ db, companies, accounts, writes, linking, keys }: Deps) {
  async function checkPlan(tx: Tx, channel: Draft['channel']) {
    const plan = await companies.planOf(tx);
    const included = {
      whatsapp: plan.useWhatsapp,
      whatsappapi: plan.useWhatsapp,
      facebook: plan.useFacebook,
      instagram: plan.useInstagram,
    };
    if (!included[channel]) refuse('ERR_CHANNEL_NOT_IN_PLAN');
    if ((await connectionStore.countOf(tx, channel)) >= plan.connections) refuse('ERR_CONNECTION_LIMIT_REACHED');
  }

  async function insert(
    tx: Tx,
    actor: Actor,
    { channel, provider, queueIds = [], linking: linkingInput, ...fields }: Draft,
    /** Keys that came with a linked account. */
    accountSecrets: Record<string, string>,
  ) {
    await checkPlan(tx, channel);
    // Simulated phones reach no people.
    if (provider !== 'sandbox') await companies.assertConfirmed(tx);
    const adapter = accounts.findAdapter(provider, channel);
    if (!adapter) return refuse('ERR_PROVIDER_UNAVAILABLE', { field: 'provider', rule: 'choice' });
    await writes.checkTargets(tx, fields);
    const isFirst = (await connectionStore.list(tx)).length === 0;

    const id = await connectionRecordStore.insert(tx, {
      maxRatingTurns: DEFAULT_RATING_TURNS,
      ...parseConnection(fields),
      name: fields.name,
      channel,
      provider,
      isDefault: false,
    });
    if (isFirst || fields.isDefault) {
      await writes.clearOtherDefault(tx, id);
      await connectionRecordStore.update(tx, id, { isDefault: true });
    }
    const secrets: Record<string, string> = { ...adapter.newSecrets?.(), ...accountSecrets };
    if (secrets['webhookKey']) await directoryStore.add(tx, 'webhook', hashKey(secrets['webhookKey']), String(id));
    await keys.save(tx, await writes.get(tx, id), secrets);
    if (linkingInput) await linking.saveKeys(tx, await writes.get(tx, id), linkingInput);
    await writes.setQueues(tx, id, queueIds);
    const token = await writes.issueToken(tx, id);
    await writes.checkSaved(tx, await writes.get(tx, id), fields);
    await audit(tx, {
      userId: actor.userId,
      action: 'connection.changed',
      subject: `connection ${id}`,
      data: { channel, provider },
    });
    tx.emit({ type: 'connection.saved', connectionId: id, isNew: true });
    return { connection: await writes.get(tx, id), token };
  }

  return {
    create: (actor: Actor, draft: Draft) =>
      savingName(
        db.inCompany(actor.companyId, async (tx) => {
          await connectionStore.lockCompany(tx);
          return insert(tx, actor, draft, {});
        }),
      ),
    inTx: {
      /** Adds a linked account. The caller's transaction holds the company lock. */
      async addLinked(
        tx: Tx,
        actor: Actor,
        { secrets, ...draft }: { channel: 'facebook' | 'instagram'; name: string; secrets: Record<string, string> },
      ): Promise<number> {
        return (await insert(tx, actor, { ...draft, provider: 'official' }, secrets)).connection.id;
      },
      /** Replaces the keys of an account that was linked again. */
      async replaceSecrets(tx: Tx, id: number, newSecrets: Record<string, string>) {
        const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
        const current = await keys.ensureReadable(tx, before);
        await keys.save(tx, current, { ...accounts.accountOf(current).secrets, ...newSecrets });
        tx.emit({ type: 'connection.saved', connectionId: id, isNew: false });
      },
    },
  };
}
