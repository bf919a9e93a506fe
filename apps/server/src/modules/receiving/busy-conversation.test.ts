import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMetaServer } from '../../../test/meta-server.ts';
import { queuedEventStore } from './queued-events.store.ts';

// No worker runs here: the test claims the events itself.
let meta: Awaited<ReturnType<typeof startMetaServer>>;
beforeAll(async () => {
  meta = await startMetaServer();
});
afterAll(() => meta.server.stop());

const LIMITS = { total: 60, alone: 20, shared: 5 };

it('a busy conversation takes small batches beside others, and large ones alone [F-A12] [IN-04]', async () => {
  const { companyId, connectionId } = await meta.createAccount('whatsappapi');
  const queue = (conversation: string, count: number) =>
    meta.rows(
      `insert into signals (company_id, connection_id, lane, conversation, signal, received_at)
       select $1, $2, 0, $3::text, jsonb_build_object('is', 'message', 'wid', $3::text), now() from generate_series(1, $4::int)`,
      [companyId, connectionId, conversation, count],
    );
  const claimed = async () => {
    const events = await meta.server.db.inCompany(companyId, (tx) =>
      queuedEventStore.claim(tx, { companyId, shard: 0 }, LIMITS),
    );
    return Object.fromEntries(
      [...Map.groupBy(events, ({ event }) => (event as { wid: string }).wid)].map(([wid, own]) => [wid, own.length]),
    );
  };
  await queue('busy', 200);
  expect(await claimed()).toEqual({ busy: 20 });
  await queue('other', 1);
  await queue('third', 7);
  expect(await claimed()).toEqual({ busy: 5, other: 1, third: 5 });
});
