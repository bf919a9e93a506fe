import type { Connection } from '@balcao/contract/endpoints/connections';
import type { ConnectionHealth } from '@balcao/contract/endpoints/connection-health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, drainEvents } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { HealthUpdate, ChannelEvent } from '../../channels/port.ts';
import { presentHealth } from './connection-health.wire.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;

const healthEvent = (update: HealthUpdate, detail = ''): ChannelEvent => ({
  type: 'health',
  update,
  detail,
  at: new Date().toISOString(),
});
const healthOf = async ({ admin, connectionId }: Company) =>
  (await admin.request('GET', `/whatsapp/${connectionId}/health`)).json<ConnectionHealth>();
/** Without a request: the clock is past the lifetime of every token. */
const healthWithoutToken = async ({ companyId, connectionId }: Company) =>
  presentHealth(await service.server.modules.connectionHealth.get(companyId, connectionId));
const waitForStatus = (company: Company, expected: string) =>
  service.until(
    () => healthOf(company),
    (seen) => seen.light === expected,
  );
const take = ({ companyId, connectionId }: Company, requested: number) =>
  service.server.db.inCompany(companyId, (tx) =>
    service.server.modules.connectionHealth.budget.reserve(tx, connectionId, requested),
  );
const record = (
  { companyId, connectionId }: Company,
  counterName: 'sent' | 'refused' | 'disconnections',
  times: number,
) => {
  for (let n = 0; n < times; n++) service.server.modules.connectionHealth.record(companyId, connectionId, counterName);
};

describe('the status of a connection', () => {
  it('follows the channel’s reports, and its changes are published to users who manage connections only', async () => {
    const company = await service.createConnectedCompany();
    const { admin, connectionId, companyId } = company;
    const agent = await service.server.createAgent(companyId);
    const screens = [await openSocket(service.server, admin), await openSocket(service.server, agent)] as const;
    await drainEvents(admin, ...screens);
    await company.sendWebhook([healthEvent('quality-low'), healthEvent('limit', '1000')]);
    const seen = await waitForStatus(company, 'red');
    expect(seen).toMatchObject({
      reasons: [{ why: 'quality-low', value: null }],
      quality: 'low',
      budget: { peoplePerDay: 1000, taken: 0, left: 1000 },
    });
    const payload = await screens[0].waitFor(
      'whatsapp',
      (message) => 'whatsapp' in message && 'health' in message.whatsapp && message.whatsapp.health?.light === 'red',
    );
    expect((payload as { whatsapp: Connection }).whatsapp.id).toBe(connectionId);
    const [listed] = (await admin.request('GET', '/whatsapp')).json<Connection[]>();
    expect(listed!.health).toEqual({ light: 'red', reasons: [{ why: 'quality-low', value: null, detail: '' }] });

    await company.sendWebhook([
      healthEvent('quality-high'),
      healthEvent('restricted', 'RESTRICTED_BIZ_INITIATED_MESSAGING'),
    ]);
    await service.until(
      () => healthOf(company),
      ({ reasons }) => reasons.some(({ why }) => why === 'restricted'),
    );
    await company.sendWebhook([healthEvent('restored')]);
    await waitForStatus(company, 'green');

    expect((await agent.request('GET', `/whatsapp/${connectionId}/health`)).statusCode).toBe(403);
    expect(JSON.stringify((await agent.request('GET', '/whatsapp')).json())).not.toContain('health');
    expect(screens[1].frames.join()).not.toContain('quality');
    for (const screen of screens) screen.close();
  });

  it('follows the outcomes of sent messages, and recovers with time', async () => {
    const company = await service.createConnectedCompany();
    const { connectionHealth } = service.server.modules;
    record(company, 'sent', 15);
    record(company, 'refused', 5);
    record(company, 'disconnections', 3);
    await connectionHealth.flush();
    const seen = await healthOf(company);
    expect(seen).toMatchObject({
      light: 'red',
      reasons: [
        { why: 'refusals-high', value: 25 },
        { why: 'disconnections', value: 3 },
      ],
      lastHour: { sent: 15, refused: 5, disconnections: 3 },
    });
    service.server.clock.pass(2 * 3_600_000);
    await connectionHealth.sweep();
    expect(await healthWithoutToken(company)).toMatchObject({
      light: 'yellow',
      lastHour: { sent: 0 },
      lastDay: { sent: 15 },
    });
    service.server.clock.pass(24 * 3_600_000);
    await connectionHealth.sweep();
    service.server.clock.set(new Date());
    const [listed] = (await company.admin.request('GET', '/whatsapp')).json<Connection[]>();
    expect(listed!.health).toEqual({ light: 'green', reasons: [] });
  });

  it('counts sent messages, immediate and later refusals, and disconnections', async () => {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const ticket = await company.openTicket('5500951110001');
    service.testChannel.moods.push('well', 'refused');
    for (const body of ['chega', 'recusada']) await company.admin.request('POST', `/messages/${ticket.id}`, { body });
    const rows = await service.until(company.messages, (seen) => seen.some((row) => row.delivery === 'failed'));
    const { wid } = rows.find((row) => row.body === 'chega');
    await company.sendWebhook([
      {
        type: 'receipt',
        wid,
        peer: { identities: [{ kind: 'phone', value: '5500951110001' }], isGroup: false },
        status: 'failed',
        at: new Date().toISOString(),
        fault: { code: 'ERR_CHANNEL_REFUSED', detail: '' },
      },
      { type: 'session', status: 'DISCONNECTED' },
    ]);
    await waitForStatus(company, 'grey');
    await service.until(company.messages, (seen) => seen.filter((row) => row.delivery === 'failed').length === 2);
    await service.server.modules.connectionHealth.flush();
    expect((await healthOf(company)).lastHour).toMatchObject({ sent: 1, refused: 2, disconnections: 1 });
  });
});

