/** Imports a spreadsheet into a list: file, columns and review, then progress and result. */
import type { ContactImport, SpreadsheetMapping } from '@balcao/contract/endpoints/contact-spreadsheets';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ContactList } from '../../../entities/contact-lists/contact-lists.api.ts';
import {
  isRunning,
  skippedRows,
  useCancelImport,
  useImport,
  useImportPreview,
  useStartImport,
} from '../../../entities/contact-spreadsheets/imports.api.ts';
import { Meter } from '../../../entities/campaigns/meter.tsx';
import { api, invalidateModule } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, ErrorState, Icon, Skeleton, Steps, useToast } from '../../../ui/index.ts';
import { importTexts } from './imports.texts.ts';
import { ImportReview, ReviewSummary } from './import-review.tsx';
import { ImportDropZone } from './import-drop-zone.tsx';
import css from './import.module.css';

type Step = 'file' | 'review' | 'save';

export function ImportDialog({ list, onClose }: { list: ContactList; onClose: () => void }) {
  const [draft, setDraft] = useState<ContactImport | null>(null);
  const t = useTexts(importTexts);
  const toast = useToast();
  if (draft)
    return (
      <ImportDetail key={draft.id} id={draft.id} list={list} onClose={onClose} onChangeFile={() => setDraft(null)} />
    );
  return (
    <Dialog title={t('title', { name: list.name })} width={560} onClose={onClose} subhead={<ImportSteps step="file" />}>
      <ImportDropZone
        listId={list.id}
        onUploaded={(uploaded) => {
          setDraft(uploaded);
          toast.info(t('read'));
        }}
      />
    </Dialog>
  );
}

function ImportSteps({ step }: { step: Step }) {
  const t = useTexts(importTexts);
  const steps = [
    { key: 'file' as const, label: t('stepFile') },
    { key: 'review' as const, label: t('stepReview') },
    { key: 'save' as const, label: t('stepSave') },
  ];
  const at = steps.findIndex(({ key }) => key === step);
  return (
    <Steps
      steps={steps}
      current={step}
      done={(key) => steps.findIndex((other) => other.key === key) < at}
      label={t('steps')}
    />
  );
}

interface DetailProps {
  id: number;
  list: ContactList;
  onClose: () => void;
  onChangeFile: () => void;
}

function ImportDetail({ id, list, onClose, onChangeFile }: DetailProps) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const { data, error, refetch } = useImport(id);
  useEnd(data);
  const title = t('title', { name: list.name });
  if (!data)
    return (
      <Dialog title={title} onClose={onClose}>
        {error ? (
          <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} />
        )}
      </Dialog>
    );
  if (data.status === 'draft')
    return <Draft contactImport={data} title={title} onClose={onClose} onChangeFile={onChangeFile} />;
  return isRunning(data) ? (
    <Progress contactImport={data} title={title} onClose={onClose} />
  ) : (
    <Result contactImport={data} title={title} onClose={onClose} />
  );
}

interface PartProps {
  contactImport: ContactImport;
  title: string;
  onClose: () => void;
}

function Draft({ contactImport, title, onClose, onChangeFile }: PartProps & { onChangeFile: () => void }) {
  const t = useTexts(importTexts);
  const toast = useToast();
  const start = useStartImport();
  const cancel = useCancelImport();
  const [mapping, setMapping] = useState<SpreadsheetMapping>(() => withoutUnused(contactImport.mapping));
  const [updateNames, setUpdateNames] = useState(false);
  const preview = useImportPreview(contactImport.id, mapping, { updateNames });
  const first = preview.data?.pages[0];
  const added = first ? first.counts.created + first.counts.changed : 0;
  const discard = (next: () => void) => cancel.mutate(contactImport.id, { onSettled: next });
  return (
    <Dialog
      title={title}
      width={700}
      dirty
      onClose={() => discard(onClose)}
      subhead={<ImportSteps step="review" />}
      aside={<ReviewSummary counts={first?.counts} updateNames={updateNames} onUpdateNames={setUpdateNames} />}
      footer={
        <>
          <DialogCancel />
          <Button
            kind="primary"
            disabled={!first || (first.isWhole && added === 0)}
            busy={start.isPending}
            onClick={() =>
              start.mutate(
                { id: contactImport.id, mapping, excluded: [], tagIds: [], validate: false, updateNames },
                { onError: toast.failed },
              )
            }
          >
            {first?.isWhole && added > 0 ? t('saveCount', { count: formatNumber(added) }) : t('save')}
          </Button>
        </>
      }
    >
      <ImportReview
        contactImport={contactImport}
        mapping={mapping}
        preview={preview}
        onMapping={setMapping}
        onChangeFile={() => discard(onChangeFile)}
      />
    </Dialog>
  );
}

/** A list has no tags and no further fields. */
const withoutUnused = (mapping: SpreadsheetMapping): SpreadsheetMapping => ({
  ...mapping,
  columns: mapping.columns.filter(({ field }) => field !== 'tags' && field !== 'extra'),
});

function Progress({ contactImport, title, onClose }: PartProps) {
  const t = useTexts(importTexts);
  const toast = useToast();
  const cancel = useCancelImport();
  const { counts, rows, id } = contactImport;
  const text = t('importing', { done: formatNumber(counts.rows), rows: formatNumber(rows) });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      subhead={<ImportSteps step="save" />}
      footer={
        <>
          <Button busy={cancel.isPending} onClick={() => cancel.mutate(id, { onError: toast.failed })}>
            {t('stop')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className={css.progress}>
        <b>{text}</b>
        <Meter thick part={counts.rows / Math.max(1, rows)} label={text} />
        <p className="muted">{t('mayClose')}</p>
      </div>
    </Dialog>
  );
}

function Result({ contactImport, title, onClose }: PartProps) {
  const t = useTexts(importTexts);
  const { counts, status, errorSheetUrl } = contactImport;
  const skipped = skippedRows(contactImport);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {errorSheetUrl && (
            <a className={css.download} href={errorSheetUrl} download>
              <Icon name="download" size={16} />
              {t('errorSheet', { count: formatNumber(skipped) })}
            </a>
          )}
          <Button kind="primary" onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className={css.progress} role="status">
        <b className={css.result} data-bad={status !== 'done' || undefined}>
          <Icon name={status === 'done' ? 'check-c' : 'alert'} size={20} />
          {status === 'done'
            ? t('done', { created: formatNumber(counts.created) })
            : t(status === 'canceled' ? 'canceled' : 'failed')}
        </b>
        <p className="muted">
          {status === 'failed'
            ? t('failedText')
            : t('doneText', {
                already: formatNumber(counts.unchanged + counts.changed),
                bad: formatNumber(skipped),
              })}
        </p>
      </div>
    </Dialog>
  );
}

/** The lists and their items are outdated when the import ends. */
function useEnd(contactImport: ContactImport | undefined): void {
  const client = useQueryClient();
  const isOver = contactImport !== undefined && contactImport.status !== 'draft' && !isRunning(contactImport);
  const ended = useEffectEvent(() => {
    void invalidateModule(client, 'contactLists');
    void client.invalidateQueries({ queryKey: api.contactSheets.list.key({}) });
  });
  useEffect(() => {
    if (isOver) ended();
  }, [isOver]);
}
