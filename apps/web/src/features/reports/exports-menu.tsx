import { textOf } from '../../entities/reports/export-bar.tsx';
import { exportTexts } from '../../entities/reports/export.texts.ts';
import type { ReportExport } from '../../entities/reports/reports.api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Popover } from '../../ui/index.ts';
import css from './reports.module.css';
import { reportTexts } from './reports.texts.ts';

/** Exports of the last day, so that a file can be fetched after a reload. */
export function ExportsMenu({ exports }: { exports: readonly ReportExport[] }) {
  const t = useTexts(reportTexts);
  const tExport = useTexts(exportTexts);
  return (
    <Popover
      label={t('exports')}
      width={360}
      target={(opener) => (
        <Button icon="folder" {...opener}>
          {t('exports')}
        </Button>
      )}
    >
      {exports.length === 0 ? (
        <p className="muted">{t('noExports')}</p>
      ) : (
        <ul className={css.exports}>
          {exports.map((one) => (
            <li key={one.id}>
              <span>
                {textOf(one, tExport)}
                <time className="num muted" dateTime={one.createdAt}>
                  {formatDateTime(one.createdAt)}
                </time>
              </span>
              {one.status === 'done' && one.url && (
                <a href={one.url} download>
                  {tExport('download')}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
