import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hold, inTime } from '../../../test/hold.ts';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { PASSWORD } from '../../../test/people.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse();
});
afterAll(() => house.stop());

const refusal = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
let made = 0;
const aDraft = (more: object = {}) => ({
  name: 'Bia Prado',
  email: `bia${++made}@example.com`,
  password: PASSWORD,
  ...more,
});

describe('a new user', () => {
  it('starts as a plain user with every flag off but the one that closes waiting tickets [M-194]', async () => {
    const admin = await house.anAdmin();
    const draft = aDraft();
    const answer = await admin.ask('POST', '/users', draft);
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

  it('keeps every field it is given, in each form the family of clients sends [M-194]', async () => {
    const admin = await house.anAdmin();
    const queue = (await admin.ask('POST', '/queue', { name: 'Vendas', color: '#00AA00' })).json();
    const { id } = (
      await admin.ask('POST', '/users', {
        ...aDraft({ profile: 'admin', startWork: '08:00', endWork: '18:30', farewellMessage: 'Até logo!' }),
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
    expect((await admin.ask('GET', `/users/${id}`)).json()).toMatchObject({
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
  ])('is refused with %j: %s is %s [M-193]', async (wrong, field, rule, message) => {
    const admin = await house.anAdmin();
    const answer = await admin.ask('POST', '/users', { ...aDraft(), ...wrong }, { 'accept-language': 'en' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field, rule, message }] });
  });

  it('needs an e-mail that nobody in any company has, however it is written', async () => {
    const ours = await house.anAdmin();
    const neighbour = await house.anAdmin();
    for (const email of [neighbour.email, neighbour.email.toUpperCase(), ` ${neighbour.email} `, ours.email]) {
      const answer = await ours.ask('POST', '/users', aDraft({ email }));
      expect(refusal(answer)).toEqual([400, 'ERR_USER_EMAIL_TAKEN']);
      expect(answer.json().fields).toEqual([{ field: 'email', rule: 'taken', message: 'Já está em uso' }]);
    }
    expect((await ours.ask('GET', '/users')).json().count).toBe(1);
    const colleague = await house.aUser(ours.companyId);
    expect(refusal(await ours.ask('PUT', `/users/${colleague.userId}`, { email: neighbour.email }))).toEqual([
      400,
      'ERR_USER_EMAIL_TAKEN',
    ]);
    expect((await house.signIn(colleague.email)).user.id).toBe(colleague.userId);
  });

  it('whose e-mail was freed can be made: by a change or a removal', async () => {
    const admin = await house.anAdmin();
    const one = await house.aUser(admin.companyId);
    expect((await admin.ask('PUT', `/users/${one.userId}`, { email: 'mudou@example.com' })).json().email).toBe(
      'mudou@example.com',
    );
    expect((await admin.ask('POST', '/users', aDraft({ email: one.email }))).statusCode).toBe(200);
    expect((await house.signIn('mudou@example.com')).user.id).toBe(one.userId);
    await admin.ask('DELETE', `/users/${one.userId}`);
    expect((await admin.ask('POST', '/users', aDraft({ email: 'mudou@example.com' }))).statusCode).toBe(200);
  });

  it('needs a place in the plan, and two at once cannot both have the last one', async () => {
    const { admin, answers } = await inTime(async () => {
      const admin = await house.anAdmin({ plan: { users: 3 } });
      await house.aUser(admin.companyId);
      expect((await admin.ask('GET', '/users')).json().limit).toBe(3);
      // All of them have come as far as they can before the first is written.
      const held = await hold(house, 'users', 'share row exclusive');
      const asked = Promise.all([1, 2].map(() => admin.ask('POST', '/users', aDraft())));
      await held.waiting(2).finally(held.release);
      return { admin, answers: await asked };
    });
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.statusCode !== 200))
      expect(refusal(answer)).toEqual([400, 'ERR_USER_LIMIT_REACHED']);
    expect((await admin.ask('GET', '/users')).json().count).toBe(3);
  });

  it('gets queues of its own company only', async () => {
    const admin = await house.anAdmin();
    const neighbour = await house.anAdmin();
    const theirs = (await neighbour.ask('POST', '/queue', { name: 'Deles', color: '#111111' })).json();
    const answer = await admin.ask('POST', '/users', aDraft({ queueIds: [theirs.id] }));
    expect(refusal(answer)).toEqual([404, 'ERR_QUEUE_NOT_FOUND']);
    expect((await admin.ask('GET', '/users')).json().count).toBe(1);
  });
});
