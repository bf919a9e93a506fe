export { createSettings, type CompanySettingValues, type Settings, type SettingVault } from './settings.ts';
export { settingRoutes } from './settings.routes.ts';
export { createChanges, type Changes } from './changes.ts';
