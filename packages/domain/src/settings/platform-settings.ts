type PlatformSetting = {
  /** Anyone may read it, signed in or not. */
  public?: true;
  /** Never read back: only whether it is set, and its last four characters. */
  secret?: true;
  /** Signed-in users may read it. */
  shown?: true;
};

/** Every setting of the whole platform; only super users change them. */
export const platformSettings = {
  /** May strangers open a company of their own? The sign-in screen asks for it under the name allowSignup. */
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
  mpaccesstoken: { secret: true },
  stripeprivatekey: { secret: true },
  asaastoken: { secret: true },
  openaikeyaudio: { secret: true },
} as const satisfies Record<string, PlatformSetting>;

export type PlatformSettingName = keyof typeof platformSettings;
export const platformSettingNames = Object.keys(platformSettings) as PlatformSettingName[];
export const isPlatformSetting = (name: string): name is PlatformSettingName => Object.hasOwn(platformSettings, name);

/** What is true of sign-up while nobody has decided. */
export const SIGN_UP_UNDECIDED = 'disabled';

/** How large a file may be that is fetched from a channel, in MB. */
export const downloadLimits = [32, 64, 128, 256, 512, 1024, 2048] as const;
export const DEFAULT_DOWNLOAD_MB = 64;

/** What is stored for a value as it was typed; `undefined` when the setting cannot hold it. */
export function parsePlatformSetting(name: PlatformSettingName, value: string): string | undefined {
  if (name === 'userCreation') {
    // Older clients leave the last letter out.
    if (value === 'enabled' || value === 'enable') return 'enabled';
    return value === 'disabled' || value === 'disable' ? 'disabled' : undefined;
  }
  if (name === 'downloadLimit') return downloadLimits.some((mb) => String(mb) === value) ? value : undefined;
  return value;
}
const having = (trait: keyof PlatformSetting) =>
  platformSettingNames.filter((name) => (platformSettings[name] as PlatformSetting)[trait] === true);
export const publicSettingNames = having('public');
export const secretSettingNames = having('secret');
export const shownSettingNames = [...publicSettingNames, ...having('shown')];
