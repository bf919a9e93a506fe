/** A look into the sheet, with a choice above each column: what it is taken for. */
import type { ContactImport, SheetMapping } from '@balcao/contract/endpoints/contact-sheets';
import { mappingFault } from '@balcao/domain/contact/sheet-mapping';
import { sheetFields, type SheetField } from '@balcao/domain/contact/sheet-words';
import { useState } from 'react';
import { useCancelImport } from '../../../entities/contact-sheets/imports.api.ts';
import { explain } from '../../../lib/explain.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Checkbox, Icon, SelectField, useToast } from '../../../ui/index.ts';
import css from './import.module.css';
import { importTexts } from './imports.texts.ts';
import { StepHead } from './step-head.tsx';

type Choice = SheetField | 'ignore';

export function MappingStep({
  sheet,
  mapping,
  onChange,
  onNext,
  onDiscarded,
}: {
  sheet: ContactImport;
  mapping: SheetMapping;
  onChange: (mapping: SheetMapping) => void;
  onNext: () => void;
  onDiscarded: () => void;
}) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const toast = useToast();
  const discard = useCancelImport();
  const [fault, setFault] = useState<string | null>(null);
  const headers: string[] = [];
  for (const { column, header } of sheet.columns) headers[column] = header;
  const choiceOf = (column: number): Choice => mapping.columns.find((one) => one.column === column)?.field ?? 'ignore';

  const choose = (column: number, choice: Choice) => {
    const others = mapping.columns.filter((one) => one.column !== column);
    const columns = choice === 'ignore' ? others : [...others, { column, field: choice, label: '' }];
    const wrong = mappingFault({ ...mapping, columns }, headers);
    // A field that another column has already is not taken; what is missing is told when somebody goes on.
    if (wrong?.endsWith('_TWICE')) return setFault(explain(wrong, language));
    setFault(null);
    onChange({ ...mapping, columns });
  };
  const next = () => {
    const wrong = mappingFault(mapping, headers);
    if (wrong) return setFault(explain(wrong, language));
    onNext();
  };

  return (
    <section className={css.card} aria-labelledby="sheet-columns">
      <StepHead id="sheet-columns" title={t('mapTitle')} fileName={sheet.fileName} />
      <p className={css.text}>{t(sheet.columns.length === 0 ? 'hiddenColumns' : 'mapText')}</p>
      <Checkbox
        label={t('hasHeader')}
        checked={mapping.hasHeader}
        onChange={(event) => onChange({ ...mapping, hasHeader: event.target.checked })}
      />
      <ul className={css.columns}>
        {sheet.columns.map(({ column, header, samples }) => (
          <li key={column} className={css.column} data-mapped={choiceOf(column) !== 'ignore' || undefined}>
            <SelectField
              label={t('columnIs', { header })}
              options={(['ignore', ...sheetFields] as const).map((value) => ({ value, label: t(value) }))}
              value={choiceOf(column)}
              onChange={(choice) => choose(column, choice)}
            />
            <ol className={css.samples}>
              {samples.map((sample, at) => (
                // The samples of a column never change places, so their place is their name.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={at} className="cut">
                  {sample}
                </li>
              ))}
              {samples.length === 0 && <li className="faint">{t('noSamples')}</li>}
            </ol>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        {fault && (
          <p className={css.fault} role="alert">
            <Icon name="alert" size={16} />
            {fault}
          </p>
        )}
        <Button
          kind="ghost"
          busy={discard.isPending}
          onClick={() =>
            discard.mutate(sheet.id, {
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
