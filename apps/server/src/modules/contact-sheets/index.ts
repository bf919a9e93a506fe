export { createContactSheets, type ContactSheets } from './contact-sheets.ts';
export { contactSheetRoutes } from './contact-sheets.routes.ts';
export { showExport, showImportBrief } from './contact-sheets.wire.ts';
