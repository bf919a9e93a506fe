/** A spreadsheet with the columns that an import knows, to be filled in: as a workbook and as text. */
import { sampleWorkbook } from '@balcao/domain/contact/sample-workbook';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import { importTexts } from './imports.texts.ts';
import css from './import.module.css';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Invented people; no such number exists. */
const SAMPLE_ROWS = [
  ['Ana Menezes', '+55 00 99702-1145', 'ana@example.com'],
  ['Edson Paiva', '+55 00 3221-0098', ''],
];

export function SampleLinks() {
  const t = useTexts(importTexts);
  const [urls, setUrls] = useState<{ xlsx: string; csv: string }>();
  const [name, number, email, file] = [t('name'), t('number'), t('email'), t('sampleName')];
  useEffect(() => {
    const rows = [[name, number, email], ...SAMPLE_ROWS];
    // Semicolons and the byte order mark suit spreadsheet programs.
    const text = `\ufeff${rows.map((cells) => `${cells.join(';')}\r\n`).join('')}`;
    const made = {
      xlsx: URL.createObjectURL(new Blob([sampleWorkbook(file, rows)], { type: XLSX })),
      csv: URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' })),
    };
    setUrls(made);
    return () => Object.values(made).forEach((url) => URL.revokeObjectURL(url));
  }, [name, number, email, file]);
  return (
    <p className={css.downloads}>
      <a className={css.download} href={urls?.xlsx} download={`${file}.xlsx`}>
        <Icon name="download" size={16} />
        {t('sample')}
      </a>
      <a className={css.download} href={urls?.csv} download={`${file}.csv`}>
        {t('sampleCsv')}
      </a>
    </p>
  );
}
