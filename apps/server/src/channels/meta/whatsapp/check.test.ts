import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../conformance.ts';
import { NotSent, type Account } from '../../port.ts';
import { startGraph, app, type SimulatedGraph } from '../simulated.fixture.ts';
import { addNumber } from './conformance.fixture.ts';

let graph: SimulatedGraph;
let account: Account;
const lastCall = async (call: string) => (await graph.control.received({ call })).at(-1)!;

beforeAll(async () => {
  graph = await startGraph();
  account = await addNumber(graph, 1);
});
afterAll(() => graph.dispose());

describe('check', () => {
  const findings = async (secrets: Record<string, string>) => {
    const of = { ...account, secrets: { ...account.secrets, ...secrets } };
    const { finding } = await graph.channel.check!(of);
    return finding.map(({ field, fault }) => `${field}: ${fault.code}`);
  };
  it('returns number, name and portfolio when all secrets are valid', async () => {
    expect(await graph.channel.check!(account)).toEqual({
      finding: [],
      number: '550033330001',
      name: 'Ótica Exemplo',
      portfolioId: '1000',
      isOnPhone: false,
    });
  });
  it('leaves the portfolio open when the token may not read it [G2]', async () => {
    await graph.control.injectFault({ accountId: account.secrets['wabaId']!, call: 'info' }, { code: 200 });
    const checked = await graph.channel.check!(account);
    expect([checked.finding, checked.portfolioId]).toEqual([[], undefined]);
  });
  it('reports which secret is wrong and why', async () => {
    expect(await findings({ accessToken: '', phoneNumberId: ' ', wabaId: '' })).toEqual([
      'accessToken: ERR_META_FIELD_MISSING',
      'phoneNumberId: ERR_META_FIELD_MISSING',
      'wabaId: ERR_META_FIELD_MISSING',
    ]);
    expect(await findings({ accessToken: 'EAAnobody' })).toEqual(['accessToken: ERR_META_TOKEN']);
    expect(await findings({ phoneNumberId: '5500987650001' })).toEqual(['phoneNumberId: ERR_META_PHONE_ID']);
    expect(await findings({ wabaId: '123' })).toEqual(['wabaId: ERR_META_WABA']);
    expect(await findings({ appSecret: 'of-another-app-entirely' })).toEqual(['appSecret: ERR_META_APP_SECRET']);
  });
  it('reports missing permissions, an unregistered number and a number of another business account', async () => {
    const waba = account.secrets['wabaId']!;
    await graph.control.injectFault({ call: 'phone_numbers' }, { code: 200 });
    expect(await findings({})).toEqual(['accessToken: ERR_META_TOKEN_SCOPE']);

    const { accessToken } = account.secrets as { accessToken: string };
    await graph.control.addWhatsApp({
      wabaId: '300000000000001',
      phoneNumberId: '300000000000002',
      displayNumber: '+55 00 3333-0003',
      token: accessToken,
      isRegistered: false,
    });
    const other = { accessToken, phoneNumberId: '300000000000002', wabaId: waba };
    expect(await findings(other)).toEqual([
      'phoneNumberId: ERR_CHANNEL_UNREGISTERED',
      'wabaId: ERR_META_NUMBER_ELSEWHERE',
    ]);
  });
  it('finds the number on a later page of the account’s numbers [F-M11]', async () => {
    const [wabaId, accessToken] = ['330000000000000', 'EAA-of-many-numbers'];
    const numbers = Array.from({ length: 103 }, (_, n) => String(330_000_000_001_000 + n));
    for (const phoneNumberId of numbers)
      await graph.control.addWhatsApp({
        wabaId,
        phoneNumberId,
        displayNumber: `+55 00 ${phoneNumberId.slice(-8)}`,
        token: accessToken,
        isSubscribed: true,
      });
    expect(await findings({ wabaId, accessToken, phoneNumberId: numbers.at(-1)! })).toEqual([]);
    await graph.control.addWhatsApp({
      wabaId: '330000000000001',
      phoneNumberId: '330000000009999',
      displayNumber: '+55 00 3333-9999',
      token: accessToken,
    });
    expect(await findings({ wabaId, accessToken, phoneNumberId: '330000000009999' })).toEqual([
      'wabaId: ERR_META_NUMBER_ELSEWHERE',
    ]);
  });
  it('subscribes the app if it is not subscribed, and reports a failure', async () => {
    const accountIds = {
      wabaId: '310000000000001',
      phoneNumberId: '310000000000002',
      accessToken: 'EAA-of-a-silent-one',
    };
    const { accessToken: token, ...ids } = accountIds;
    const addUnsubscribed = () =>
      graph.control.addWhatsApp({ ...ids, displayNumber: '+55 00 3333-0004', token, isSubscribed: false });
    await addUnsubscribed();
    await graph.control.injectFault(
      { accountId: accountIds.wabaId, call: 'subscribed_apps' },
      { code: 100 },
      { times: 1 },
    );
    expect(await findings(accountIds)).toEqual(['wabaId: ERR_META_WABA']);
    expect(await findings(accountIds)).toEqual([]);
    expect(await lastCall('subscribed_apps')).toMatchObject({
      method: 'POST',
      accountId: accountIds.wabaId,
      isDone: true,
    });
  });
  it('subscribes its own app although another app is subscribed', async () => {
    for (const [n, appSecret] of ['', app.secret].entries()) {
      const ids = { wabaId: `32000000000000${n}`, phoneNumberId: `32000000000001${n}` };
      const accessToken = `EAA-heard-by-others-${n}`;
      const displayNumber = `+55 00 3333-001${n}`;
      await graph.control.addWhatsApp({
        ...ids,
        displayNumber,
        token: accessToken,
        isSubscribed: false,
        otherApps: ['999'],
      });
      expect(await findings({ ...ids, accessToken, appSecret })).toEqual([]);
      expect(await lastCall('subscribed_apps')).toMatchObject({ method: 'POST', accountId: ids.wabaId });
    }
  });
  it('throws a retryable error when the Graph API is down', async () => {
    await graph.control.injectFault({ accountId: account.secrets['phoneNumberId']!, call: 'info' }, { status: 503 });
    expect(await errorOf(graph.channel.check!(account))).toBeInstanceOf(NotSent);
  });
});
