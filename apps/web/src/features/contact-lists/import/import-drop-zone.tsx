import { MAX_SPREADSHEET_BYTES, type ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import { useRef, useState } from 'react';
import { Meter } from '../../../entities/campaigns/meter.tsx';
import { useUploadToList } from '../../../entities/contact-lists/contact-lists.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, FileInput, Icon, useFileDrop } from '../../../ui/index.ts';
import { importTexts } from './imports.texts.ts';
import css from './import.module.css';
import { SampleLinks } from './sample-links.tsx';

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
          <SampleLinks />
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
