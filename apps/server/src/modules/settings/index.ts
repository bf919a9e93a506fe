export { createSettings, type CompanySettingValues, type Settings } from './settings.ts';
export type { SettingVault } from './platform-secrets.ts';
export { createBrandPictures } from './brand-pictures.ts';
export { createCertificates } from './certificate.ts';
export { settingRoutes } from './settings.routes.ts';
export { createChanges, type Changes } from './changes.ts';
