/** Sample rows of the spreadsheet with a field choice above each column. */
import type { ContactImport, SpreadsheetMapping } from '@balcao/contract/endpoints/contact-spreadsheets';
import { validateMapping } from '@balcao/domain/contact/spreadsheet-mapping';
import { spreadsheetFields, type SpreadsheetField } from '@balcao/domain/contact/import-types';
import { useState } from 'react';
import { useCancelImport } from '../../../entities/contact-spreadsheets/imports.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Checkbox, Icon, SelectField, useToast } from '../../../ui/index.ts';
import css from './import.module.css';
import { importTexts } from './imports.texts.ts';
import { StepHead } from './step-head.tsx';

type Choice = SpreadsheetField | 'ignore';

export function MappingStep({
  contactImport,
  mapping,
  onChange,
  onNext,
  onDiscarded,
}: {
  contactImport: ContactImport;
  mapping: SpreadsheetMapping;
  onChange: (mapping: SpreadsheetMapping) => void;
  onNext: () => void;
  onDiscarded: () => void;
}) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const toast = useToast();
  const discard = useCancelImport();
  const [mappingError, setMappingError] = useState<string | null>(null);
  const headers: string[] = [];
  for (const { column, header } of contactImport.columns) headers[column] = header;
  const choiceOf = (column: number): Choice =>
    mapping.columns.find((item) => item.column === column)?.field ?? 'ignore';

  const choose = (column: number, choice: Choice) => {
    const others = mapping.columns.filter((item) => item.column !== column);
    const columns = choice === 'ignore' ? others : [...others, { column, field: choice, label: '' }];
    const error = validateMapping({ ...mapping, columns }, headers);
    // A field mapped twice is refused at once; missing fields are reported by the next button.
    if (error?.endsWith('_TWICE')) return setMappingError(errorText(error, language));
    setMappingError(null);
    onChange({ ...mapping, columns });
  };
  const next = () => {
    const error = validateMapping(mapping, headers);
    if (error) return setMappingError(errorText(error, language));
    onNext();
  };

  return (
    <section className={css.card} aria-labelledby="sheet-columns">
      <StepHead id="sheet-columns" title={t('mapTitle')} fileName={contactImport.fileName} />
      <p className={css.text}>{t(contactImport.columns.length === 0 ? 'hiddenColumns' : 'mapText')}</p>
      <Checkbox
        label={t('hasHeader')}
        checked={mapping.hasHeader}
        onChange={(event) => onChange({ ...mapping, hasHeader: event.target.checked })}
      />
      <ul className={css.columns}>
        {contactImport.columns.map(({ column, header, samples }) => (
          <li key={column} className={css.column} data-mapped={choiceOf(column) !== 'ignore' || undefined}>
            <SelectField
              label={t('columnIs', { header })}
              options={(['ignore', ...spreadsheetFields] as const).map((value) => ({ value, label: t(value) }))}
              value={choiceOf(column)}
              onChange={(choice) => choose(column, choice)}
            />
            <ol className={css.samples}>
              {samples.map((sample, at) => (
                // The samples of a column never change their order, so the index is a stable key.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={at} className={sample === '' ? 'cut faint' : 'cut'}>
                  {sample || t('nothing')}
                </li>
              ))}
              {samples.length === 0 && <li className="faint">{t('noSamples')}</li>}
            </ol>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        {mappingError && (
          <p className={css.fault} role="alert">
            <Icon name="alert" size={16} />
            {mappingError}
          </p>
        )}
        <Button
          kind="ghost"
          busy={discard.isPending}
          onClick={() =>
            discard.mutate(contactImport.id, {
              onSuccess: () => {
                toast.done(t('discarded'));
                onDiscarded();
              },
              onError: toast.failed,
            })
          }
        >
          {t('discard')}
        </Button>
        <Button kind="primary" onClick={next}>
          {t('look')}
        </Button>
      </div>
    </section>
  );
}
