import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyImportStore } from './history-import.store.ts';
import { startImportServer } from './history-import.fixture.ts';
import type { HistoryMessageEvent } from './types.ts';

let service: Awaited<ReturnType<typeof startImportServer>>;
beforeAll(async () => {
  service = await startImportServer();
});
afterAll(() => service.server.stop());

const POLLS = 20;

/** An import with one message, and a transaction that stores a second one and stays open until `commit`. */
async function importWithOpenTransaction() {
  const company = await service.createImport();
  await company.save(company.importRequest);
  await company.sendWebhook([{ type: 'session', status: 'CONNECTED', number: '5500900000009' }]);
  await service.waitForConnection(company, ({ status }) => status === 'CONNECTED');
  await company.sendWebhook([company.oldMessage('5500961170001', 'primeira', 30)]);
  await company.waitForStored(1);
  const open = (text: string) => {
    const event = company.oldMessage('5500961170001', text, 20) as HistoryMessageEvent;
    const stored = Promise.withResolvers<boolean>();
    const end = Promise.withResolvers<void>();
    const ended = service.server.db.inCompany(company.companyId, async (tx) => {
      const row = await historyImportStore.saveMessage(tx, company.connectionId, event, new Date(event.at));
      stored.resolve(row !== undefined);
      await end.promise;
    });
    return {
      stored: stored.promise,
      commit() {
        end.resolve();
        return ended;
      },
    };
  };
  const bodies = async () => (await company.messages()).map(({ body }) => body as string).sort();
  return { ...company, open, bodies };
}

it('a message that is being stored when the import would end is imported too', async () => {
  const company = await importWithOpenTransaction();
  const late = company.open('segunda');
  expect(await late.stored).toBe(true);
  let polls = 0;
  let isOver = false;
  const running = company.runImport().then(() => (isOver = true));
  await service.until(company.bodies, (bodies) => bodies.length === 1);
  // The import reads the next messages again and again; without a lock it would end at the first empty batch.
  await service.until(
    async () => (polls += 1),
    (count) => isOver || count === POLLS,
  );
  await late.commit();
  await running;
  expect(await company.countStored()).toBe(0);
  expect(await company.bodies()).toEqual(['primeira', 'segunda']);
  expect((await service.getConnection(company)).importOldMessages).toBeNull();
});

it('a message that arrives while the import ends is not stored for the next one', async () => {
  const company = await importWithOpenTransaction();
  const ending = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<boolean>();
  const end = service.server.db.inCompany(company.companyId, async (tx) => {
    locked.resolve(await historyImportStore.isLockedAlone(tx, company.connectionId));
    await ending.promise;
    await historyImportStore.set(tx, company.connectionId, { state: 'over' });
  });
  expect(await locked.promise).toBe(true);
  const late = company.open('segunda');
  const { asOwner } = service.server;
  const isWaiting = async () =>
    (
      await asOwner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%history_messages%' and pid <> pg_backend_pid()`,
      )
    ).rowCount;
  await service.until(isWaiting, (count) => count === 1);
  ending.resolve();
  await end;
  expect(await late.stored).toBe(false);
  await late.commit();
  expect(await company.countStored()).toBe(1);
});
