import {
  companySettingNames,
  companySettings,
  type CompanySetting,
  type SettingValue,
} from '@balcao/domain/settings/company-settings';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import {
  platformSettingNames,
  paymentSettings,
  platformSettings,
  publicSettingNames,
  parsePlatformSetting,
  secretSettingNames,
  shownSettingNames,
  SIGN_UP_UNDECIDED,
  DEFAULT_DOWNLOAD_MB,
  type PlatformSettingName,
} from '@balcao/domain/settings/platform-settings';
import { billingSettingNames, billingSettingsOf, type BillingSettings } from '@balcao/domain/billing/billing-settings';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import { last4 } from '../../infrastructure/secrets/secret.ts';
import { createPlatformSecrets, type SettingVault } from './platform-secrets.ts';
import { settingRecords } from './setting-records.store.ts';
import { settingStore } from './settings.store.ts';

export type CompanySettingValues = Record<CompanySetting, SettingValue>;
export type VisiblePlatformSetting = {
  key: PlatformSettingName;
  value: string | { isSet: boolean; last4: string } | null;
};

const MB = 1024 * 1024;
const SIGNING_KEY = 'signing-key';
const PRIVACY = ['enableLGPD', 'lgpdDeleteMessage', 'lgpdHideNumber'] as const;

interface Deps {
  db: Db;
  vault: SettingVault;
  /** The secret that sealed unreadable values is lost, so the server's own secrets are generated again. */
  discardsUnreadableSecrets: boolean;
  /** A public setting was saved: open windows show the new name, colors and logos. */
  onBrandChanged(): void;
}

const all = async (tx: Tx): Promise<CompanySettingValues> => {
  const stored = new Map((await settingStore.all(tx)).map((row) => [row.key, row.value]));
  return Object.fromEntries(
    companySettingNames.map((name) => [name, stored.get(name) ?? companySettings[name].default]),
  ) as CompanySettingValues;
};
/** Loads only these settings; used for every message. */
const getMany = async <N extends CompanySetting>(
  tx: Tx,
  names: readonly N[],
): Promise<Pick<CompanySettingValues, N>> => {
  const stored = new Map((await settingStore.getMany(tx, names)).map((row) => [row.key, row.value]));
  return Object.fromEntries(names.map((name) => [name, stored.get(name) ?? companySettings[name].default])) as Pick<
    CompanySettingValues,
    N
  >;
};
/** Privacy settings that hide data from the company's users; cached, because nearly every response needs them. */
const privacy = (tx: Tx) =>
  tx.cached('privacy', async () => {
    const { enableLGPD, lgpdDeleteMessage, lgpdHideNumber } = await getMany(tx, PRIVACY);
    const isOn = enableLGPD === 'enabled';
    return {
      hidesDeleted: isOn && lgpdDeleteMessage === 'enabled',
      hidesNumbers: isOn && lgpdHideNumber === 'enabled',
    };
  });
const get = async (tx: Tx, name: CompanySetting): Promise<SettingValue> => (await getMany(tx, [name]))[name];

