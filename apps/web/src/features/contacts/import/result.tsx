/** How an import ended, and what can still be done about it. */
import type { ContactImport } from '@balcao/contract/endpoints/contact-sheets';
import { useNavigate } from '@tanstack/react-router';
import { faultyRows, useUndoImport } from '../../../entities/contact-sheets/imports.api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Icon, useToast } from '../../../ui/index.ts';
import { CountsLine } from './counts-line.tsx';
import css from './import.module.css';
import { importTexts, type ImportText } from './imports.texts.ts';
import { StepHead } from './step-head.tsx';

export function Result({ sheet, onLeave }: { sheet: ContactImport; onLeave: () => void }) {
  const t = useTexts(importTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const undo = useUndoImport();
  const { undone } = sheet;
  const text = textOf(sheet);

  return (
    <section className={css.card} aria-labelledby="sheet-result">
      <StepHead id="sheet-result" title={t(titleOf(sheet))} fileName={sheet.fileName} />
      {undone && (
        <p className={css.text}>
          {t('undoneText', {
            removed: formatNumber(undone.removed),
            restored: formatNumber(undone.restored),
            kept: formatNumber(undone.kept),
          })}
        </p>
      )}
      {text && <p className={css.text}>{t(text)}</p>}
      <CountsLine counts={sheet.counts} />
      {sheet.errorSheetUrl !== null && (
        <a className={css.download} href={sheet.errorSheetUrl} download>
          <Icon name="download" size={16} />
          {t('errorSheet')}
        </a>
      )}
      {sheet.mayUndo && <p className={css.text}>{t('undoText')}</p>}
      <div className={css.foot}>
        <Button icon="plus" onClick={onLeave}>
          {t('another')}
        </Button>
        {sheet.mayUndo && (
          <Button icon="requeue" busy={undo.isPending} onClick={() => undo.mutate(sheet.id, { onError: toast.failed })}>
            {t('undo')}
          </Button>
        )}
        <Button kind="primary" onClick={() => void navigate({ to: '/contacts' })}>
          {t('seeContacts')}
        </Button>
      </div>
    </section>
  );
}

function titleOf(sheet: ContactImport): ImportText {
  if (sheet.status === 'undone') return 'undone';
  if (sheet.status === 'canceled') return 'canceled';
  if (sheet.status === 'failed') return 'failed';
  return faultyRows(sheet) > 0 ? 'successWithErrors' : 'success';
}

function textOf({ status, failure, mayUndo }: ContactImport): ImportText | null {
  if (status === 'canceled') return mayUndo ? 'canceledText' : null;
  if (status !== 'failed') return null;
  return failure === 'unreadable' ? 'failedUnreadable' : 'failedFault';
}
