import { describe, expect, it } from 'vitest';
import { companySettingNames, companySettings, isMissing, MAX_SETTING_TEXT, parseSetting } from './company-settings.ts';
import {
  isPlatformSetting,
  platformSettingNames,
  publicSettingNames,
  parsePlatformSetting,
  secretSettingNames,
  shownSettingNames,
  SIGN_UP_UNDECIDED,
} from './platform-settings.ts';
import { isTimeZone } from './time-zone.ts';

describe('a new company starts with the stored defaults [M-206]', () => {
  it('on/off settings are enabled, but for the named ones', () => {
    const off = ['enableLGPD', 'lgpdConsent', 'lgpdDeleteMessage', 'lgpdHideNumber', 'userRating'];
    const switches = companySettingNames.filter((name) => companySettings[name].kind === 'switch');
    expect(switches.filter((name) => companySettings[name].default === 'disabled').sort()).toEqual(off);
    expect(new Set(switches.map((name) => companySettings[name].default))).toEqual(new Set(['enabled', 'disabled']));
    expect(companySettings.scheduleType.default).toBe('disabled');
    expect(SIGN_UP_UNDECIDED).toBe('disabled');
  });

  it('the two that are true or false, the choices and the texts', () => {
    expect(companySettings.closeTicketOnTransfer.default).toBe(false);
    expect(companySettings.showNotificationPending.default).toBe(true);
    expect(companySettings.chatBotType.default).toBe('text');
    const texts = companySettingNames.filter((name) => companySettings[name].kind === 'text');
    expect(texts.filter((name) => companySettings[name].default !== '')).toEqual(['botExitWords']);
  });

  it('every default can be stored as it is', () => {
    for (const name of companySettingNames) {
      expect(parseSetting(name, companySettings[name].default), name).toBe(companySettings[name].default);
    }
  });

  it('a text that a feature needs names a feature that is there', () => {
    for (const name of companySettingNames) {
      const setting = companySettings[name];
      if ('requiredWhile' in setting) expect(companySettingNames, name).toContain(setting.requiredWhile.setting);
    }
  });
});

describe('a setting is read in every form that clients send', () => {
  it.each(['enabled', 'enable', 'true', true])('%j switches on', (typed) => {
    expect(parseSetting('userRating', typed)).toBe('enabled');
    expect(parseSetting('closeTicketOnTransfer', typed)).toBe(true);
  });
  it.each(['disabled', 'disable', 'false', false])('%j switches off', (typed) => {
    expect(parseSetting('userRating', typed)).toBe('disabled');
    expect(parseSetting('closeTicketOnTransfer', typed)).toBe(false);
  });
  it.each(['on', 'ENABLED', '', 'enabled ', 1, 0, null, undefined, {}, ['enabled']])('%j is neither', (typed) => {
    expect(parseSetting('userRating', typed)).toBeUndefined();
    expect(parseSetting('closeTicketOnTransfer', typed)).toBeUndefined();
  });

  it('a choice is one of its words', () => {
    for (const value of ['disabled', 'queue', 'company', 'connection'])
      expect(parseSetting('scheduleType', value)).toBe(value);
    for (const value of ['enabled', 'Queue', '', true, null, ['queue'], '__proto__'])
      expect(parseSetting('scheduleType', value)).toBeUndefined();
  });

  it('a number is whole and within its bounds, kept in digits', () => {
    for (const [typed, stored] of [
      ['0', '0'],
      ['12', '12'],
      ['007', '7'],
      [12, '12'],
      ['999', '999'],
    ] as const)
      expect(parseSetting('attendantCapacity', typed)).toBe(stored);
    for (const typed of ['1000', '-1', '1.5', '', ' 1', '1e2', 1.5, -1, NaN, true, null, [1]])
      expect(parseSetting('attendantCapacity', typed)).toBeUndefined();
  });

  it('a text is kept as it is, up to its length', () => {
    expect(parseSetting('transferMessage', '  Olá {{name}} \n')).toBe('  Olá {{name}} \n');
    expect(parseSetting('transferMessage', 'x'.repeat(MAX_SETTING_TEXT))).toHaveLength(MAX_SETTING_TEXT);
    expect(parseSetting('transferMessage', 'x'.repeat(MAX_SETTING_TEXT + 1))).toBeUndefined();
    for (const typed of [1, true, null, {}, []]) expect(parseSetting('transferMessage', typed)).toBeUndefined();
  });
});

describe('a text that a feature needs [M-207]', () => {
  const needed = { sendMsgTransfTicket: 'enabled', acceptCallWhatsapp: 'disabled' };
  it.each([
    ['transferMessage', '', needed, true],
    ['transferMessage', ' \n\t', needed, true],
    ['transferMessage', 'Já te passo.', needed, false],
    ['transferMessage', '', { sendMsgTransfTicket: 'disabled' }, false],
    ['transferMessage', '', {}, false],
    ['AcceptCallWhatsappMessage', '', needed, true],
    ['AcceptCallWhatsappMessage', '', { acceptCallWhatsapp: 'enabled' }, false],
    ['greetingAcceptedMessage', '', { sendGreetingAccepted: 'enabled' }, true],
    ['sendQueuePositionMessage', '', { sendQueuePosition: 'enabled' }, true],
    ['lgpdMessage', '', { enableLGPD: 'enabled' }, false],
    ['sendMsgTransfTicket', 'enabled', needed, false],
  ] as const)('%s as %j with %j: missing is %s', (name, value, values, missing) =>
    expect(isMissing(name, value, values)).toBe(missing),
  );
});

describe('a time zone', () => {
  it.each(['America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'America/Manaus', 'Europe/Lisbon', 'UTC'])(
    '%s is one',
    (name) => expect(isTimeZone(name)).toBe(true),
  );
  it.each(['', 'BRT', '-03:00', '+03', 'Brasil', 'america/sao_paulo', 'America/Atlantida', '../etc/passwd', 'Etc'])(
    '%j is none',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});

describe('settings of the platform', () => {
  it.each([
    ['downloadLimit', '32', '32'],
    ['downloadLimit', '2048', '2048'],
    ['downloadLimit', '15', undefined],
    ['downloadLimit', '032', undefined],
    ['userCreation', 'enable', 'enabled'],
    ['userCreation', 'disabled', 'disabled'],
    ['userCreation', 'true', undefined],
    ['appName', 'Balcão da Ana', 'Balcão da Ana'],
  ] as const)('%s given as %j is kept as %j [M-208]', (name, typed, stored) =>
    expect(parsePlatformSetting(name, typed)).toBe(stored),
  );

  it('a secret is neither public nor shown', () => {
    expect(secretSettingNames.length).toBeGreaterThan(0);
    for (const name of secretSettingNames)
      expect([...publicSettingNames, ...shownSettingNames], name).not.toContain(name);
  });

  it('what anyone may read is the look of the product, and nothing else', () => {
    expect([...publicSettingNames].sort()).toEqual([
      'appLogoDark',
      'appLogoFavicon',
      'appLogoLight',
      'appName',
      'primaryColorDark',
      'primaryColorLight',
    ]);
  });

  it('a name of an object is no name of a setting', () => {
    for (const name of platformSettingNames) expect(isPlatformSetting(name)).toBe(true);
    for (const name of ['__proto__', 'constructor', 'toString', '', 'APPNAME'])
      expect(isPlatformSetting(name)).toBe(false);
  });
});
