import type { Connection } from '@balcao/contract/endpoints/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    expect(
      (await service.server.asOwner.query('select from history_imports where company_id = $1', [company.companyId]))
        .rowCount,
    ).toBe(0);
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
