import { ExportBar, ExportButton } from '../../entities/reports/export-bar.tsx';
import { useReportExport } from '../../entities/reports/use-report-export.ts';
import type { DayRange } from '../../lib/days.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { dashboardTexts } from './dashboard.texts.ts';

/** The table of agents as a spreadsheet. */
export function AgentsExport({ range }: { range: DayRange }) {
  const t = useTexts(dashboardTexts);
  const { current, isStarting, start, cancel, dismiss } = useReportExport('attendants');
  return (
    <div>
      <ExportButton
        label={t('export')}
        isBusy={isStarting}
        onClick={() => start({ dateFrom: range.from, dateTo: range.to })}
      />
      <ExportBar current={current} onCancel={cancel} onDismiss={dismiss} />
    </div>
  );
}
