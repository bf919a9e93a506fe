export { createHistoryImport, type HistoryImporter } from './history-import.ts';
export { historyImportRoutes } from './history-import.routes.ts';
