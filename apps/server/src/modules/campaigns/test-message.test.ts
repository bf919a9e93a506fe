import type { CampaignDraft } from '@balcao/contract/endpoints/campaigns';
import type { ConnectionHealth } from '@balcao/contract/endpoints/connection-health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { HealthUpdate } from '../../channels/port.ts';
import { createCampaignCompany, nextNumber, type ConnectedServer } from './campaigns.fixture.ts';

let service: ConnectedServer;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const numbers = (size: number) => Array.from({ length: size }, nextNumber);
/** The channel knows no account for it. */
const UNKNOWN_NUMBER = '5500984400000';

async function createPhone() {
  const company = await createCampaignCompany(service, { channel: 'whatsapp' });
  const contactListId = await company.createList([]);
  /** The code of the refusal, or `sent`. */
  const test = async (number: string, given: Partial<CampaignDraft> = {}): Promise<string> => {
    const draft = company.draft({ contactListId, ...given });
    const answer = await company.ask('POST', '/campaigns/test', { ...draft, number });
    return answer.statusCode === 200 ? 'sent' : answer.json<{ error: string }>().error;
  };
  const befriend = (number: string) => company.wrote(number, `oi de ${number}`);
  return { ...company, test, befriend };
}

describe('a test of a campaign by a phone', () => {
  it('is sent to a number that wrote before, and to no other', async () => {
    const { test, befriend, textsTo } = await createPhone();
    const [friend, newcomer] = numbers(2) as [string, string];
    await befriend(friend);
    expect([await test(newcomer), await test(friend)]).toEqual(['ERR_CAMPAIGN_TEST_COLD', 'sent']);
    await service.until(
      async () => textsTo(friend),
      ({ length }) => length === 1,
    );
    expect(textsTo(newcomer)).toEqual([]);
  });

  it('counts as a new person where an admin allows them, after the number was looked up', async () => {
    const { test, textsTo } = await createPhone();
    const allowed = { allowCold: true, coldConfirmation: 'Matriz' };
    expect(await test(UNKNOWN_NUMBER, allowed)).toBe('ERR_WAPP_INVALID_CONTACT');
    const newcomers = numbers(6);
    const results: string[] = [];
    for (const number of newcomers) results.push(await test(number, allowed));
    // Five on the first day.
    expect(results).toEqual([...Array.from({ length: 5 }, () => 'sent'), 'ERR_CAMPAIGN_TEST_COLD']);
    // The budget has counted this one; a campaign without the permission skips it.
    expect(await test(newcomers[0]!)).toBe('ERR_CAMPAIGN_TEST_COLD');
    await service.until(
      async () => newcomers.flatMap((number) => textsTo(number)),
      ({ length }) => length === 5,
    );
  });

  it('is refused while the health of the number is red', async () => {
    const { test, befriend, sendWebhook, must, connectionId } = await createPhone();
    const [friend] = numbers(1) as [string];
    await befriend(friend);
    const report = async (update: HealthUpdate, light: string) => {
      await sendWebhook([{ type: 'health', update, detail: '', at: new Date().toISOString() }]);
      await service.until(
        () => must<ConnectionHealth>('GET', `/whatsapp/${connectionId}/health`),
        (health) => health.light === light,
      );
    };
    await report('restricted', 'red');
    expect(await test(friend)).toBe('ERR_CAMPAIGN_TEST_UNHEALTHY');
    await report('restored', 'green');
    expect(await test(friend)).toBe('sent');
  });

  it('counts against the limit of the day, once for each person', async () => {
    const { test, befriend, companyId, connectionId } = await createPhone();
    const [first, second] = numbers(2) as [string, string];
    for (const number of [first, second]) await befriend(number);
    await service.server.asOwner.query(
      `insert into sending_pools (company_id, pool, people_per_day, limit_at) values ($1, 'connection:' || $2, 1, now())`,
      [companyId, connectionId],
    );
    expect([await test(first), await test(second), await test(first)]).toEqual([
      'sent',
      'ERR_CAMPAIGN_TEST_LIMIT',
      'sent',
    ]);
  });
});
