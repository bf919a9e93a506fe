import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPhones } from '../../../test/phones.ts';
import { createTestChannel } from '../../../test/channel.ts';
import { createTestSignIn } from '../../../test/sign-in.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
beforeAll(async () => {
  const { channel } = createTestChannel();
  server = await startTestServer({
    channels: {
      of: (provider) => (provider === 'sandbox' ? channel : undefined),
      signIn: createTestSignIn(),
      sandbox: createTestPhones(),
      close: async () => {},
    },
  });
});
afterAll(() => server.stop());

const show = async (caller: Caller) => (await caller.request('GET', '/first-steps')).json();
const putAway = (caller: Caller, what: string) => caller.request('POST', '/first-steps/put-away', { what });

describe('first steps', () => {
  it('tick themselves off as the company is set up, and end with the last one', async () => {
    const admin = await server.createAdmin();
    expect(await show(admin)).toEqual({ isShown: true, done: ['account'], connections: [], queues: [], users: 1 });

    const { id: connectionId } = (
      await admin.request('POST', '/whatsapp', { name: 'Matriz', channel: 'whatsapp', provider: 'sandbox' })
    ).json();
    await server.asOwner.query(`update connections set status = 'CONNECTED' where id = $1`, [connectionId]);
    await admin.request('POST', '/queue', { name: 'Vendas', color: '#112233', greetingMessage: '' });
    expect(await show(admin)).toMatchObject({
      done: ['account', 'connection', 'queues'],
      connections: ['Matriz'],
      queues: ['Vendas'],
    });

    await server.createUser(admin.companyId);
    const monday = {
      weekday: 'Segunda-feira',
      weekdayEn: 'monday',
      startTimeA: '08:00',
      endTimeA: '18:00',
      startTimeB: '',
      endTimeB: '',
    };
    await admin.request('PUT', `/companies/${admin.companyId}/schedules`, { schedules: [monday] });
    await admin.request('PUT', `/whatsapp/${connectionId}`, { name: 'Matriz', greetingMessage: 'Olá!' });
    expect((await show(admin)).done).toEqual(['account', 'connection', 'queues', 'team', 'hours', 'greeting']);

    const { id: contactId } = (
      await admin.request('POST', '/contacts', { name: 'Helena', number: '5511987654321' })
    ).json();
    await admin.request('POST', '/tickets', { contactId, whatsappId: connectionId });
    expect(await show(admin)).toMatchObject({ isShown: false, done: expect.arrayContaining(['conversation']) });
  });

  it('are put away for the whole company, or only the team for a user who works alone', async () => {
    const admin = await server.createAdmin();
    expect((await putAway(admin, 'team')).statusCode).toBe(200);
    expect(await show(admin)).toMatchObject({ isShown: true, done: ['account', 'team'] });
    await putAway(admin, 'all');
    await putAway(admin, 'all');
    const other = await server.createAgent(admin.companyId, { profile: 'admin' });
    expect((await show(other)).isShown).toBe(false);
    expect((await putAway(admin, 'hours')).statusCode).toBe(400);
  });

  it('are for admins only', async () => {
    const { companyId } = await server.createAdmin();
    const agent = await server.createAgent(companyId);
    expect((await agent.request('GET', '/first-steps')).statusCode).toBe(403);
    expect((await putAway(agent, 'all')).statusCode).toBe(403);
  });
});
