import type { Connection } from '@balcao/contract/endpoints/connections';
import type { NumberHealth } from '@balcao/contract/endpoints/number-health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aScreen, calm } from '../../../test/screens.ts';
import { aService } from '../../../test/service.ts';
import type { HealthNews, Signal } from '../../channels/port.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());
type Counter = Awaited<ReturnType<typeof service.aCounter>>;

const news = (what: HealthNews, detail = ''): Signal => ({ is: 'health', what, detail, at: new Date().toISOString() });
const healthOf = async ({ admin, connectionId }: Counter) =>
  (await admin.ask('GET', `/whatsapp/${connectionId}/health`)).json<NumberHealth>();
/** Past the life of any token: as the room itself sees it. */
const later = ({ companyId, connectionId }: Counter) =>
  service.house.modules.numberHealth.show(companyId, connectionId);
const lightOf = (counter: Counter, light: string) =>
  service.until(
    () => healthOf(counter),
    (seen) => seen.light === light,
  );
const take = ({ companyId, connectionId }: Counter, wanted: number) =>
  service.house.db.inCompany(companyId, (tx) =>
    service.house.modules.numberHealth.budget.take(tx, connectionId, wanted),
  );
const note = ({ companyId, connectionId }: Counter, what: 'sent' | 'refused' | 'disconnections', times: number) => {
  for (let n = 0; n < times; n++) service.house.modules.numberHealth.note(companyId, connectionId, what);
};

describe('the light of a connection', () => {
  it('is what the channel says of the account, told live to those who manage connections and to nobody else', async () => {
    const counter = await service.aCounter();
    const { admin, connectionId, companyId } = counter;
    const agent = await service.house.anAgent(companyId);
    const screens = [await aScreen(service.house, admin), await aScreen(service.house, agent)] as const;
    await calm(admin, ...screens);
    await counter.ring([news('quality-low'), news('limit', '1000')]);
    const seen = await lightOf(counter, 'red');
    expect(seen).toMatchObject({
      reasons: [{ why: 'quality-low', value: null }],
      quality: 'low',
      budget: { peoplePerDay: 1000, taken: 0, left: 1000 },
    });
    const told = await screens[0].hears(
      'whatsapp',
      (one) => 'whatsapp' in one && 'health' in one.whatsapp && one.whatsapp.health?.light === 'red',
    );
    expect((told as { whatsapp: Connection }).whatsapp.id).toBe(connectionId);
    const [listed] = (await admin.ask('GET', '/whatsapp')).json<Connection[]>();
    expect(listed!.health).toEqual({ light: 'red', reasons: [{ why: 'quality-low', value: null, detail: '' }] });

    await counter.ring([news('quality-high'), news('restricted', 'RESTRICTED_BIZ_INITIATED_MESSAGING')]);
    await service.until(
      () => healthOf(counter),
      ({ reasons }) => reasons.some(({ why }) => why === 'restricted'),
    );
    await counter.ring([news('restored')]);
    await lightOf(counter, 'green');

    expect((await agent.ask('GET', `/whatsapp/${connectionId}/health`)).statusCode).toBe(403);
    expect(JSON.stringify((await agent.ask('GET', '/whatsapp')).json())).not.toContain('health');
    expect(screens[1].frames.join()).not.toContain('quality');
    for (const screen of screens) screen.close();
  });

  it('is also what became of what was sent, and gets better by time alone', async () => {
    const counter = await service.aCounter();
    const { numberHealth } = service.house.modules;
    note(counter, 'sent', 15);
    note(counter, 'refused', 5);
    note(counter, 'disconnections', 3);
    await numberHealth.flush();
    const seen = await healthOf(counter);
    expect(seen).toMatchObject({
      light: 'red',
      reasons: [
        { why: 'refusals-high', value: 25 },
        { why: 'disconnections', value: 3 },
      ],
      lastHour: { sent: 15, refused: 5, disconnections: 3 },
    });
    service.house.clock.pass(2 * 3_600_000);
    await numberHealth.sweep();
    expect(await later(counter)).toMatchObject({ light: 'yellow', lastHour: { sent: 0 }, lastDay: { sent: 15 } });
    service.house.clock.pass(24 * 3_600_000);
    await numberHealth.sweep();
    service.house.clock.set(new Date());
    const [listed] = (await counter.admin.ask('GET', '/whatsapp')).json<Connection[]>();
    expect(listed!.health).toEqual({ light: 'green', reasons: [] });
  });

  it('counts what leaves, what is refused at once or later, and sessions that fall', async () => {
    const counter = await service.aCounter({ sendGreetingAccepted: 'disabled' });
    const ticket = await counter.attended('5500951110001');
    service.phone.moods.push('well', 'refused');
    for (const body of ['chega', 'recusada']) await counter.admin.ask('POST', `/messages/${ticket.id}`, { body });
    const rows = await service.until(counter.messages, (seen) => seen.some((row) => row.delivery === 'failed'));
    const { wid } = rows.find((row) => row.body === 'chega');
    await counter.ring([
      {
        is: 'receipt',
        wid,
        peer: { identities: [{ kind: 'phone', value: '5500951110001' }], isGroup: false },
        told: 'failed',
        at: new Date().toISOString(),
        fault: { code: 'ERR_CHANNEL_REFUSED', detail: '' },
      },
      { is: 'session', status: 'DISCONNECTED' },
    ]);
    await lightOf(counter, 'grey');
    await service.until(counter.messages, (seen) => seen.filter((row) => row.delivery === 'failed').length === 2);
    await service.house.modules.numberHealth.flush();
    expect((await healthOf(counter)).lastHour).toMatchObject({ sent: 1, refused: 2, disconnections: 1 });
  });
});

