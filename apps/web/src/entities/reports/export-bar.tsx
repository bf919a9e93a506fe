/** The progress of an export at the bottom of the screen, and its file. */
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, IconButton } from '../../ui/index.ts';
import css from './export-bar.module.css';
import { exportTexts } from './export.texts.ts';
import type { ReportExport } from './reports.api.ts';

export const ExportButton = ({ label, isBusy, onClick }: { label: string; isBusy: boolean; onClick: () => void }) => (
  <Button icon="download" busy={isBusy} onClick={onClick}>
    {label}
  </Button>
);

interface ExportBarProps {
  current: ReportExport | undefined;
  onCancel: () => void;
  onDismiss: () => void;
}

export function ExportBar({ current, onCancel, onDismiss }: ExportBarProps) {
  const t = useTexts(exportTexts);
  const isRunning = current?.status === 'waiting' || current?.status === 'running';
  return (
    <div role="status" className={css.host}>
      {current && (
        <div className={css.bar}>
          {isRunning ? <span className={css.spin} /> : <Icon name={current.status === 'done' ? 'check-c' : 'alert'} />}
          <span className={css.text}>{textOf(current, t)}</span>
          {isRunning && (
            <Button size="sm" className={css.action} onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          {current.status === 'done' && current.url && (
            <a className={css.link} href={current.url} download>
              {t('download')}
            </a>
          )}
          {!isRunning && <IconButton icon="x" label={t('close')} className={css.action} onClick={onDismiss} />}
        </div>
      )}
    </div>
  );
}

export function textOf(
  { status, fileName, rows, total }: ReportExport,
  t: (key: keyof typeof exportTexts, values?: Record<string, string>) => string,
): string {
  const values = { file: fileName, rows: formatNumber(rows), total: formatNumber(total) };
  if (status === 'waiting' || status === 'running') return t(total > 0 ? 'progress' : 'preparing', values);
  return t(status === 'done' ? 'ready' : status === 'canceled' ? 'canceled' : 'failed', values);
}
