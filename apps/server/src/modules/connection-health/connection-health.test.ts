import type { Connection } from '@balcao/contract/endpoints/connections';
import type { ConnectionHealth } from '@balcao/contract/endpoints/connection-health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/case-counts.ts';
import { openSocket, drainEvents } from '../../../test/sockets.ts';
import { createPeer, startConnectedServer } from '../../../test/connected-server.ts';
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
const take = (
  { companyId, connectionId }: Company,
  requested: { address: string; isCold: boolean }[],
  coldAllowedDays?: number,
) =>
  service.server.db.inCompany(companyId, (tx) =>
    service.server.modules.connectionHealth.budget.reserve(
      tx,
      connectionId,
      requested,
      coldAllowedDays === undefined ? {} : { coldAllowedDays },
    ),
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
    const stored = await service.server.asOwner.query('select health from connections where id = $1', [connectionId]);
    expect(stored.rows).toEqual([{ health: listed!.health }]);

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

  it('stays green however many people received enough marketing from any business (131049)', async () => {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const number = '5500951110002';
    const ticket = await company.openTicket(number);
    const bodies = ['oferta 1', 'oferta 2', 'oferta 3', 'oferta 4', 'oferta 5'];
    for (const body of bodies) await company.admin.request('POST', `/messages/${ticket.id}`, { body });
    const offers = (rows: Awaited<ReturnType<typeof company.messages>>) =>
      rows.filter(({ body }) => bodies.includes(body));
    const sent = await service.until(company.messages, (rows) => offers(rows).every((row) => row.wid !== null));
    await company.sendWebhook(
      offers(sent).map(({ wid }): ChannelEvent => {
        const peer = { identities: [{ kind: 'phone' as const, value: number }], isGroup: false };
        const fault = { code: 'ERR_CHANNEL_HELD_BACK', detail: '' };
        return { type: 'receipt', wid, peer, status: 'failed', at: new Date().toISOString(), fault };
      }),
    );
    await service.until(company.messages, (rows) => offers(rows).every((row) => row.delivery === 'failed'));
    // Meta may also refuse at once.
    service.testChannel.moods.push({ code: 'ERR_CHANNEL_HELD_BACK' });
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'oferta 6' });
    await service.until(company.messages, (rows) =>
      rows.some(({ body, delivery }) => body === 'oferta 6' && delivery === 'failed'),
    );
    record(company, 'sent', 15);
    await service.server.modules.connectionHealth.flush();
    expect(await healthOf(company)).toMatchObject({ light: 'green', lastHour: { sent: 20, refused: 0 } });
  });
});

describe('the budget of bulk sending', () => {
  it('limits the unique people per day, and frees them one after the other', async () => {
    const company = await service.createConnectedCompany();
    await company.sendWebhook([healthEvent('limit', '100')]);
    await service.until(
      () => healthOf(company),
      ({ budget }) => budget.peoplePerDay === 100,
    );
    expect(await take(company, people(60))).toMatchObject({ granted: { length: 60 }, reason: 'granted' });
    service.server.clock.pass(3 * 3_600_000);
    const rest = await take(company, people(60, 60));
    expect(rest).toMatchObject({ granted: { length: 40 }, reason: 'day-used-up' });
    // The first sixty count until 24 hours after the end of their ten minutes.
    expect(+rest.retryAt! - +service.server.clock.now()).toBeGreaterThan(20 * 3_600_000);
    expect(+rest.retryAt! - +service.server.clock.now()).toBeLessThanOrEqual(21 * 3_600_000 + 600_000);
    // A person whom the pool reached costs nothing.
    expect(await take(company, people(5))).toMatchObject({ granted: { length: 5 }, reason: 'granted' });
    expect((await healthWithoutToken(company)).budget).toMatchObject({ peoplePerDay: 100, taken: 100, left: 0 });
    service.server.clock.set(rest.retryAt!);
    // Five of the sixty were reached again meanwhile and still count.
    expect(await take(company, people(100, 200))).toMatchObject({ granted: { length: 55 }, reason: 'day-used-up' });
    service.server.clock.set(new Date());
  });

  it('is never exceeded by two numbers of one pool at once, whatever they ask for [G2]', async () => {
    const company = await service.createConnectedCompany();
    const second = (
      await company.admin.request('POST', '/whatsapp', { name: 'Filial', channel: 'whatsapp', provider: 'sandbox' })
    ).json<{ id: number }>().id;
    const ids = [company.connectionId, second];
    await service.server.asOwner.query(
      `update connections set channel = 'whatsappapi', portfolio_id = 'p-1', status = 'CONNECTED' where id = any($1)`,
      [ids],
    );
    const random = createRandom();
    const asked = new Set<string>();
    const grants = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const from = Math.floor(random() * 300);
        const persons = people(5 + Math.floor(random() * 40), from);
        for (const { address } of persons) asked.add(address);
        return service.server.db.inCompany(company.companyId, (tx) =>
          service.server.modules.connectionHealth.budget.reserve(tx, ids[n % 2]!, persons),
        );
      }),
    );
    const reached = new Set(grants.flatMap(({ granted }) => granted));
    // The first tier of an account without a report.
    expect(reached.size).toBe(Math.min(250, asked.size));
    const views = await Promise.all(
      ids.map((id) => service.server.modules.connectionHealth.get(company.companyId, id)),
    );
    expect(views.map(({ budget }) => budget.reached)).toEqual([reached.size, reached.size]);
    expect(views.map(({ budget }) => budget.sharedWith)).toEqual([['Filial'], ['Matriz']]);
  });

  it('grants no cold contact to a phone unless an admin allows it, and then few [G7]', async () => {
    const company = await service.createConnectedCompany();
    const cold = people(30).map((person) => ({ ...person, isCold: true }));
    expect(await take(company, cold)).toEqual({ granted: [], reason: 'cold', retryAt: null });
    expect(await take(company, people(3, 100))).toMatchObject({ granted: { length: 3 } });
    expect(await take(company, cold, 0)).toMatchObject({ granted: { length: 5 }, reason: 'cold' });
    expect(await take(company, cold, 3)).toMatchObject({ granted: { length: 20 }, reason: 'cold' });
    // The 20 of the day include the five of before.
    expect((await healthOf(company)).budget.taken).toBe(23);
  });

  it('grants nothing with a red status or on a disconnected connection', async () => {
    const company = await service.createConnectedCompany();
    expect(await take(company, people(5))).toMatchObject({ granted: { length: 5 } });
    await company.sendWebhook([healthEvent('banned', 'DISABLE')]);
    await waitForStatus(company, 'red');
    expect(await take(company, people(5))).toEqual({ granted: [], reason: 'unhealthy', retryAt: null });
    await company.sendWebhook([healthEvent('restored'), { type: 'session', status: 'DISCONNECTED' }]);
    await waitForStatus(company, 'grey');
    expect(await take(company, people(5))).toMatchObject({ granted: [], reason: 'unhealthy' });
  });

  it('leaves half of the rate limit to agents', async () => {
    const company = await service.createConnectedCompany();
    service.testChannel.abilities.rateLimit = { perSecond: 20, pairEveryMs: 0 };
    expect(await take(company, people(100))).toMatchObject({ granted: { length: 100 } });
    const denied = await take(company, people(10, 500));
    expect(denied).toMatchObject({ granted: [], reason: 'rate' });
    // One hundred messages at ten per second.
    expect(+denied.retryAt! - Date.now()).toBeGreaterThan(8000);
    expect(+denied.retryAt! - Date.now()).toBeLessThanOrEqual(10_500);
    delete service.testChannel.abilities.rateLimit;
  });
});

