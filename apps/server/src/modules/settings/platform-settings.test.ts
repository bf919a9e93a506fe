import { platformSettingNames, secretSettingNames } from '@balcao/domain/settings/platform-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';
import { proofs } from '../../../test/proof.ts';

let house: TestHouse;
let owner: Caller;
beforeAll(async () => {
  house = await aHouse();
  owner = await house.aSuper();
});
afterAll(() => house.stop());

const put = (who: Caller, key: string, value: unknown) => who.ask('PUT', `/settings/${key}`, { key, value });
const rowOf = async (key: string) =>
  (await owner.ask('GET', '/settings'))
    .json<{ key: string; value: unknown; companyId: number }[]>()
    .find((row) => row.key === key);

describe('the platform’s settings', () => {
  it('are the owner’s to change: no user, no admin, of no company [SE-02]', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(owner.companyId, { profile: 'admin' });
    for (const key of platformSettingNames) {
      for (const who of [admin, agent]) expect((await put(who, key, 'x')).statusCode, key).toBe(403);
      expect((await house.stranger('PUT', `/settings/${key}`, { value: 'x' })).statusCode).toBe(401);
    }
    expect((await admin.ask('GET', '/settings')).json().map((row: { key: string }) => row.key)).not.toContain(
      'userCreation',
    );
  });

  it('are kept under the names there are, and under no other [M-209]', async () => {
    const saved = await put(owner, 'downloadLimit', '512');
    expect(saved.json()).toMatchObject({ key: 'downloadLimit', value: '512', companyId: 1 });
    expect(await rowOf('downloadLimit')).toMatchObject({ value: '512' });
    expect(await house.modules.settings.maxDownloadBytes()).toBe(512 * 1024 * 1024);
    for (const key of ['unknown', '__proto__', 'constructor', 'userRating', 'downloadlimit'])
      expect((await put(owner, key, 'x')).statusCode).toBe(400);
    for (const value of [undefined, null, 7, { a: 1 }, 'x'.repeat(4097), 'a\0b'])
      expect((await put(owner, 'appName', value)).statusCode).toBe(400);
  });

  it('that are choices hold one of their choices [M-208]', async () => {
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

  it('that are secret are taken out by saving nothing [M-208]', async () => {
    await put(owner, 'mpaccesstoken', 'token-of-the-provider-A1b2');
    expect((await put(owner, 'mpaccesstoken', '')).json().value).toEqual({ isSet: false, last4: '' });
    expect((await owner.ask('GET', '/companySettingOnePayment')).json()).toMatchObject({ mercadopago: false });
  });

  it('that are secret are written and never read: only that they are set, and how they end [SE-01]', async () => {
    const canaries = new Map(secretSettingNames.map((key, i) => [key, `canary-${key}-${i}-do-not-show-7Q${i}z`]));
    expect(await rowOf('asaastoken')).toMatchObject({ value: { isSet: false, last4: '' } });
    for (const [key, secret] of canaries)
      expect((await put(owner, key, secret)).json().value).toEqual({ isSet: true, last4: secret.slice(-4) });

    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    let answers = '';
    for (const who of [owner, admin, agent]) {
      for (const path of [
        '/settings',
        '/companySettings/1',
        '/companySettingOnePayment',
        '/auth/me',
        '/users',
        '/companies/listPlan/1',
      ])
        answers += (await who.ask('GET', path)).body;
      for (const key of canaries.keys()) {
        for (const path of [
          `/setting/${key}`,
          `/public-settings/${key}`,
          `/companySettingOne?column=${key}`,
          `/companySettingOnePayment?column=${key}`,
        ])
          answers += (await who.ask('GET', path)).body;
      }
    }
    for (const secret of canaries.values()) expect(answers).not.toContain(secret.slice(0, -4));
    const { rows } = await house.asOwner.query(
      `select value from platform_settings where key = any($1) union all select data::text from audit_log union all select data::text from event_log`,
      [[...canaries.keys()]],
    );
    expect(rows.length).toBeGreaterThan(canaries.size);
    for (const secret of canaries.values()) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('tell which payment providers could be used, and none of their keys [M-209]', async () => {
    const admin = await house.anAdmin();
    await house.asOwner.query(`delete from platform_settings where key like 'efi%'`);
    await put(owner, 'stripeprivatekey', 'sk_test_0000');
    await put(owner, 'eficlientid', 'half of it');
    const all = (await admin.ask('GET', '/companySettingOnePayment')).json();
    expect(all).toMatchObject({ stripe: true, efi: false });
    expect((await admin.ask('GET', '/companySettingOnePayment?column=stripe')).json()).toEqual({ stripe: true });
    expect((await admin.ask('GET', '/companySettingOnePayment?column=constructor')).json()).toEqual({
      constructor: false,
    });
  });

  it('that anybody may read are named one by one [SE-04]', async () => {
    const known = ['primaryColorLight', 'primaryColorDark', 'appName', 'appLogoLight', 'appLogoDark', 'appLogoFavicon'];
    await put(owner, 'downloadLimit', '128');
    const read = async (key: string) =>
      (await house.stranger('GET', `/public-settings/${encodeURIComponent(key)}?token=whatever`)).json();
    for (const key of known) {
      await house.asOwner.query('delete from platform_settings where key = $1', [key]);
      expect(await read(key)).toBeNull();
      await put(owner, key, `value of ${key}`);
      expect(await read(key)).toBe(`value of ${key}`);
    }
    const others = platformSettingNames.filter((key) => !known.includes(key));
    const guesses = Array.from(
      { length: proofs(10_000) },
      (_, n) => `${platformSettingNames[n % platformSettingNames.length]}${n}`,
    );
    for (const key of [...others, '__proto__', 'constructor', 'userRating', 'allowsignup', ...guesses])
      expect(await read(key), key).toBeNull();
  }, 300_000);
});

describe('opening an account', () => {
  const asked = async (who: Caller = owner) => ({
    public: (await house.stranger('GET', '/public-settings/allowSignup')).json(),
    shown: (await who.ask('GET', '/setting/userCreation')).json(),
  });

  it('is closed until somebody opens it; what is not set opens nothing [M-206]', async () => {
    expect(await asked()).toEqual({ public: 'disabled', shown: 'disabled' });
    for (const value of ['enabled', 'disabled']) {
      await put(owner, 'userCreation', value);
      expect(await asked(await house.anAdmin())).toEqual({
        public: value,
        shown: expect.objectContaining({ key: 'userCreation', value }),
      });
    }
  });

  it('answers for any other name that is not set with the wire’s bare word [M-209]', async () => {
    expect((await owner.ask('GET', '/setting/whatever')).json()).toBe('enabled');
    expect((await house.stranger('GET', '/setting/userCreation')).statusCode).toBe(401);
  });
});
