import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockTable, retryOnTimeout } from '../../../test/table-lock.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createDraft, errorOf } from './users.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('creating a user', () => {
  it('defaults to the profile user with all flags off except closing waiting tickets [M-194]', async () => {
    const admin = await server.createAdmin();
    const draft = createDraft();
    const answer = await admin.request('POST', '/users', draft);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      name: draft.name,
      email: draft.email,
      companyId: admin.companyId,
      profile: 'user',
      super: false,
      online: false,
      paused: false,
      queues: [],
      startWork: '00:00',
      endWork: '23:59',
      farewellMessage: '',
      allTicket: 'disabled',
      allowGroup: false,
      allHistoric: 'disabled',
      allUserChat: 'disabled',
      userClosePendingTicket: 'enabled',
      showDashboard: 'disabled',
      allowRealTime: 'disabled',
      allowConnections: 'disabled',
      whatsappId: null,
      profileImage: null,
      defaultTheme: 'light',
      defaultMenu: 'open',
      defaultTicketsManagerWidth: 404,
      createdAt: expect.any(String),
    });
  });

  it('saves every field in each format that clients send [M-194]', async () => {
    const admin = await server.createAdmin();
    const queue = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#00AA00' })).json();
    const { id } = (
      await admin.request('POST', '/users', {
        ...createDraft({ profile: 'admin', startWork: '08:00', endWork: '18:30', farewellMessage: 'Até logo!' }),
        allTicket: 'enable',
        allowGroup: true,
        allHistoric: true,
        allUserChat: 'enabled',
        userClosePendingTicket: 'disable',
        showDashboard: 'enabled',
        allowRealTime: 'enabled',
        allowConnections: 'enabled',
        whatsappId: '',
        queueIds: [queue.id, queue.id],
        defaultTheme: 'dark',
        defaultMenu: 'closed',
      })
    ).json();
    expect((await admin.request('GET', `/users/${id}`)).json()).toMatchObject({
      profile: 'admin',
      startWork: '08:00',
      endWork: '18:30',
      farewellMessage: 'Até logo!',
      allTicket: 'enabled',
      allowGroup: true,
      allHistoric: 'enabled',
      allUserChat: 'enabled',
      userClosePendingTicket: 'disabled',
      showDashboard: 'enabled',
      allowRealTime: 'enabled',
      allowConnections: 'enabled',
      whatsappId: null,
      queues: [{ id: queue.id, name: 'Vendas', color: '#00AA00' }],
      defaultTheme: 'dark',
      defaultMenu: 'closed',
    });
  });

  it.each([
    [{ name: 'x' }, 'name', 'tooShort', 'Too Short!'],
    [{ name: 'x'.repeat(51) }, 'name', 'tooLong', 'Too Long!'],
    [{ name: '   ' }, 'name', 'required', 'Required'],
    [{ name: '' }, 'name', 'required', 'Required'],
    [{ email: 'bia' }, 'email', 'email', 'Invalid email'],
    [{ email: '' }, 'email', 'required', 'Required'],
    [{ password: '1234' }, 'password', 'tooShort', 'Too Short!'],
    [{ password: undefined }, 'password', 'required', 'Required'],
    [{ startWork: '25:00' }, 'startWork', 'time', 'Use HH:mm, like 08:30'],
    [{ profile: 'super' }, 'profile', 'choice', 'Choose one of the options'],
  ])('refuses %j: %s is %s [M-193]', async (wrong, field, rule, message) => {
    const admin = await server.createAdmin();
    const answer = await admin.request('POST', '/users', { ...createDraft(), ...wrong }, { 'accept-language': 'en' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field, rule, message }] });
  });

  it('requires an e-mail address that is unique across companies in any spelling', async () => {
    const ownAdmin = await server.createAdmin();
    const otherCompanyAdmin = await server.createAdmin();
    const own = await ownAdmin.request('POST', '/users', createDraft({ email: ownAdmin.email.toUpperCase() }));
    expect(errorOf(own)).toEqual([400, 'ERR_USER_EMAIL_TAKEN']);
    expect(own.json().fields).toEqual([{ field: 'email', rule: 'taken', message: 'Já está em uso' }]);
    for (const email of [
      otherCompanyAdmin.email,
      otherCompanyAdmin.email.toUpperCase(),
      ` ${otherCompanyAdmin.email} `,
    ]) {
      const answer = await ownAdmin.request('POST', '/users', createDraft({ email }));
      expect(errorOf(answer)).toEqual([400, 'ERR_USER_EMAIL_REFUSED']);
    }
    expect((await ownAdmin.request('GET', '/users')).json().count).toBe(1);
    const colleague = await server.createUser(ownAdmin.companyId);
    expect(
      errorOf(await ownAdmin.request('PUT', `/users/${colleague.userId}`, { email: otherCompanyAdmin.email })),
    ).toEqual([400, 'ERR_USER_EMAIL_REFUSED']);
    expect((await server.signIn(colleague.email)).user.id).toBe(colleague.userId);
  });

  it('informs about addresses of other companies ten times per hour at most [F-L14]', async () => {
    const admin = await server.createAdmin();
    const { email } = await server.createCompany();
    const ask = async () => errorOf(await admin.request('POST', '/users', createDraft({ email })));
    for (let n = 0; n < 10; n++) expect(await ask()).toEqual([400, 'ERR_USER_EMAIL_REFUSED']);
    expect(await ask()).toEqual([429, 'ERR_TOO_MANY_TRIES']);
    expect((await admin.request('POST', '/users', createDraft())).statusCode).toBe(200);
  });

  it('accepts an e-mail address that was freed by a change or a removal', async () => {
    const admin = await server.createAdmin();
    const user = await server.createUser(admin.companyId);
    expect((await admin.request('PUT', `/users/${user.userId}`, { email: 'mudou@example.com' })).json().email).toBe(
      'mudou@example.com',
    );
    expect((await admin.request('POST', '/users', createDraft({ email: user.email }))).statusCode).toBe(200);
    expect((await server.signIn('mudou@example.com')).user.id).toBe(user.userId);
    await admin.request('DELETE', `/users/${user.userId}`);
    expect((await admin.request('POST', '/users', createDraft({ email: 'mudou@example.com' }))).statusCode).toBe(200);
  });

  it('respects the user limit of the plan, also with concurrent requests', async () => {
    const { admin, answers } = await retryOnTimeout(async () => {
      const admin = await server.createAdmin({ plan: { users: 3 } });
      await server.createUser(admin.companyId);
      expect((await admin.request('GET', '/users')).json().limit).toBe(3);
      // All requests are waiting before the first one writes.
      const lock = await lockTable(server, 'users', 'share row exclusive');
      const requests = Promise.all([1, 2].map(() => admin.request('POST', '/users', createDraft())));
      await lock.waiting(2).finally(lock.release);
      return { admin, answers: await requests };
    });
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter((response) => response.statusCode !== 200))
      expect(errorOf(answer)).toEqual([400, 'ERR_USER_LIMIT_REACHED']);
    expect((await admin.request('GET', '/users')).json().count).toBe(3);
  });

  it('accepts only queues of the own company', async () => {
    const admin = await server.createAdmin();
    const otherCompanyAdmin = await server.createAdmin();
    const otherCompanyQueue = (
      await otherCompanyAdmin.request('POST', '/queue', { name: 'Deles', color: '#111111' })
    ).json();
    const answer = await admin.request('POST', '/users', createDraft({ queueIds: [otherCompanyQueue.id] }));
    expect(errorOf(answer)).toEqual([404, 'ERR_QUEUE_NOT_FOUND']);
    expect((await admin.request('GET', '/users')).json().count).toBe(1);
  });
});
