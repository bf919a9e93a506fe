import type { PlatformSettingName } from '@balcao/domain/settings/platform-settings';

/** Keys of the payment providers among the platform's settings. */
export const paymentKeys = [
  'eficlientid',
  'eficlientsecret',
  'efichavepix',
  'mpaccesstoken',
  'stripeprivatekey',
  'asaastoken',
] as const satisfies readonly PlatformSettingName[];
