import { redact } from '@balcao/domain/ai/redaction';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Clock } from '../../infrastructure/clock.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { ResealCounts } from '../../infrastructure/secrets/key-columns.ts';
import { CannotOpen, type Vault } from '../../infrastructure/secrets/secrets.ts';
import type { Settings } from '../settings/index.ts';
import { callContentStore, type CallContentRow } from './call-contents.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'get'>;
  vault: Vault;
}
/** What a call sent and received, without personal data and without keys. */
export interface CallContent {
  request: string;
  response: string;
}
export type ShownContent = Omit<CallContentRow, 'content'> & CallContent;
const RETENTION_MS = 7 * DAY_MS;
/** Characters of the request, and as many of the answer. */
const MAX_LENGTH = 8192;
/** Contents that one transaction seals again, so that it stays short. */
const RESEALED_AT_ONCE = 200;

/** Contents of HTTP calls, stored sealed for seven days while the company wants it. */
export function createCallContents({ db, clock, settings, vault }: Deps) {
  const sealedFor = (company: number) => ({ company, table: 'flow_calls', field: 'content' });

  function open(companyId: number, content: string): CallContent | undefined {
    try {
      return JSON.parse(vault.open(content, sealedFor(companyId)).reveal()) as CallContent;
    } catch (error) {
      // The key that sealed it is gone: it would have been kept for some days only.
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }
  return {
    /** In a transaction of its own, before the call is settled. */
    async store(companyId: number, callId: string, { request, response }: CallContent): Promise<void> {
      const isWanted = await db.readCompany(
        companyId,
        async (tx) => (await settings.get(tx, 'storeCallContent')) === 'enabled',
      );
      if (!isWanted) return;
      const { texts } = redact([request.slice(0, MAX_LENGTH), response.slice(0, MAX_LENGTH)]);
      const [sent = '', received = ''] = texts.map((text) => text.replaceAll('\0', ''));
      const sealed = vault.seal(JSON.stringify({ request: sent, response: received }), sealedFor(companyId));
      await db.inCompany(companyId, (tx) => callContentStore.save(tx, callId, sealed));
    },
    inTx: {
      /** The newest first. */
      async ofRun(tx: Tx, runId: number): Promise<ShownContent[]> {
        const rows = await callContentStore.ofRun(tx, runId, new Date(+clock.now() - RETENTION_MS));
        return rows.flatMap(({ content, ...call }) => {
          const opened = open(tx.companyId, content);
          return opened ? [{ ...call, ...opened }] : [];
        });
      },
    },
    companiesToReseal: () => db.onPlatform((tx) => callContentStore.companiesToReseal(tx, vault.newestKeyId)),
    /** Seals contents again that a former secret sealed. One that no known secret opens is removed. */
    async resealCompany(companyId: number): Promise<ResealCounts> {
      let resealed = 0;
      for (let isDone = false; !isDone;)
        isDone = await db.inCompany(companyId, async (tx) => {
          const rows = await callContentStore.sealedByOthers(tx, vault.newestKeyId, RESEALED_AT_ONCE);
          for (const { id, content } of rows) {
            const opened = open(companyId, content);
            const after = opened ? vault.seal(JSON.stringify(opened), sealedFor(companyId)) : null;
            await callContentStore.replace(tx, { id, before: content, after });
            if (after !== null) resealed += 1;
          }
          return rows.length === 0;
        });
      return { resealed, unreadable: 0 };
    },
    async prune(companyId: number): Promise<void> {
      const before = new Date(+clock.now() - RETENTION_MS);
      await inPortions((limit) => db.inCompany(companyId, (tx) => callContentStore.clear(tx, before, limit)));
    },
  };
}
export type CallContents = ReturnType<typeof createCallContents>;
