import { randomInt } from 'node:crypto';
import type { ConnectionChange } from '@balcao/contract/endpoints/connections';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { ConnectionRow } from '../../infrastructure/db/schema/connections.ts';
import { brokenConstraint, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { connectionRecordStore } from './connection-records.store.ts';
import { checkImport, checkRules, hasImportFields } from './connections.rules.ts';
import { connectionStore, type FullConnection } from './connections.store.ts';

type Change = z.output<typeof ConnectionChange>;
type Deps = Pick<
  ConnectionDeps,
  'clock' | 'settings' | 'existingQueueIds' | 'flowExists' | 'promptExists' | 'integrationExists' | 'onImportRequested'
>;

const TOKEN_LENGTH = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Steps that creating, updating and removing a connection share. All run in the caller's transaction. */
export function createConnectionWrites({
  clock,
  settings,
  existingQueueIds,
  flowExists,
  promptExists,
  integrationExists,
  onImportRequested,
}: Deps) {
  async function checkQueue(tx: Tx, queueId: number, field: string) {
    if ((await existingQueueIds(tx, [queueId])).length === 0) refuse('ERR_QUEUE_NOT_FOUND', { field, rule: 'unknown' });
  }

  async function checkFlow(tx: Tx, id: number | null | undefined, field: string) {
    if (id && !(await flowExists(tx, id))) refuse('ERR_VALIDATION', { field, rule: 'unknown' });
  }

  return {
    get: async (tx: Tx, id: number): Promise<FullConnection> =>
      assertFound(await connectionStore.byId(tx, id), 'ERR_NO_WAPP_FOUND'),

    async setQueues(tx: Tx, id: number, queueIds: number[]) {
      const uniqueIds = [...new Set(queueIds)];
      if ((await existingQueueIds(tx, uniqueIds)).length < uniqueIds.length)
        refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueIds', rule: 'unknown' });
      await connectionRecordStore.setQueues(tx, id, uniqueIds);
    },

    /** The queues, flows, the prompt and the integration that the connection leads to belong to the company. */
    async checkTargets(
      tx: Tx,
      { sendIdQueue, queueIdImportMessages, flowIdWelcome, flowIdNotPhrase, promptId, integrationId }: Change,
    ) {
      if (sendIdQueue) await checkQueue(tx, sendIdQueue, 'sendIdQueue');
      if (queueIdImportMessages) await checkQueue(tx, queueIdImportMessages, 'queueIdImportMessages');
      await checkFlow(tx, flowIdWelcome, 'flowIdWelcome');
      await checkFlow(tx, flowIdNotPhrase, 'flowIdNotPhrase');
      if (promptId && !(await promptExists(tx, promptId)))
        refuse('ERR_VALIDATION', { field: 'promptId', rule: 'unknown' });
      if (integrationId && !(await integrationExists(tx, integrationId)))
        refuse('ERR_VALIDATION', { field: 'integrationId', rule: 'unknown' });
    },

    /** Clears the default flag of every other connection. */
    async clearOtherDefault(tx: Tx, id: number) {
      const former = await connectionStore.clearDefault(tx, id);
      if (former !== undefined) tx.emit({ type: 'connection.saved', connectionId: former, isNew: false });
    },

    /** Replaces the API token. Only its hash and its last four characters are stored. */
    async issueToken(tx: Tx, id: number): Promise<string> {
      const token = Array.from({ length: TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
      await directoryStore.removeRows(tx, 'api-token', [String(id)]);
      await directoryStore.add(tx, 'api-token', hashKey(token), String(id));
      await connectionRecordStore.update(tx, id, {
        tokenHash: hashKey(token),
        tokenLast4: token.slice(-4),
        tokenUsedAt: null,
      });
      return token;
    },

    /** Checks the saved connection and, if the input has import fields, requests the import of old messages. */
    async checkSaved(tx: Tx, connection: FullConnection, fields: Change, before?: ConnectionRow) {
      const isRatingEnabled = (await settings.get(tx, 'userRating')) === 'enabled';
      checkRules(connection, { isRatingEnabled, fields, before, now: clock.now() });
      if (!hasImportFields(fields)) return;
      checkImport(connection, clock.now());
      await onImportRequested(tx, connection);
    },

    async recordChange(tx: Tx, actor: Actor, id: number, fields: string[]) {
      await audit(tx, {
        userId: actor.userId,
        action: 'connection.changed',
        subject: `connection ${id}`,
        data: { fields },
      });
      tx.emit({ type: 'connection.saved', connectionId: id, isNew: false });
    },
  };
}
export type ConnectionWrites = ReturnType<typeof createConnectionWrites>;

/** Maps the unique constraint on connection names to its error code. */
export const savingName = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (brokenConstraint(error) === 'connections_name') refuse('ERR_WAPP_NAME_TAKEN', { field: 'name', rule: 'taken' });
    throw error;
  });