describe('the budget of mass sending', () => {
  it('holds the people of a day, whoever asks at the same moment, and is there again a day later', async () => {
    const counter = await service.aCounter();
    await counter.ring([news('limit', '100')]);
    await service.until(
      () => healthOf(counter),
      ({ budget }) => budget.peoplePerDay === 100,
    );
    const grants = await Promise.all(Array.from({ length: 5 }, () => take(counter, 30)));
    expect(grants.map(({ granted }) => granted).sort((a, b) => b - a)).toEqual([30, 30, 30, 10, 0]);
    expect(await take(counter, 1)).toMatchObject({ granted: 0, why: 'day-used-up' });
    expect((await healthOf(counter)).budget).toEqual({ peoplePerDay: 100, taken: 100, left: 0 });
    service.house.clock.pass(25 * 3_600_000);
    expect(await take(counter, 1)).toMatchObject({ granted: 1, why: 'granted' });
    service.house.clock.set(new Date());
  });

  it('grants nothing at a red light or through what is not connected', async () => {
    const counter = await service.aCounter();
    expect(await take(counter, 5)).toMatchObject({ granted: 5 });
    await counter.ring([news('banned', 'DISABLE')]);
    await lightOf(counter, 'red');
    expect(await take(counter, 5)).toEqual({ granted: 0, why: 'light', again: null });
    await counter.ring([news('restored'), { is: 'session', status: 'DISCONNECTED' }]);
    await lightOf(counter, 'grey');
    expect(await take(counter, 5)).toMatchObject({ granted: 0, why: 'light' });
  });

  it('leaves half of an account’s pace to those who answer', async () => {
    const counter = await service.aCounter();
    service.phone.abilities.pace = { perSecond: 20, pairEveryMs: 0 };
    expect(await take(counter, 100)).toMatchObject({ granted: 100 });
    const again = await take(counter, 10);
    expect(again).toMatchObject({ granted: 0, why: 'pace' });
    // A hundred at ten a second.
    expect(+again.again! - Date.now()).toBeGreaterThan(8000);
    expect(+again.again! - Date.now()).toBeLessThanOrEqual(10_500);
    delete service.phone.abilities.pace;
  });
});
