/** Drop zone and file picker for a spreadsheet. */
import { MAX_SPREADSHEET_BYTES, type ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import { useRef, useState } from 'react';
import { useUploadSpreadsheet } from '../../../entities/contact-spreadsheets/imports.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, FileInput, Icon, useFileDrop } from '../../../ui/index.ts';
import { Bar } from './bar.tsx';
import css from './import.module.css';
import { importTexts } from './imports.texts.ts';
import { SampleFile } from './sample-file.tsx';

export function SpreadsheetDropZone({ onUploaded }: { onUploaded: (contactImport: ContactImport) => void }) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadSpreadsheet();
  const [part, setPart] = useState(0);
  const [fileError, setFileError] = useState<string | null>(null);

  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    const localError = fileErrorOf(file);
    setFileError(localError && (localError === 'tooLarge' ? t(localError) : errorText(localError, language)));
    if (localError) return;
    setPart(0);
    upload.mutate(
      { file, onProgress: setPart },
      { onSuccess: onUploaded, onError: (error) => setFileError(errorText(error, language)) },
    );
  };
  const { isOver, ...drop } = useFileDrop(take);
  const name = upload.variables?.file.name ?? '';

  return (
    <section className={cx(css.drop, isOver && css.over)} aria-label={t('file')} {...drop}>
      <Icon name="upload" size={24} />
      {upload.isPending ? (
        <>
          <p className={css.dropTitle} role="status">
            {part < 1 ? t('sending', { name, percent: Math.floor(part * 100) }) : t('reading', { name })}
          </p>
          <Bar part={part} label={t('file')} />
        </>
      ) : (
        <>
          <p className={css.dropTitle}>{t(isOver ? 'dropHere' : 'bring')}</p>
          <p className={css.text}>{t('bringText')}</p>
          <Button kind="primary" icon="file" onClick={() => input.current?.click()}>
            {t('choose')}
          </Button>
          <SampleFile />
        </>
      )}
      <FileInput inputRef={input} label={t('file')} accept=".xlsx,.xls,.csv,.txt" onFile={take} />
      {fileError && (
        <p className={css.fault} role="alert">
          <Icon name="alert" size={16} />
          {fileError}
        </p>
      )}
    </section>
  );
}

/** Checks of name and size; the server checks the content. */
function fileErrorOf({ name, size }: File): 'ERR_SHEET_INVALID' | 'tooLarge' | null {
  const kind = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (!kind || !['xlsx', 'xls', 'csv', 'txt'].includes(kind) || size === 0) return 'ERR_SHEET_INVALID';
  return size > MAX_SPREADSHEET_BYTES ? 'tooLarge' : null;
}
