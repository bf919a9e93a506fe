import { centsOf, decimalOf } from '../billing/money.ts';

type PlatformSetting = {
  /** Readable without signing in. */
  public?: true;
  /** Never returned: only whether it is set and its last four characters. */
  secret?: true;
  /** Readable by signed-in users. */
  shown?: true;
};

/** Every setting of the platform; only super users change them. */
export const platformSettings = {
  /** Whether visitors can create a company. The sign-in page reads it as allowSignup. */
  userCreation: { shown: true },
  downloadLimit: { shown: true },
  primaryColorLight: { public: true },
  primaryColorDark: { public: true },
  appName: { public: true },
  appLogoLight: { public: true },
  appLogoDark: { public: true },
  appLogoFavicon: { public: true },
  eficlientid: { secret: true },
  eficlientsecret: { secret: true },
  efichavepix: { secret: true },
  /** The client certificate, a PKCS #12 file in base64, and its passphrase, which is usually empty. */
  eficertificate: { secret: true },
  efipassphrase: { secret: true },
  /** Part of the address of Efí's webhook, because Efí signs nothing. */
  efiwebhooksecret: { secret: true },
  mpaccesstoken: { secret: true },
  mpwebhooksecret: { secret: true },
  stripeprivatekey: { secret: true },
  stripewebhooksecret: { secret: true },
  asaastoken: { secret: true },
  asaaswebhooktoken: { secret: true },
  /** `production` or `test`: which hosts of the payment providers are called. */
  paymentsenvironment: {},
  /** Providers of PIX codes, first choice first, separated by commas. */
  pixproviderorder: {},
  openaikeyaudio: { secret: true },
  // Billing: whole days, and monthly prices of a custom size in reais.
  trialDays: { public: true },
  graceDays: {},
  deactivateAfterDays: {},
  customBasePrice: {},
  customUserPrice: {},
  customConnectionPrice: {},
} as const satisfies Record<string, PlatformSetting>;

export type PlatformSettingName = keyof typeof platformSettings;
export const platformSettingNames = Object.keys(platformSettings) as PlatformSettingName[];
export const isPlatformSetting = (name: string): name is PlatformSettingName => Object.hasOwn(platformSettings, name);

/** Settings of each payment provider. Without a required one it creates no charges. */
export const paymentSettings = {
  efi: {
    required: ['eficlientid', 'eficlientsecret', 'efichavepix', 'eficertificate', 'efiwebhooksecret'],
    optional: ['efipassphrase'],
  },
  stripe: { required: ['stripeprivatekey', 'stripewebhooksecret'], optional: [] },
  mercadopago: { required: ['mpaccesstoken', 'mpwebhooksecret'], optional: [] },
  asaas: { required: ['asaastoken', 'asaaswebhooktoken'], optional: [] },
} as const satisfies Record<
  string,
  { required: readonly PlatformSettingName[]; optional: readonly PlatformSettingName[] }
>;
export const paymentEnvironments = ['production', 'test'] as const;
export type PaymentEnvironment = (typeof paymentEnvironments)[number];
export const pixProviders = ['efi', 'mercadopago', 'asaas'] as const;
export type PixProvider = (typeof pixProviders)[number];

/** The chosen order of the PIX providers; those that it does not name follow in their usual order. */
export function pixOrderOf(setting: string | null): PixProvider[] {
  const named = (setting ?? '').split(',').flatMap((name) => pixProviders.filter((known) => known === name));
  return [...new Set([...named, ...pixProviders])];
}

/** Value of the sign-up setting before a super user sets it. */
export const SIGN_UP_UNDECIDED = 'disabled';

/** Maximum size of a file downloaded from a channel, in MB. */
export const downloadLimits = [32, 64, 128, 256, 512, 1024, 2048] as const;
export const DEFAULT_DOWNLOAD_MB = 64;

/** Days that a billing setting may have; an empty value restores the default. */
export const dayRanges = {
  trialDays: { min: 0, max: 365 },
  graceDays: { min: 0, max: 90 },
  deactivateAfterDays: { min: 1, max: 3650 },
} as const satisfies Partial<Record<PlatformSettingName, { min: number; max: number }>>;
const isDays = (name: PlatformSettingName): name is keyof typeof dayRanges => Object.hasOwn(dayRanges, name);
const prices: readonly PlatformSettingName[] = ['customBasePrice', 'customUserPrice', 'customConnectionPrice'];
function parseBillingSetting(name: PlatformSettingName, value: string): string | undefined {
  if (value === '') return value;
  if (prices.includes(name)) {
    const cents = centsOf(value.replace(',', '.'));
    return cents === undefined ? undefined : decimalOf(cents);
  }
  if (!isDays(name)) return undefined;
  const { min, max } = dayRanges[name];
  return /^\d{1,4}$/.test(value) && Number(value) >= min && Number(value) <= max ? String(Number(value)) : undefined;
}

/** Parses an input to the stored value; `undefined` if it is not valid for the setting. */
export function parsePlatformSetting(name: PlatformSettingName, value: string): string | undefined {
  if (name === 'userCreation') {
    // Older clients send «enable» and «disable».
    if (value === 'enabled' || value === 'enable') return 'enabled';
    return value === 'disabled' || value === 'disable' ? 'disabled' : undefined;
  }
  if (isDays(name) || prices.includes(name)) return parseBillingSetting(name, value.trim());
  if (name === 'downloadLimit') return downloadLimits.some((mb) => String(mb) === value) ? value : undefined;
  if (name === 'paymentsenvironment') return paymentEnvironments.find((known) => known === value);
  if (name === 'pixproviderorder') return isPixOrder(value) ? value : undefined;
  if (name === 'primaryColorLight' || name === 'primaryColorDark')
    return /^(?:#[0-9a-f]{6})?$/i.test(value) ? value : undefined;
  if (name === 'appName') return isAppName(value.trim()) ? value.trim() : undefined;
  // A picture is uploaded; here it can only be removed, or named again as it is.
  if (name.startsWith('appLogo')) return /^[\w.-]{0,120}$/.test(value) ? value : undefined;
  return value;
}
/** An empty name restores ours. */
const isAppName = (text: string): boolean => text === '' || (text.length >= 2 && text.length <= 50);
function isPixOrder(value: string): boolean {
  const names = value.split(',');
  return new Set(names).size === names.length && names.every((name) => pixProviders.some((known) => known === name));
}
const having = (trait: keyof PlatformSetting) =>
  platformSettingNames.filter((name) => (platformSettings[name] as PlatformSetting)[trait] === true);
export const publicSettingNames = having('public');
export const secretSettingNames = having('secret');
export const shownSettingNames = [...publicSettingNames, ...having('shown')];
