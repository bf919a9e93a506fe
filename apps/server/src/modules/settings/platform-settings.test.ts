import { platformSettingNames, secretSettingNames } from '@balcao/domain/settings/platform-settings';
import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import type { Caller } from '../../../test/users.ts';
import { caseCounts } from '../../../test/case-counts.ts';

let server: TestServer;
let owner: Caller;
shareServer(startTestServer, async (started) => {
  server = started;
  owner = await server.createSuperUser();
});

const put = (caller: Caller, key: string, value: unknown) => caller.request('PUT', `/settings/${key}`, { key, value });
const rowOf = async (key: string) =>
  (await owner.request('GET', '/settings'))
    .json<{ key: string; value: unknown; companyId: number }[]>()
    .find((row) => row.key === key);

describe('the platform’s settings', () => {
  it('are changed by super users only [SE-02]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(owner.companyId, { profile: 'admin' });
    for (const key of platformSettingNames) {
      for (const caller of [admin, agent]) expect((await put(caller, key, 'x')).statusCode, key).toBe(403);
      expect((await server.anonymous('PUT', `/settings/${key}`, { value: 'x' })).statusCode).toBe(401);
    }
    expect((await admin.request('GET', '/settings')).json().map((row: { key: string }) => row.key)).not.toContain(
      'userCreation',
    );
  });

  it('are saved under the names of the catalogue only [M-209]', async () => {
    const saved = await put(owner, 'downloadLimit', '512');
    expect(saved.json()).toMatchObject({ key: 'downloadLimit', value: '512', companyId: 1 });
    expect(await rowOf('downloadLimit')).toMatchObject({ value: '512' });
    expect(await server.modules.settings.maxDownloadBytes()).toBe(512 * 1024 * 1024);
    for (const key of ['unknown', '__proto__', 'constructor', 'userRating', 'downloadlimit'])
      expect((await put(owner, key, 'x')).statusCode).toBe(400);
    for (const value of [undefined, null, 7, { a: 1 }, 'x'.repeat(4097), 'a\0b'])
      expect((await put(owner, 'appName', value)).statusCode).toBe(400);
  });

  it('with choices accept only one of them [M-208]', async () => {
    for (const mb of ['32', '64', '128', '256', '512', '1024', '2048'])
      expect((await put(owner, 'downloadLimit', mb)).json().value).toBe(mb);
    for (const [key, value] of [
      ['downloadLimit', '15'],
      ['downloadLimit', ''],
      ['userCreation', 'perhaps'],
      ['userCreation', '__proto__'],
    ] as const) {
      const refused = await put(owner, key, value);
      expect([refused.statusCode, refused.json().fields?.[0]], value).toEqual([
        400,
        expect.objectContaining({ field: 'value', rule: 'choice' }),
      ]);
    }
    expect(await rowOf('downloadLimit')).toMatchObject({ value: '2048' });
  });

  it('that are secret are removed by saving an empty value [M-208]', async () => {
    await put(owner, 'mpaccesstoken', 'token-of-the-provider-A1b2');
    expect((await put(owner, 'mpaccesstoken', '')).json().value).toEqual({ isSet: false, last4: '' });
    expect((await owner.request('GET', '/companySettingOnePayment')).json()).toMatchObject({ mercadopago: false });
  });

  it('that are secret and short are shown as set, without their last characters [F-L5]', async () => {
    await put(owner, 'mpwebhooksecret', 'assinatura-secreta');
    expect((await put(owner, 'mpaccesstoken', 'curta')).json().value).toEqual({ isSet: true, last4: '' });
    expect((await owner.request('GET', '/companySettingOnePayment')).json()).toMatchObject({ mercadopago: true });
    await put(owner, 'mpaccesstoken', '');
  });

  it('that are secret are never returned, only whether they are set and their last four characters [SE-01]', async () => {
    const canaries = new Map(secretSettingNames.map((key, i) => [key, `canary-${key}-${i}-do-not-show-7Q${i}z`]));
    expect(await rowOf('asaastoken')).toMatchObject({ value: { isSet: false, last4: '' } });
    for (const [key, secret] of canaries)
      expect((await put(owner, key, secret)).json().value).toEqual({ isSet: true, last4: secret.slice(-4) });

    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    let answers = '';
    for (const caller of [owner, admin, agent]) {
      for (const path of [
        '/settings',
        '/companySettings/1',
        '/companySettingOnePayment',
        '/auth/me',
        '/users',
        '/companies/listPlan/1',
      ])
        answers += (await caller.request('GET', path)).body;
      for (const key of canaries.keys()) {
        for (const path of [
          `/setting/${key}`,
          `/public-settings/${key}`,
          `/companySettingOne?column=${key}`,
          `/companySettingOnePayment?column=${key}`,
        ])
          answers += (await caller.request('GET', path)).body;
      }
    }
    for (const secret of canaries.values()) expect(answers).not.toContain(secret.slice(0, -4));
    const { rows } = await server.asOwner.query(
      `select value from platform_settings where key = any($1) union all select data::text from audit_log union all select data::text from event_log`,
      [[...canaries.keys()]],
    );
    expect(rows.length).toBeGreaterThan(canaries.size);
    for (const secret of canaries.values()) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('show which payment providers are configured, without their keys [M-209]', async () => {
    const admin = await server.createAdmin();
    await server.asOwner.query(`delete from platform_settings where key like 'efi%'`);
    await put(owner, 'stripeprivatekey', 'sk_test_0000');
    await put(owner, 'stripewebhooksecret', 'whsec_0000');
    await put(owner, 'eficlientid', 'half of it');
    const all = (await admin.request('GET', '/companySettingOnePayment')).json();
    expect(all).toMatchObject({ stripe: true, efi: false });
    expect((await admin.request('GET', '/companySettingOnePayment?column=stripe')).json()).toEqual({ stripe: true });
    expect((await admin.request('GET', '/companySettingOnePayment?column=constructor')).json()).toEqual({
      constructor: false,
    });
  });

  it('are readable without a session only if they are on the public list [SE-04]', async () => {
    const valid: Record<string, string> = {
      primaryColorLight: '#c2255c',
      primaryColorDark: '#ffb224',
      appName: 'Guichê',
      appLogoLight: 'claro.png',
      appLogoDark: 'escuro.png',
      appLogoFavicon: 'icone.png',
      trialDays: '14',
    };
    const publicNames = Object.keys(valid);
    await put(owner, 'downloadLimit', '128');
    const read = async (key: string) =>
      (await server.anonymous('GET', `/public-settings/${encodeURIComponent(key)}?token=whatever`)).json();
    for (const key of publicNames) {
      await server.asOwner.query('delete from platform_settings where key = $1', [key]);
      expect(await read(key)).toBeNull();
      await put(owner, key, valid[key]);
      expect(await read(key)).toBe(valid[key]);
    }
    const others = platformSettingNames.filter((key) => !publicNames.includes(key));
    const guesses = Array.from(
      { length: caseCounts(10_000) },
      (_, n) => `${platformSettingNames[n % platformSettingNames.length]}${n}`,
    );
    for (const key of [...others, '__proto__', 'constructor', 'userRating', 'allowsignup', ...guesses])
      expect(await read(key), key).toBeNull();
  }, 300_000);
});

describe('sign-up setting', () => {
  const signUpState = async (caller: Caller = owner) => ({
    public: (await server.anonymous('GET', '/public-settings/allowSignup')).json(),
    shown: (await caller.request('GET', '/setting/userCreation')).json(),
  });

  it('is disabled until a super user enables it [M-206]', async () => {
    expect(await signUpState()).toEqual({ public: 'disabled', shown: 'disabled' });
    for (const value of ['enabled', 'disabled']) {
      await put(owner, 'userCreation', value);
      expect(await signUpState(await server.createAdmin())).toEqual({
        public: value,
        shown: expect.objectContaining({ key: 'userCreation', value }),
      });
    }
  });

  it('differs from other unset names, which are answered with the text `enabled` [M-209]', async () => {
    expect((await owner.request('GET', '/setting/whatever')).json()).toBe('enabled');
    expect((await server.anonymous('GET', '/setting/userCreation')).statusCode).toBe(401);
  });
});