/** Company settings and platform settings. */
export const createSettings = ({ db, vault, discardsUnreadableSecrets, onBrandChanged }: Deps) => {
  const { openIfReadable, ...platformSecrets } = createPlatformSecrets({ db, vault, discardsUnreadableSecrets });

  async function platform(names: readonly PlatformSettingName[]): Promise<VisiblePlatformSetting[]> {
    const rows = await db.onPlatform((tx) => settingRecords.platform(tx, [...names]));
    return names.map((key) => {
      const row = rows.find((r) => r.key === key);
      if (!('secret' in platformSettings[key])) return { key, value: row?.value ?? null };
      const secret = (row && openIfReadable(row.value, key)?.reveal()) ?? '';
      // An empty secret was removed.
      return { key, value: { isSet: secret !== '', last4: last4(secret) } };
    });
  }

  return {
    all,
    getMany,
    privacy,
    get,
    /** Country whose calling code completes the numbers that people type or import. */
    defaultCountry: async (tx: Tx) => (await get(tx, 'defaultCountry')) as DefaultCountry,
    /** A new company starts with every default stored, so that a later change of defaults leaves it alone. */
    start: (tx: Tx, changes: Partial<CompanySettingValues> = {}) =>
      settingRecords.start(
        tx,
        companySettingNames.map((name) => [name, changes[name] ?? companySettings[name].default]),
      ),

    ofCompany: (actor: Actor) => db.readCompany(actor.companyId, all),
    getForCompany: (companyId: number, name: CompanySetting) => db.readCompany(companyId, (tx) => get(tx, name)),

    /** Saves without history; user changes go through `createChanges`. */
    save: (tx: Tx, name: CompanySetting, value: SettingValue, userId: number) =>
      settingRecords.save(tx, name, value, userId),

    visible: () => platform(shownSettingNames),
    public: () => platform(publicSettingNames),
    signUp: async (): Promise<string> => {
      const [setting] = await platform(['userCreation']);
      return typeof setting?.value === 'string' ? setting.value : SIGN_UP_UNDECIDED;
    },
    /** Configured in MB by the platform owner; an invalid number counts as not set. */
    maxDownloadBytes: async (): Promise<number> => {
      const [setting] = await platform(['downloadLimit']);
      const mb = Number(setting?.value);
      return (Number.isFinite(mb) && mb > 0 ? mb : DEFAULT_DOWNLOAD_MB) * MB;
    },
    /** How companies are billed. Inside a transaction it is read there. */
    billing: (tx?: Tx): Promise<BillingSettings> => (tx ? loadBilling(tx) : db.onPlatform(loadBilling)),
    ...platformSecrets,
    /** Name of the key that signs sessions, as the last start stored it. */
    signingKey: async (): Promise<string | undefined> =>
      (await db.onPlatform((tx) => settingRecords.platform(tx, [SIGNING_KEY])))[0]?.value,
    saveSigningKey: async (keyId: string): Promise<void> => {
      await db.onPlatform((tx) => settingRecords.savePlatform(tx, SIGNING_KEY, keyId, false));
    },
    /** Seals platform settings that another key sealed again. */
    reseal: () =>
      db.onPlatform(async (tx) => {
        const counts = { resealed: 0, unreadable: 0 };
        for (const { key, value } of await settingRecords.sealed(tx)) {
          if (!vault.isOutdated(value)) continue;
          if (!openIfReadable(value, key)) counts.unreadable++;
          else if (await settingRecords.replaceSealed(tx, key, value, vault.reseal(value, key))) counts.resealed++;
        }
        return counts;
      }),
    allPlatform: () => platform(platformSettingNames),

    /** Both together: one without the other opens nothing. */
    saveCertificate: async (actor: Actor, certificate: string, passphrase: string) => {
      await db.onPlatform(async (tx) => {
        await settingRecords.savePlatform(tx, 'eficertificate', vault.seal(certificate, 'eficertificate'), true);
        await settingRecords.savePlatform(tx, 'efipassphrase', vault.seal(passphrase, 'efipassphrase'), true);
      });
      await db.inCompany(actor.companyId, (tx) =>
        audit(tx, { userId: actor.userId, action: 'platform-setting.changed', subject: 'eficertificate' }),
      );
    },

    savePlatform: async (actor: Actor, key: PlatformSettingName, input: string) => {
      const value = parsePlatformSetting(key, input) ?? refuse('ERR_VALIDATION', { field: 'value', rule: 'choice' });
      const isSecret = 'secret' in platformSettings[key];
      await db.onPlatform((tx) =>
        settingRecords.savePlatform(tx, key, isSecret ? vault.seal(value, key) : value, isSecret),
      );
      await db.inCompany(actor.companyId, (tx) =>
        audit(tx, { userId: actor.userId, action: 'platform-setting.changed', subject: key }),
      );
      if (publicSettingNames.includes(key)) onBrandChanged();
    },

    /** Payment providers that are fully configured; their keys are not returned. */
    payment: async (): Promise<Record<string, boolean>> => {
      const set = new Set(
        (await platform(secretSettingNames))
          .filter((s) => typeof s.value === 'object' && s.value?.isSet)
          .map((s) => s.key),
      );
      return Object.fromEntries(
        Object.entries(paymentSettings).map(([name, { required }]) => [name, required.every((key) => set.has(key))]),
      );
    },
  };
};
export type Settings = ReturnType<typeof createSettings>;

async function loadBilling(tx: Parameters<typeof settingRecords.platform>[0]): Promise<BillingSettings> {
  const rows = await settingRecords.platform(tx, [...billingSettingNames]);
  return billingSettingsOf(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}
