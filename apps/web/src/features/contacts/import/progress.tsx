/** Running import: progress, results so far and the stop button. */
import type { ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import { useCancelImport } from '../../../entities/contact-spreadsheets/imports.api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, useToast } from '../../../ui/index.ts';
import { Bar } from './bar.tsx';
import { ImportCounts } from './import-counts.tsx';
import css from './import.module.css';
import { importTexts } from './imports.texts.ts';
import { StepHead } from './step-head.tsx';

export function Progress({ contactImport, onLeave }: { contactImport: ContactImport; onLeave: () => void }) {
  const t = useTexts(importTexts);
  const toast = useToast();
  const cancel = useCancelImport();
  const { counts, rows, rowsExact, status, fileName: name } = contactImport;
  const progressText = t(rowsExact ? 'progress' : 'progressAbout', {
    done: formatNumber(counts.rows),
    rows: formatNumber(Math.max(rows, counts.rows)),
  });
  const title = t(status === 'undoing' ? 'undoing' : 'running', { name });
  return (
    <section className={css.card} aria-labelledby="sheet-running">
      <StepHead id="sheet-running" title={title} />
      <Bar part={rows === 0 ? 0 : counts.rows / rows} label={title} valueText={progressText} />
      <p className={css.text}>{status === 'waiting' ? t('waiting') : status === 'running' ? progressText : ''}</p>
      <ImportCounts counts={counts} />
      <div className={css.foot}>
        <p className={css.text}>{t('mayLeave')}</p>
        <Button onClick={onLeave}>{t('another')}</Button>
        {contactImport.mayCancel && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate(contactImport.id, { onError: toast.failed })}>
            {t('stop')}
          </Button>
        )}
      </div>
    </section>
  );
}
