/** What the sheet would do, in numbers and row by row; rows can be left out before it starts. */
import type { ContactImport, SheetMapping } from '@balcao/contract/endpoints/contact-sheets';
import { useState } from 'react';
import { useSheetPreview, useStartImport } from '../../../entities/contact-sheets/imports.api.ts';
import { useTagPicks } from '../../../entities/tags/tags.api.ts';
import { explain } from '../../../lib/explain.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  Button,
  Checkbox,
  EndlessTable,
  FieldRow,
  Icon,
  MultiSelectField,
  SwitchRow,
  useToast,
} from '../../../ui/index.ts';
import { CountsLine } from './counts-line.tsx';
import css from './import.module.css';
import { importTexts } from './imports.texts.ts';
import { usePreviewColumns } from './preview-columns.tsx';
import { countsOf, everyRow, excludedRanges, isWanted, noRow, toggled, wantedContacts } from './row-selection.ts';
import { StepHead } from './step-head.tsx';

export function PreviewStep({
  sheet,
  mapping,
  onBack,
}: {
  sheet: ContactImport;
  mapping: SheetMapping;
  onBack: () => void;
}) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const toast = useToast();
  const start = useStartImport();
  const preview = useSheetPreview(sheet.id, mapping);
  const picks = useTagPicks().data ?? [];
  const [selection, setSelection] = useState(everyRow);
  const [tagIds, setTagIds] = useState<number[]>([]);
  const [validate, setValidate] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const columns = usePreviewColumns({
    isWanted: (row) => isWanted(selection, row.row),
    onToggle: (row) => {
      setFault(null);
      setSelection(toggled(selection, row));
    },
  });

  const first = preview.data?.pages[0];
  const counts = first && countsOf(first.counts, selection);
  const wanted = counts ? wantedContacts(counts) : 0;
  const begin = () => {
    // Beyond what was looked at there may be more, unless only some rows are wanted at all.
    if (wanted === 0 && (first?.isWhole || !selection.all)) return setFault(explain('ERR_SHEET_NO_ROWS', language));
    start.mutate(
      { id: sheet.id, mapping, excluded: excludedRanges(selection), tagIds, validate },
      { onError: toast.failed },
    );
  };

  return (
    <section className={css.steps} aria-labelledby="sheet-preview">
      <div className={css.card}>
        <StepHead id="sheet-preview" title={t('previewTitle')} fileName={sheet.fileName} />
        <CountsLine counts={counts} />
        {first && !first.isWhole && (
          <p className={css.text}>
            {t('partial', { looked: formatNumber(first.counts.rows), rows: formatNumber(sheet.rows) })}
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
          {fault && (
            <p className={css.fault} role="alert">
              <Icon name="alert" size={16} />
              {fault}
            </p>
          )}
          <Button onClick={onBack}>{t('backToColumns')}</Button>
          <Button kind="primary" disabled={!first} busy={start.isPending} onClick={begin}>
            {first?.isWhole && wanted > 0
              ? wanted === 1
                ? t('startOne')
                : t('startCount', { count: formatNumber(wanted) })
              : t('start')}
          </Button>
        </div>
      </div>
      <Checkbox
        className={css.all}
        label={t('selectAll')}
        checked={selection.all && selection.but.size === 0}
        ref={(box) => {
          if (box) box.indeterminate = selection.but.size > 0;
        }}
        onChange={(event) => {
          setFault(null);
          setSelection(event.target.checked ? everyRow : noRow);
        }}
      />
      <EndlessTable
        label={t('rows')}
        rows={preview.data?.pages.flatMap((page) => page.rows) ?? []}
        rowKey={(row) => row.row}
        columns={columns}
        hasMore={preview.hasNextPage}
        onMore={() => void (preview.isFetching || preview.fetchNextPage())}
        loading={preview.isPending || preview.isFetchingNextPage}
        error={preview.error && explain(preview.error, language)}
        onRetry={() => void preview.refetch()}
        empty={{ icon: 'file', title: t('emptySheet') }}
      />
    </section>
  );
}