describe('a block of new conversations', () => {
  it('is stored with its end, quota and use, and ends by itself [G8]', async () => {
    const company = await service.createConnectedCompany();
    const until = new Date(Date.now() + 6 * 3_600_000).toISOString();
    const at = new Date().toISOString();
    await company.sendWebhook([
      { type: 'health', update: 'new-chats', detail: '', at, newChats: { total: 40, used: 12 } },
      { type: 'health', update: 'restricted', detail: 'BIZ_QUALITY', at, until },
    ]);
    expect(await waitForStatus(company, 'red')).toMatchObject({
      restrictedUntil: until,
      newChats: { total: 40, used: 12 },
    });
    expect(await take(company, people(1))).toEqual({ granted: [], reason: 'unhealthy', retryAt: new Date(until) });
    service.server.clock.pass(7 * 3_600_000);
    await service.server.modules.connectionHealth.sweep();
    expect(await healthWithoutToken(company)).toMatchObject({ light: 'green', restriction: '', restrictedUntil: null });
    // Cold contacts never exceed what the channel leaves.
    await service.server.asOwner.query('update number_health set new_chats_used = 38 where connection_id = $1', [
      company.connectionId,
    ]);
    const cold = people(9).map((person) => ({ ...person, isCold: true }));
    expect(await take(company, cold, 10)).toMatchObject({ granted: { length: 2 }, reason: 'cold' });
    service.server.clock.set(new Date());
  });
});

describe('a block that the channel names when it refuses a message of an agent (463)', () => {
  const number = '5500951110011';
  /** An answer that the channel refuses: at once, or after it accepted it. */
  async function refuse(isAtOnce: boolean, before: (company: Company) => Promise<unknown> = async () => {}) {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const ticket = await company.openTicket(number);
    await before(company);
    if (isAtOnce) service.testChannel.moods.push({ code: 'ERR_CHANNEL_RESTRICTED' });
    const body = 'bom dia';
    await company.admin.request('POST', `/messages/${ticket.id}`, { body });
    const untilDelivery = (expected: string) =>
      service
        .until(company.messages, (rows) => rows.some((row) => row.body === body && row.delivery === expected))
        .then((rows) => rows.find((row) => row.body === body));
    if (!isAtOnce) {
      const { wid } = await untilDelivery('sent');
      const fault = { code: 'ERR_CHANNEL_RESTRICTED', detail: '' };
      const at = new Date().toISOString();
      await company.sendWebhook([{ type: 'receipt', wid, peer: createPeer(number), status: 'failed', at, fault }]);
    }
    await untilDelivery('failed');
    return healthOf(company);
  }

  it.each([
    ['at once', true],
    ['after it accepted it', false],
  ])('%s is stored for a day', async (_, isAtOnce) => {
    const { light, reasons, restrictedUntil } = await refuse(isAtOnce);
    expect({ light, reasons }).toEqual({ light: 'red', reasons: [{ why: 'restricted', value: null, detail: '' }] });
    const leftMs = +new Date(restrictedUntil!) - Date.now();
    expect(leftMs).toBeGreaterThan(23 * 3_600_000);
    expect(leftMs).toBeLessThanOrEqual(24 * 3_600_000);
  });

  it('keeps the end that the channel reported', async () => {
    const until = new Date(Date.now() + 6 * 3_600_000).toISOString();
    const { restrictedUntil } = await refuse(true, async (company) => {
      await company.sendWebhook([{ ...healthEvent('restricted'), until } as ChannelEvent]);
      await waitForStatus(company, 'red');
    });
    expect(restrictedUntil).toBe(until);
  });
});

/** People who wrote before, with consecutive numbers. */
function people(count: number, from = 0): { address: string; isCold: boolean }[] {
  return Array.from({ length: count }, (_, n) => ({ address: `551198765${1000 + from + n}`, isCold: false }));
}
