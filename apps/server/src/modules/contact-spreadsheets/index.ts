export { createContactSpreadsheets, type ContactSpreadsheets } from './contact-spreadsheets.ts';
export { contactSpreadsheetRoutes, createListUpload } from './contact-spreadsheets.routes.ts';
export { presentExport, presentImportBrief } from './contact-spreadsheets.wire.ts';
