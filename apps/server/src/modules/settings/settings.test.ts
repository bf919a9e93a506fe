import { DEFAULT_OPT_OUT_WORDS } from '@balcao/domain/campaign/opt-out';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

/** Repeated on purpose: a changed default in the domain must be changed here too. */
const startsWith = {
  userRating: 'disabled',
  scheduleType: 'disabled',
  chatBotType: 'text',
  botExitWords: 'sair',
  optOutWords: DEFAULT_OPT_OUT_WORDS,
  acceptCallWhatsapp: 'enabled',
  userRandom: 'enabled',
  sendGreetingMessageOneQueues: 'enabled',
  sendSignMessage: 'enabled',
  sendFarewellWaitingTicket: 'enabled',
  sendGreetingAccepted: 'disabled',
  sendQueuePosition: 'disabled',
  acceptAudioMessageContact: 'enabled',
  enableLGPD: 'disabled',
  requiredTag: 'enabled',
  lgpdDeleteMessage: 'disabled',
  lgpdHideNumber: 'disabled',
  lgpdConsent: 'disabled',
  lgpdMessage: '',
  lgpdLink: '',
  sendMsgTransfTicket: 'disabled',
  DirectTicketsToWallets: 'enabled',
  closeTicketOnTransfer: false,
  showNotificationPending: true,
  transferMessage: '',
  greetingAcceptedMessage: '',
  AcceptCallWhatsappMessage: '',
  sendQueuePositionMessage: '',
  attendantCapacity: '0',
  storeCallContent: 'disabled',
  supportAccess: 'enabled',
  defaultCountry: 'BR',
};
const isChangeOrNone = (id: unknown) => id === null || (typeof id === 'number' && id > 0);
const save = (column: unknown, data: unknown) => ['PUT', '/companySettings', { column, data }] as const;

