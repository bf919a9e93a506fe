/** An import on its way: how far it is, what came of it so far, and the way to stop it. */
import type { ContactImport } from '@balcao/contract/endpoints/contact-sheets';
import { useCancelImport } from '../../../entities/contact-sheets/imports.api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, useToast } from '../../../ui/index.ts';
import { Bar } from './bar.tsx';
import { CountsLine } from './counts-line.tsx';
import css from './import.module.css';
import { importTexts } from './imports.texts.ts';
import { StepHead } from './step-head.tsx';

export function Following({ sheet, onLeave }: { sheet: ContactImport; onLeave: () => void }) {
  const t = useTexts(importTexts);
  const toast = useToast();
  const cancel = useCancelImport();
  const { counts, rows, rowsExact, status, fileName: name } = sheet;
  const words = t(rowsExact ? 'progress' : 'progressAbout', {
    done: formatNumber(counts.rows),
    rows: formatNumber(Math.max(rows, counts.rows)),
  });
  const title = t(status === 'undoing' ? 'undoing' : 'running', { name });
  return (
    <section className={css.card} aria-labelledby="sheet-running">
      <StepHead id="sheet-running" title={title} />
      <Bar part={rows === 0 ? 0 : counts.rows / rows} label={title} words={words} />
      <p className={css.text}>{status === 'waiting' ? t('waiting') : status === 'running' ? words : ''}</p>
      <CountsLine counts={counts} />
      <div className={css.foot}>
        <p className={css.text}>{t('mayLeave')}</p>
        <Button onClick={onLeave}>{t('another')}</Button>
        {sheet.mayCancel && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate(sheet.id, { onError: toast.failed })}>
            {t('stop')}
          </Button>
        )}
      </div>
    </section>
  );
}
