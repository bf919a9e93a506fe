import { inArray, sql } from 'drizzle-orm';
import type { CompanySetting, SettingValue } from '@balcao/domain/settings/company-settings';
import { platformSettings } from '../../infrastructure/db/schema/platform.ts';
import { companySettings } from '../../infrastructure/db/schema/settings.ts';
import { type PlatformTx, type Tx } from '../../infrastructure/db/tx.ts';

export const settingStore = {
  /** Not through the builder: it reads a text such as 12 or true a second time, and makes a number or a yes of it. */
  all: (tx: Tx) => tx.query<{ key: string; value: SettingValue }>(all, [tx.companyId]),

  getMany: (tx: Tx, keys: readonly CompanySetting[]) =>
    tx.query<{ key: CompanySetting; value: SettingValue }>(getMany, [tx.companyId, keys]),

  save: (tx: Tx, key: CompanySetting, value: SettingValue, userId: number) =>
    tx.orm
      .insert(companySettings)
      .values({ companyId: tx.companyId, key, value, updatedBy: userId })
      .onConflictDoUpdate({
        target: [companySettings.companyId, companySettings.key],
        set: { value, updatedBy: userId, updatedAt: sql`now()` },
      }),

  start: (tx: Tx, values: [CompanySetting, SettingValue][]) =>
    tx.orm.insert(companySettings).values(values.map(([key, value]) => ({ companyId: tx.companyId, key, value }))),

  platform: (tx: PlatformTx, keys: string[]) =>
    tx.orm.select().from(platformSettings).where(inArray(platformSettings.key, keys)),

  /** What is there already stays: of two that come at once, both use the first one's. */
  insertPlatform: (tx: PlatformTx, key: string, sealed: string) =>
    tx.orm.insert(platformSettings).values({ key, value: sealed, isSealed: true }).onConflictDoNothing(),

  savePlatform: (tx: PlatformTx, key: string, value: string, isSealed: boolean) =>
    tx.orm
      .insert(platformSettings)
      .values({ key, value, isSealed })
      .onConflictDoUpdate({ target: platformSettings.key, set: { value, isSealed, updatedAt: sql`now()` } }),
};

const all = { name: 'settings.all', text: 'select key, value from company_settings where company_id = $1' };
const getMany = {
  name: 'settings.several',
  text: 'select key, value from company_settings where company_id = $1 and key = any($2::text[])',
};
