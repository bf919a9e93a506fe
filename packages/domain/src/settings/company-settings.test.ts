import { describe, expect, it } from 'vitest';
import { companySettingNames, companySettings, MAX_SETTING_TEXT, readSetting } from './company-settings.ts';
import {
  isPlatformSetting,
  platformSettingNames,
  publicSettingNames,
  secretSettingNames,
  shownSettingNames,
  SIGN_UP_UNDECIDED,
} from './platform-settings.ts';

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
    expect(texts.every((name) => companySettings[name].default === '')).toBe(true);
  });

  it('every default can be stored as it is', () => {
    for (const name of companySettingNames) {
      expect(readSetting(name, companySettings[name].default), name).toBe(companySettings[name].default);
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
    expect(readSetting('userRating', typed)).toBe('enabled');
    expect(readSetting('closeTicketOnTransfer', typed)).toBe(true);
  });
  it.each(['disabled', 'disable', 'false', false])('%j switches off', (typed) => {
    expect(readSetting('userRating', typed)).toBe('disabled');
    expect(readSetting('closeTicketOnTransfer', typed)).toBe(false);
  });
  it.each(['on', 'ENABLED', '', 'enabled ', 1, 0, null, undefined, {}, ['enabled']])('%j is neither', (typed) => {
    expect(readSetting('userRating', typed)).toBeUndefined();
    expect(readSetting('closeTicketOnTransfer', typed)).toBeUndefined();
  });

  it('a choice is one of its words', () => {
    for (const word of ['disabled', 'queue', 'company', 'connection'])
      expect(readSetting('scheduleType', word)).toBe(word);
    for (const word of ['enabled', 'Queue', '', true, null, ['queue'], '__proto__'])
      expect(readSetting('scheduleType', word)).toBeUndefined();
  });

  it('a text is kept as it is, up to its length', () => {
    expect(readSetting('transferMessage', '  Olá {{name}} \n')).toBe('  Olá {{name}} \n');
    expect(readSetting('transferMessage', 'x'.repeat(MAX_SETTING_TEXT))).toHaveLength(MAX_SETTING_TEXT);
    expect(readSetting('transferMessage', 'x'.repeat(MAX_SETTING_TEXT + 1))).toBeUndefined();
    for (const typed of [1, true, null, {}, []]) expect(readSetting('transferMessage', typed)).toBeUndefined();
  });
});

describe('settings of the platform', () => {
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