describe('the budget of bulk sending', () => {
  it('limits the recipients per day, also with concurrent requests, and resets after a day', async () => {
    const company = await service.createConnectedCompany();
    await company.sendWebhook([healthEvent('limit', '100')]);
    await service.until(
      () => healthOf(company),
      ({ budget }) => budget.peoplePerDay === 100,
    );
    const grants = await Promise.all(Array.from({ length: 5 }, () => take(company, 30)));
    expect(grants.map(({ granted }) => granted).sort((a, b) => b - a)).toEqual([30, 30, 30, 10, 0]);
    expect(await take(company, 1)).toMatchObject({ granted: 0, reason: 'day-used-up' });
    expect((await healthOf(company)).budget).toEqual({ peoplePerDay: 100, taken: 100, left: 0 });
    service.server.clock.pass(25 * 3_600_000);
    expect(await take(company, 1)).toMatchObject({ granted: 1, reason: 'granted' });
    service.server.clock.set(new Date());
  });

  it('grants nothing with a red status or on a disconnected connection', async () => {
    const company = await service.createConnectedCompany();
    expect(await take(company, 5)).toMatchObject({ granted: 5 });
    await company.sendWebhook([healthEvent('banned', 'DISABLE')]);
    await waitForStatus(company, 'red');
    expect(await take(company, 5)).toEqual({ granted: 0, reason: 'light', retryAt: null });
    await company.sendWebhook([healthEvent('restored'), { type: 'session', status: 'DISCONNECTED' }]);
    await waitForStatus(company, 'grey');
    expect(await take(company, 5)).toMatchObject({ granted: 0, reason: 'light' });
  });

  it('leaves half of the rate limit to agents', async () => {
    const company = await service.createConnectedCompany();
    service.testChannel.abilities.rateLimit = { perSecond: 20, pairEveryMs: 0 };
    expect(await take(company, 100)).toMatchObject({ granted: 100 });
    const denied = await take(company, 10);
    expect(denied).toMatchObject({ granted: 0, reason: 'pace' });
    // One hundred messages at ten per second.
    expect(+denied.retryAt! - Date.now()).toBeGreaterThan(8000);
    expect(+denied.retryAt! - Date.now()).toBeLessThanOrEqual(10_500);
    delete service.testChannel.abilities.rateLimit;
  });
});