describe('a company’s settings', () => {
  it('have these names and defaults [M-205] [M-206] [M-209]', async () => {
    const admin = await server.createAdmin();
    expect((await admin.request('GET', `/companySettings/${admin.companyId}`)).json()).toEqual(startsWith);
    const { rows } = await server.asOwner.query('select key, value from company_settings where company_id = $1', [
      admin.companyId,
    ]);
    expect(Object.fromEntries(rows.map((row) => [row.key, row.value]))).toEqual(startsWith);
  });

  it('are read individually, all at once, and as rows [M-209]', async () => {
    const admin = await server.createAdmin();
    expect((await admin.request('GET', '/companySettingOne?column=chatBotType')).json()).toEqual({
      chatBotType: 'text',
    });
    const rows: { id: number; key: string; value: unknown; companyId: number }[] = (
      await admin.request('GET', '/settings')
    ).json();
    expect(Object.fromEntries(rows.map((row) => [row.key, row.value]))).toEqual(startsWith);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(new Set(rows.map((row) => row.companyId))).toEqual(new Set([admin.companyId]));
    const agent = await server.createAgent(admin.companyId);
    expect((await agent.request('GET', '/companySettings/1')).json()).toEqual(startsWith);
    expect((await agent.request('GET', '/settings')).statusCode).toBe(403);
  });

  it('store each value in every accepted form [M-205] [M-209]', async () => {
    const admin = await server.createAdmin();
    const forms: [string, unknown, unknown][] = [
      ['userRating', 'enabled', 'enabled'],
      ['userRating', 'disable', 'disabled'],
      ['userRating', 'enable', 'enabled'],
      ['userRating', false, 'disabled'],
      ['userRating', true, 'enabled'],
      ['userRating', 'false', 'disabled'],
      ['closeTicketOnTransfer', true, true],
      ['closeTicketOnTransfer', 'disabled', false],
      ['closeTicketOnTransfer', 'enabled', true],
      ['closeTicketOnTransfer', 'false', false],
      ['showNotificationPending', 'false', false],
      ['scheduleType', 'queue', 'queue'],
      ['chatBotType', 'button', 'button'],
      ['transferMessage', 'Você está sendo transferido 🙂', 'Você está sendo transferido 🙂'],
      ['lgpdLink', '12', '12'],
      ['lgpdLink', 'true', 'true'],
      ['lgpdLink', '{}', '{}'],
      ['lgpdLink', '', ''],
      ['attendantCapacity', '012', '12'],
    ];
    for (const [column, data, stored] of forms) {
      const answer = await admin.request(...save(column, data));
      expect([answer.statusCode, answer.json()], `${column} ${data}`).toEqual([
        200,
        { response: true, result: { [column]: stored }, changeId: expect.toSatisfy(isChangeOrNone) },
      ]);
      expect((await admin.request('GET', `/companySettingOne?column=${column}`)).json()).toEqual({ [column]: stored });
      expect((await admin.request('GET', '/companySettings/1')).json()[column]).toBe(stored);
    }
    // A required text can be emptied only while its feature is off.
    await admin.request(...save('sendMsgTransfTicket', 'disabled'));
    await admin.request(...save('transferMessage', ''));
    for (const column of Object.keys(startsWith))
      expect((await admin.request(...save(column, startsWith[column as keyof typeof startsWith]))).statusCode).toBe(
        200,
      );
    expect((await admin.request('GET', '/companySettings/1')).json()).toEqual(startsWith);
  });

  it('refuse invalid values', async () => {
    const admin = await server.createAdmin();
    const wrong: [string, unknown][] = [
      ['userRating', 'sometimes'],
      ['userRating', 1],
      ['scheduleType', 'enabled'],
      ['chatBotType', 'voice'],
      ['closeTicketOnTransfer', 'maybe'],
      ['transferMessage', true],
      ['transferMessage', 'x'.repeat(4097)],
      ['transferMessage', 'a\0b'],
      ['transferMessage', { text: 'x' }],
      ['transferMessage', null],
    ];
    for (const [column, data] of wrong) {
      const answer = await admin.request(...save(column, data));
      expect([answer.statusCode, answer.json().fields?.[0]?.field], `${column} ${String(data).slice(0, 20)}`).toEqual([
        400,
        'data',
      ]);
    }
    expect((await admin.request('GET', '/companySettings/1')).json()).toEqual(startsWith);
  });

  it('refuse names that are not in the catalogue [IJ-02]', async () => {
    const admin = await server.createAdmin();
    const names = [
      '',
      'userrating',
      'userRating ',
      'userRating,chatBotType',
      'userRating; drop table company_settings',
      `userRating" = 'x' --`,
      '__proto__',
      'constructor',
      'toString',
      'key',
      'value',
      'company_id',
      'userCreation',
      'asaastoken',
    ];
    for (const name of names) {
      expect((await admin.request(...save(name, 'enabled'))).statusCode, name).toBe(400);
      expect(
        (await admin.request('GET', `/companySettingOne?column=${encodeURIComponent(name)}`)).statusCode,
        name,
      ).toBe(400);
    }
    for (const column of [['userRating', 'chatBotType'], { userRating: 'enabled' }, null, 7])
      expect((await admin.request(...save(column, 'enabled'))).statusCode).toBe(400);
    expect((await admin.request('GET', '/companySettingOne?column=userRating&column=chatBotType')).statusCode).toBe(
      400,
    );
    expect((await admin.request('GET', '/companySettings/1')).json()).toEqual(startsWith);
  });

  it('are changed by admins of the own company, with an audit entry', async () => {
    const ownAdmin = await server.createAdmin();
    const agent = await server.createAgent(ownAdmin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    expect((await agent.request(...save('userRating', 'enabled'))).statusCode).toBe(403);
    await otherCompanyAdmin.request('PUT', '/companySettings', {
      column: 'userRating',
      data: 'enabled',
      companyId: ownAdmin.companyId,
    });
    expect((await ownAdmin.request('GET', '/companySettingOne?column=userRating')).json()).toEqual({
      userRating: 'disabled',
    });
    expect((await otherCompanyAdmin.request('GET', `/companySettings/${ownAdmin.companyId}`)).json().userRating).toBe(
      'enabled',
    );
    const { rows } = await server.asOwner.query(
      `select subject, user_id, data from audit_log where company_id = $1 and act = 'setting.changed'`,
      [otherCompanyAdmin.companyId],
    );
    expect(rows).toEqual([
      { subject: 'userRating', user_id: otherCompanyAdmin.user.id, data: { before: 'disabled', after: 'enabled' } },
    ]);
  });

  it('are sent to every open client of the company when they change', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const screen = await openSocket(server, agent);
    await admin.request(...save('closeTicketOnTransfer', 'enabled'));
    expect(await screen.waitFor('settings')).toEqual({
      action: 'update',
      setting: { key: 'closeTicketOnTransfer', value: true },
    });
    screen.close();
  });
});
