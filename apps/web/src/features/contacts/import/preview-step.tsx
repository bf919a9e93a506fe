/** Preview of the import: totals and single rows, which can be excluded before the start. */
import type { ContactImport, SpreadsheetMapping } from '@balcao/contract/endpoints/contact-spreadsheets';
import { useState } from 'react';
import { useImportPreview, useStartImport } from '../../../entities/contact-spreadsheets/imports.api.ts';
import { useTagPicks } from '../../../entities/tags/tags.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  Button,
  Checkbox,
  InfiniteTable,
  FieldRow,
  Icon,
  MultiSelectField,
  SwitchRow,
  useToast,
} from '../../../ui/index.ts';
import { ImportCounts } from './import-counts.tsx';
import css from './import.module.css';
import { importTexts } from './imports.texts.ts';
import { usePreviewColumns } from './preview-columns.tsx';
import { countsOf, everyRow, excludedRanges, isIncluded, noRow, toggled, includedContacts } from './row-selection.ts';
import { StepHead } from './step-head.tsx';

export function PreviewStep({
  contactImport,
  mapping,
  onBack,
}: {
  contactImport: ContactImport;
  mapping: SpreadsheetMapping;
  onBack: () => void;
}) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const toast = useToast();
  const start = useStartImport();
  const preview = useImportPreview(contactImport.id, mapping);
  const picks = useTagPicks().data ?? [];
  const [selection, setSelection] = useState(everyRow);
  const [tagIds, setTagIds] = useState<number[]>([]);
  const [validate, setValidate] = useState(false);
  const [startError, setStartError] = useState<string | null>(null);
  const columns = usePreviewColumns({
    isIncluded: (row) => isIncluded(selection, row.row),
    onToggle: (row) => {
      setStartError(null);
      setSelection(toggled(selection, row));
    },
  });

  const first = preview.data?.pages[0];
  const counts = first && countsOf(first.counts, selection);
  const includedCount = counts ? includedContacts(counts) : 0;
  const startImport = () => {
    // A preview that covers only part of the file may omit contacts, unless only selected rows are imported.
    if (includedCount === 0 && (first?.isWhole || !selection.all))
      return setStartError(errorText('ERR_SHEET_NO_ROWS', language));
    start.mutate(
      { id: contactImport.id, mapping, excluded: excludedRanges(selection), tagIds, validate },
      { onError: toast.failed },
    );
  };

  return (
    <section className={css.steps} aria-labelledby="sheet-preview">
      <div className={css.card}>
        <StepHead id="sheet-preview" title={t('previewTitle')} fileName={contactImport.fileName} />
        <ImportCounts counts={counts} />
        {first && !first.isWhole && (
          <p className={css.text}>
            {t('partial', { looked: formatNumber(first.counts.rows), rows: formatNumber(contactImport.rows) })}
          </p>
        )}
        <FieldRow>
          <MultiSelectField
            label={t('tagsForAll')}
            placeholder={t('noTags')}
            options={picks.map(({ id, name, color }) => ({ value: id, label: name, color }))}
            value={tagIds}
            onChange={setTagIds}
          />
          <SwitchRow label={t('validate')} text={t('validateText')} checked={validate} onChange={setValidate} />
        </FieldRow>
        <div className={css.foot}>
          {startError && (
            <p className={css.fault} role="alert">
              <Icon name="alert" size={16} />
              {startError}
            </p>
          )}
          <Button onClick={onBack}>{t('backToColumns')}</Button>
          <Button kind="primary" disabled={!first} busy={start.isPending} onClick={startImport}>
            {first?.isWhole && includedCount > 0
              ? includedCount === 1
                ? t('startOne')
                : t('startCount', { count: formatNumber(includedCount) })
              : t('start')}
          </Button>
        </div>
      </div>
      <Checkbox
        className={css.all}
        label={t('selectAll')}
        checked={selection.all && selection.exceptions.size === 0}
        ref={(box) => {
          if (box) box.indeterminate = selection.exceptions.size > 0;
        }}
        onChange={(event) => {
          setStartError(null);
          setSelection(event.target.checked ? everyRow : noRow);
        }}
      />
      <InfiniteTable
        label={t('rows')}
        rows={preview.data?.pages.flatMap((page) => page.rows) ?? []}
        rowKey={(row) => row.row}
        columns={columns}
        hasMore={preview.hasNextPage}
        onMore={() => void (preview.isFetching || preview.fetchNextPage())}
        loading={preview.isPending || preview.isFetchingNextPage}
        error={preview.error && errorText(preview.error, language)}
        onRetry={() => void preview.refetch()}
        empty={{ icon: 'file', title: t('emptySheet') }}
      />
    </section>
  );
}
