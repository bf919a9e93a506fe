import type { Connection } from '@balcao/contract/endpoints/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRUNE_ROWS } from '../../infrastructure/db/portions.ts';
import { ago, startImportServer } from './history-import.fixture.ts';

let service: Awaited<ReturnType<typeof startImportServer>>;
beforeAll(async () => {
  service = await startImportServer();
});
afterAll(() => service.server.stop());

describe('an import request', () => {
  it('has a date range, a queue, and options for groups and for closing the tickets [M-188]', async () => {
    const { importRequest, save, ...company } = await service.createImport({
      importOldMessagesGroups: true,
      closedTicketsPostImported: true,
    });
    expect((await save(importRequest)).json<Connection>()).toMatchObject({
      ...importRequest,
      statusImportMessages: null,
    });
    // Saving the same request again does not restart the import; removing it cancels the import.
    const before = service.sessions.length;
    expect((await save({ ...importRequest, name: 'Outro nome' })).statusCode).toBe(200);
    expect(service.sessions).toHaveLength(before);
    await save({ importOldMessages: '', importRecentMessages: '' });
    expect(await service.getConnection(company)).toMatchObject({ importOldMessages: null, importRecentMessages: null });
    await service.server.modules.historyImport.sweep();
    await service.until(
      async () =>
        (await service.server.asOwner.query('select from history_imports where company_id = $1', [company.companyId]))
          .rowCount,
      (left) => left === 0,
    );
  });

  it('that is canceled or has other dates leaves its messages to be removed in portions [F-C2]', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport();
    const { asOwner } = service.server;
    await save(importRequest);
    await company.sendWebhook([
      oldMessage('5500961160001', 'fora das novas datas', 80),
      oldMessage('5500961160001', 'nas novas datas', 20),
    ]);
    await waitForStored(2);
    await asOwner.query(
      `create table removed_rows (connection_id integer, n integer);
       create function record_removed() returns trigger language plpgsql security definer as $$
       begin insert into removed_rows select connection_id, count(*) from gone group by 1; return null; end $$;
       create trigger record_removed after delete on history_messages referencing old table as gone
         for each statement execute function record_removed()`,
    );
    const removed = async () =>
      (await asOwner.query('select n from removed_rows where connection_id = $1', [company.connectionId])).rows;
    try {
      // The form of the connection waits for no message.
      await save({ ...importRequest, importOldMessages: ago(40) });
      expect(await removed()).toEqual([]);
      await company.sendWebhook([oldMessage('5500961160001', 'depois da mudança', 10)]);
      await waitForStored(3);
      await company.runImport();
      const messages = await service.until(company.messages, (all) => all.length === 2);
      expect(messages.map(({ body }) => body)).toEqual(['nas novas datas', 'depois da mudança']);
      expect(await company.countStored()).toBe(0);

      await save(importRequest);
      await asOwner.query(
        `insert into history_messages (company_id, connection_id, wid, at, signal)
         select $1, $2, n::text, now() - interval '50 days', '{}' from generate_series(1, $3) n`,
        [company.companyId, company.connectionId, PRUNE_ROWS + 500],
      );
      await asOwner.query('delete from removed_rows');
      expect((await save({ importOldMessages: '', importRecentMessages: '' })).statusCode).toBe(200);
      await service.server.modules.historyImport.sweep();
      await waitForStored(0);
      expect(await removed()).toEqual([{ n: PRUNE_ROWS }, { n: 500 }]);
    } finally {
      await asOwner.query(
        'drop trigger record_removed on history_messages; drop function record_removed; drop table removed_rows',
      );
    }
  });

  it('is refused when it is too old, in the future, out of order or incomplete [M-189]', async () => {
    const { importRequest, save } = await service.createImport();
    const invalidCases: [object, string[]][] = [
      [{ importOldMessages: ago(740) }, ['importOldMessages']],
      [{ importOldMessages: ago(-1), importRecentMessages: ago(-0.5) }, ['importOldMessages', 'importRecentMessages']],
      [{ importRecentMessages: ago(101) }, ['importRecentMessages']],
      [{ queueIdImportMessages: null }, ['queueIdImportMessages']],
      [{ importRecentMessages: null }, ['importRecentMessages']],
    ];
    for (const [change, fields] of invalidCases) {
      const answer = await save({ ...importRequest, ...change });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields.map((fieldError: { field: string }) => fieldError.field)).toEqual(fields);
    }
    // Both dates may be equal, and up to two years old.
    const oldest = ago(729);
    expect((await save({ ...importRequest, importOldMessages: oldest, importRecentMessages: oldest })).statusCode).toBe(
      200,
    );
  });

  it('disconnects an open session, so that a new QR code is shown [M-190]', async () => {
    const { importRequest, save, ...company } = await service.createImport();
    service.sessions.length = 0;
    expect((await save(importRequest)).json<Connection>().status).toBe('OPENING');
    expect(service.sessions.map(({ action, how }) => [action, how])).toEqual([
      ['close', true],
      ['open', true],
    ]);
    await company.sendWebhook([{ type: 'session', status: 'qrcode', qrcode: 'novo' }]);
    await service.waitForConnection(company, ({ status, qrcode }) => status === 'qrcode' && qrcode === 'novo');
  });
});
