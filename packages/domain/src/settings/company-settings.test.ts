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

describe('defaults of a new company [M-206]', () => {
  it('enable every switch except the listed ones', () => {
    const off = [
      'enableLGPD',
      'lgpdConsent',
      'lgpdDeleteMessage',
      'lgpdHideNumber',
      'sendGreetingAccepted',
      'sendMsgTransfTicket',
      'sendQueuePosition',
      'storeCallContent',
      'userRating',
    ];
    const switches = companySettingNames.filter((name) => companySettings[name].kind === 'switch');
    expect(switches.filter((name) => companySettings[name].default === 'disabled').sort()).toEqual(off);
    expect(new Set(switches.map((name) => companySettings[name].default))).toEqual(new Set(['enabled', 'disabled']));
    expect(companySettings.scheduleType.default).toBe('disabled');
    expect(SIGN_UP_UNDECIDED).toBe('disabled');
  });

  it('set the two booleans, the choices and the texts', () => {
    expect(companySettings.closeTicketOnTransfer.default).toBe(false);
    expect(companySettings.showNotificationPending.default).toBe(true);
    expect(companySettings.chatBotType.default).toBe('text');
    const texts = companySettingNames.filter((name) => companySettings[name].kind === 'text');
    expect(texts.filter((name) => companySettings[name].default !== '')).toEqual(['botExitWords', 'optOutWords']);
  });

  it('leave no text missing [F-U9]', () => {
    const defaults = Object.fromEntries(companySettingNames.map((name) => [name, companySettings[name].default]));
    expect(companySettingNames.filter((name) => isMissing(name, companySettings[name].default, defaults))).toEqual([]);
  });

  it('are all valid values', () => {
    for (const name of companySettingNames) {
      expect(parseSetting(name, companySettings[name].default), name).toBe(companySettings[name].default);
    }
  });

  it('exist for every feature that a required text names', () => {
    for (const name of companySettingNames) {
      const setting = companySettings[name];
      if ('requiredWhile' in setting) expect(companySettingNames, name).toContain(setting.requiredWhile.setting);
    }
  });
});

describe('parsing of a setting', () => {
  it.each(['enabled', 'enable', 'true', true])('%j means enabled', (typed) => {
    expect(parseSetting('userRating', typed)).toBe('enabled');
    expect(parseSetting('closeTicketOnTransfer', typed)).toBe(true);
  });
  it.each(['disabled', 'disable', 'false', false])('%j means disabled', (typed) => {
    expect(parseSetting('userRating', typed)).toBe('disabled');
    expect(parseSetting('closeTicketOnTransfer', typed)).toBe(false);
  });
  it.each(['on', 'ENABLED', '', 'enabled ', 1, 0, null, undefined, {}, ['enabled']])(
    '%j is refused for a switch',
    (typed) => {
      expect(parseSetting('userRating', typed)).toBeUndefined();
      expect(parseSetting('closeTicketOnTransfer', typed)).toBeUndefined();
    },
  );

  it('accepts only the listed values of a choice', () => {
    for (const value of ['disabled', 'queue', 'company', 'connection'])
      expect(parseSetting('scheduleType', value)).toBe(value);
    for (const value of ['enabled', 'Queue', '', true, null, ['queue'], '__proto__'])
      expect(parseSetting('scheduleType', value)).toBeUndefined();
  });

  it('accepts whole numbers within their limits, as digits', () => {
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

  it('keeps a text unchanged, up to the maximum length', () => {
    expect(parseSetting('transferMessage', '  Olá {{name}} \n')).toBe('  Olá {{name}} \n');
    expect(parseSetting('transferMessage', 'x'.repeat(MAX_SETTING_TEXT))).toHaveLength(MAX_SETTING_TEXT);
    expect(parseSetting('transferMessage', 'x'.repeat(MAX_SETTING_TEXT + 1))).toBeUndefined();
    for (const typed of [1, true, null, {}, []]) expect(parseSetting('transferMessage', typed)).toBeUndefined();
  });
});

describe('required text of a feature [M-207]', () => {
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

describe('time zone', () => {
  it.each(['America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'America/Manaus', 'Europe/Lisbon', 'UTC'])(
    '%s is valid',
    (name) => expect(isTimeZone(name)).toBe(true),
  );
  it.each(['', 'BRT', '-03:00', '+03', 'Brasil', 'america/sao_paulo', 'America/Atlantida', '../etc/passwd', 'Etc'])(
    '%j is refused',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});

describe('platform settings', () => {
  it.each([
    ['downloadLimit', '32', '32'],
    ['downloadLimit', '2048', '2048'],
    ['downloadLimit', '15', undefined],
    ['downloadLimit', '032', undefined],
    ['userCreation', 'enable', 'enabled'],
    ['userCreation', 'disabled', 'disabled'],
    ['userCreation', 'true', undefined],
    ['appName', 'Balcão da Ana', 'Balcão da Ana'],
  ] as const)('%s sent as %j is stored as %j [M-208]', (name, typed, stored) =>
    expect(parsePlatformSetting(name, typed)).toBe(stored),
  );

  it('never expose a secret', () => {
    expect(secretSettingNames.length).toBeGreaterThan(0);
    for (const name of secretSettingNames)
      expect([...publicSettingNames, ...shownSettingNames], name).not.toContain(name);
  });

  it('expose only the branding and the days of the trial without signing in', () => {
    expect([...publicSettingNames].sort()).toEqual([
      'appLogoDark',
      'appLogoFavicon',
      'appLogoLight',
      'appName',
      'primaryColorDark',
      'primaryColorLight',
      'trialDays',
    ]);
  });

  it('do not include inherited object properties', () => {
    for (const name of platformSettingNames) expect(isPlatformSetting(name)).toBe(true);
    for (const name of ['__proto__', 'constructor', 'toString', '', 'APPNAME'])
      expect(isPlatformSetting(name)).toBe(false);
  });
});
