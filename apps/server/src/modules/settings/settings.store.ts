import type { CompanySetting, SettingValue } from '@balcao/domain/settings/company-settings';
import type { Tx } from '../../infrastructure/db/tx.ts';

const all = { name: 'settings.all', text: 'select key, value from company_settings where company_id = $1' };
const getMany = {
  name: 'settings.get-many',
  text: 'select key, value from company_settings where company_id = $1 and key = any($2::text[])',
};

/** Named SQL, because Drizzle parses JSON strings such as "12" or "true" a second time, into a number or a boolean. */
export const settingStore = {
  all: (tx: Tx) => tx.query<{ key: string; value: SettingValue }>(all, [tx.companyId]),

  getMany: (tx: Tx, keys: readonly CompanySetting[]) =>
    tx.query<{ key: CompanySetting; value: SettingValue }>(getMany, [tx.companyId, keys]),
};
