import { centsOf } from './money.ts';
import { DEFAULT_CUSTOM_PRICES, type CustomPrices } from './price.ts';

export const billingSettingNames = [
  'trialDays',
  'graceDays',
  'deactivateAfterDays',
  'customBasePrice',
  'customUserPrice',
  'customConnectionPrice',
] as const;
export type BillingSettingName = (typeof billingSettingNames)[number];

/** How the platform bills its companies. */
export interface BillingSettings {
  trialDays: number;
  /** Days after the due date for which a company can still work. */
  graceDays: number;
  /** Undefined: a company is never deactivated because it did not pay. */
  deactivateAfterDays: number | undefined;
  customPrices: CustomPrices;
}
export const DEFAULT_TRIAL_DAYS = 7;
const DEFAULT_GRACE_DAYS = 0;

/** Settings from their stored texts; a missing or empty one has its default. */
export function billingSettingsOf(stored: Partial<Record<BillingSettingName, string | null>>): BillingSettings {
  const days = (name: BillingSettingName) => (/^\d+$/.test(stored[name] ?? '') ? Number(stored[name]) : undefined);
  const price = (name: BillingSettingName) => centsOf(stored[name] ?? '');
  return {
    trialDays: days('trialDays') ?? DEFAULT_TRIAL_DAYS,
    graceDays: days('graceDays') ?? DEFAULT_GRACE_DAYS,
    deactivateAfterDays: days('deactivateAfterDays'),
    customPrices: {
      base: price('customBasePrice') ?? DEFAULT_CUSTOM_PRICES.base,
      perUser: price('customUserPrice') ?? DEFAULT_CUSTOM_PRICES.perUser,
      perConnection: price('customConnectionPrice') ?? DEFAULT_CUSTOM_PRICES.perConnection,
    },
  };
}
