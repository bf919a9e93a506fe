import { and, eq, inArray, sql } from 'drizzle-orm';
import type { CompanySetting, SettingValue } from '@balcao/domain/settings/company-settings';
import { platformSettings } from '../../infrastructure/db/schema/platform.ts';
import { companySettings } from '../../infrastructure/db/schema/settings.ts';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

export const settingRecords = {
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

  platform: (tx: Pick<PlatformTx, 'orm'>, keys: string[]) =>
    tx.orm.select().from(platformSettings).where(inArray(platformSettings.key, keys)),

  /** Leaves an existing value: of two concurrent inserts, both callers use the first value. */
  insertPlatform: (tx: PlatformTx, key: string, sealed: string) =>
    tx.orm.insert(platformSettings).values({ key, value: sealed, isSealed: true }).onConflictDoNothing(),

  /** The time of the first note stays. */
  notePlatform: (tx: PlatformTx, key: string) =>
    tx.orm.insert(platformSettings).values({ key, value: '' }).onConflictDoNothing(),

  removePlatform: (tx: PlatformTx, key: string, value: string) =>
    tx.orm.delete(platformSettings).where(and(eq(platformSettings.key, key), eq(platformSettings.value, value))),

  sealed: (tx: PlatformTx) => tx.orm.select().from(platformSettings).where(eq(platformSettings.isSealed, true)),

  /** False if the value was changed meanwhile. */
  async replaceSealed(tx: PlatformTx, key: string, before: string, after: string): Promise<boolean> {
    const rows = await tx.orm
      .update(platformSettings)
      .set({ value: after })
      .where(and(eq(platformSettings.key, key), eq(platformSettings.value, before)))
      .returning({ key: platformSettings.key });
    return rows.length > 0;
  },

  savePlatform: (tx: PlatformTx, key: string, value: string, isSealed: boolean) =>
    tx.orm
      .insert(platformSettings)
      .values({ key, value, isSealed })
      .onConflictDoUpdate({ target: platformSettings.key, set: { value, isSealed, updatedAt: sql`now()` } }),
};
