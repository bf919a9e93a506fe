/** A spreadsheet with the columns that an import knows, to be filled in. */
import { spreadsheetTexts } from '@balcao/domain/contact/spreadsheet-texts';
import { useEffect, useState } from 'react';
import { useLanguage, type Language } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import css from './import.module.css';
import { importTexts } from './imports.texts.ts';

/** Spreadsheet programs read the file as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\ufeff';
/** Invented people; no such number exists. */
const rows = [
  ['Ana Menezes', '+55 00 99702-1145', 'ana@example.com', 'VIP, Loja 1'],
  ['Edson Paiva', '+55 00 3221-0098', '', ''],
];

/** Semicolons: spreadsheet programs of Brazil, Portugal and Spain split at them. */
export function sampleFile(language: Language): string {
  const [name, number, email, tags] = spreadsheetTexts[language].exportHeaders;
  return BYTE_ORDER_MARK + [[name, number, email, tags], ...rows].map((cells) => `${cells.join(';')}\r\n`).join('');
}

export function SampleFile() {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([sampleFile(language)], { type: 'text/csv;charset=utf-8' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [language]);
  return (
    <a className={css.sample} href={url} download={`${spreadsheetTexts[language].exportFileName}.csv`}>
      <Icon name="download" size={16} />
      {t('sample')}
    </a>
  );
}
