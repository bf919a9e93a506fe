import type { SettingChange } from '@balcao/contract/endpoints/settings';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { platformSettingNames } from '@balcao/domain/settings/platform-settings';
import type { ChangeRow } from './changes.store.ts';
import type { CompanySettingValues, VisiblePlatformSetting } from './settings.ts';

const FIRST_PLATFORM_ROW = 1000;

/** Settings have no stored id: the wire's id is the position in the catalogue. */
export const presentPlatformSetting = ({ key, value }: VisiblePlatformSetting) => ({
  id: FIRST_PLATFORM_ROW + platformSettingNames.indexOf(key),
  key,
  value,
  companyId: OWNER_COMPANY_ID,
});

export const presentChange = (row: ChangeRow): SettingChange => ({
  id: row.id,
  key: row.key as SettingChange['key'],
  from: row.before as SettingChange['from'],
  to: row.after as SettingChange['to'],
  at: row.at.toISOString(),
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
  undoes: row.undoes,
  canUndo: row.isNewest,
});

export const presentCompanySettings = (values: CompanySettingValues, companyId: number) =>
  Object.entries(values).map(([key, value], index) => ({ id: index + 1, key, value, companyId }));
