import { MAX_SPREADSHEET_BYTES, type ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import { useEffect, useRef, useState } from 'react';
import { Meter } from '../../../entities/campaigns/meter.tsx';
import { useUploadToList } from '../../../entities/contact-lists/contact-lists.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, FileInput, Icon, useFileDrop } from '../../../ui/index.ts';
import { importTexts } from './imports.texts.ts';
import css from './import.module.css';

interface ImportDropZoneProps {
  listId: number;
  onUploaded: (contactImport: ContactImport) => void;
}

export function ImportDropZone({ listId, onUploaded }: ImportDropZoneProps) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const uploading = useUploadToList(listId);
  const [sent, setSent] = useState<{ name: string; part: number } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const take = (file: File | undefined) => {
    if (!file || sent) return;
    const error = errorOf(file);
    if (error) return setFault(error === 'tooLarge' ? t(error) : errorText(error, language));
    setFault(null);
    setSent({ name: file.name, part: 0 });
    uploading.mutate(
      { file, onProgress: (part) => setSent({ name: file.name, part }) },
      {
        onSuccess: onUploaded,
        onError: (thrown) => {
          setSent(null);
          setFault(errorText(thrown, language));
        },
      },
    );
  };
  const { isOver, ...drop } = useFileDrop(take);
  return (
    <section className={cx(css.drop, isOver && css.over)} aria-label={t('file')} {...drop}>
      <Icon name="upload" size={24} />
      {sent ? (
        <>
          <p className={css.dropTitle}>
            {t('sending', { name: sent.name, percent: String(Math.round(sent.part * 100)) })}
          </p>
          <Meter part={sent.part} label={sent.name} />
        </>
      ) : (
        <>
          <p className={css.dropTitle}>{t(isOver ? 'dropHere' : 'bring')}</p>
          <p className="muted">{t('bringText')}</p>
          <Button kind="primary" icon="file" onClick={() => input.current?.click()}>
            {t('choose')}
          </Button>
          <SampleLink />
        </>
      )}
      <FileInput inputRef={input} label={t('file')} accept=".xlsx,.xls,.csv,.txt" onFile={take} />
      {fault && (
        <p className={css.fault} role="alert">
          <Icon name="alert" size={16} />
          {fault}
        </p>
      )}
    </section>
  );
}

/** Checks of name and size; the server checks the content. */
function errorOf({ name, size }: File): 'ERR_SHEET_INVALID' | 'tooLarge' | null {
  const kind = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (!kind || !['xlsx', 'xls', 'csv', 'txt'].includes(kind) || size === 0) return 'ERR_SHEET_INVALID';
  return size > MAX_SPREADSHEET_BYTES ? 'tooLarge' : null;
}

/** Invented people; no such number exists. */
const SAMPLE_ROWS = [
  ['Ana Menezes', '+55 00 99702-1145', 'ana@example.com'],
  ['Edson Paiva', '+55 00 3221-0098', ''],
];

/** A file with the columns that an import knows. Semicolons and the byte order mark suit spreadsheet programs. */
function SampleLink() {
  const t = useTexts(importTexts);
  const [url, setUrl] = useState<string>();
  const head = [t('name'), t('number'), t('email')];
  const text = `\ufeff${[head, ...SAMPLE_ROWS].map((cells) => `${cells.join(';')}\r\n`).join('')}`;
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <a className={css.download} href={url} download={t('sampleName')}>
      <Icon name="download" size={16} />
      {t('sample')}
    </a>
  );
}
