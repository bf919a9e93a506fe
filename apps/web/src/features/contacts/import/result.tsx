/** Result of an import and the actions that are still available. */
import type { ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import { useNavigate } from '@tanstack/react-router';
import { skippedRows, useUndoImport } from '../../../entities/contact-spreadsheets/imports.api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Icon, useToast } from '../../../ui/index.ts';
import { ImportCounts } from './import-counts.tsx';
import css from './import.module.css';
import { importTexts, type ImportText } from './imports.texts.ts';
import { StepHead } from './step-head.tsx';

export function Result({ contactImport, onLeave }: { contactImport: ContactImport; onLeave: () => void }) {
  const t = useTexts(importTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const undo = useUndoImport();
  const { undone } = contactImport;
  const text = textOf(contactImport);

  return (
    <section className={css.card} aria-labelledby="sheet-result">
      <StepHead id="sheet-result" title={t(titleOf(contactImport))} fileName={contactImport.fileName} />
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
      <ImportCounts counts={contactImport.counts} />
      {contactImport.errorSheetUrl !== null && (
        <a className={css.download} href={contactImport.errorSheetUrl} download>
          <Icon name="download" size={16} />
          {t('errorSheet')}
        </a>
      )}
      {contactImport.mayUndo && <p className={css.text}>{t('undoText')}</p>}
      <div className={css.foot}>
        <Button icon="plus" onClick={onLeave}>
          {t('another')}
        </Button>
        {contactImport.mayUndo && (
          <Button
            icon="requeue"
            busy={undo.isPending}
            onClick={() => undo.mutate(contactImport.id, { onError: toast.failed })}
          >
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

function titleOf(contactImport: ContactImport): ImportText {
  if (contactImport.status === 'undone') return 'undone';
  if (contactImport.status === 'canceled') return 'canceled';
  if (contactImport.status === 'failed') return 'failed';
  return skippedRows(contactImport) > 0 ? 'successWithErrors' : 'success';
}

function textOf({ status, failure, mayUndo }: ContactImport): ImportText | null {
  if (status === 'canceled') return mayUndo ? 'canceledText' : null;
  if (status !== 'failed') return null;
  return failure === 'unreadable' ? 'failedUnreadable' : 'failedFault';
}
