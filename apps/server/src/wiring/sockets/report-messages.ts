import { presentReportExport } from '../../modules/reports/index.ts';
import type { Modules } from '../modules.ts';
import type { BuildersOf } from './message-builders.ts';

export function reportMessages({ reportExports }: Modules): BuildersOf<'report-export'> {
  return {
    'report-export.changed': async ({ exportId }, companyId) => {
      const row = await reportExports.find(companyId, exportId);
      return row
        ? [
            {
              topic: 'reportExport',
              to: [{ user: row.userId }],
              payload: { action: 'update', export: presentReportExport(row) },
            },
          ]
        : [];
    },
  };
}
