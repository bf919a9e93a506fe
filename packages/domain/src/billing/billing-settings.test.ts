import { describe, expect, it } from 'vitest';
import { parsePlatformSetting } from '../settings/platform-settings.ts';
import { billingSettingsOf } from './billing-settings.ts';

describe('billing settings', () => {
  it('have the specified defaults [M-302]', () => {
    expect(billingSettingsOf({ graceDays: '', trialDays: null })).toEqual({
      trialDays: 7,
      graceDays: 0,
      deactivateAfterDays: undefined,
      customPrices: { base: 4900, perUser: 1100, perConnection: 2000 },
    });
  });
  it('are read from their texts', () => {
    const stored = { trialDays: '14', graceDays: '3', deactivateAfterDays: '30', customBasePrice: '99.90' };
    expect(billingSettingsOf(stored)).toEqual({
      trialDays: 14,
      graceDays: 3,
      deactivateAfterDays: 30,
      customPrices: { base: 9990, perUser: 1100, perConnection: 2000 },
    });
  });
  it.each([
    ['trialDays', '0', '0'],
    ['trialDays', '007', '7'],
    ['trialDays', '366', undefined],
    ['graceDays', '-1', undefined],
    ['graceDays', '1.5', undefined],
    ['deactivateAfterDays', '0', undefined],
    ['deactivateAfterDays', '', ''],
    ['customUserPrice', '11,5', '11.50'],
    ['customUserPrice', '11.555', undefined],
    ['customUserPrice', 'R$ 11', undefined],
  ] as const)('%s accepts %j as %j', (name, input, stored) => {
    expect(parsePlatformSetting(name, input)).toBe(stored);
  });
});
