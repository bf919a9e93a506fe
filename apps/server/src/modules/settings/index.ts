export { createSettings, type CompanySettingValues, type Settings, type SettingVault } from './settings.ts';
export { createBrandPictures } from './brand-pictures.ts';
export { createCertificates } from './certificate.ts';
export { settingRoutes } from './settings.routes.ts';
export { createChanges, type Changes } from './changes.ts';
