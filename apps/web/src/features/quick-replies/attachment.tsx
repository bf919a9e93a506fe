import { useRef, useState } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Field, FileInput, Icon, IconButton } from '../../ui/index.ts';
import { iconOfMedia, type Attached } from './media.ts';
import css from './quick-replies.module.css';
import { quickReplyTexts } from './quick-replies.texts.ts';

/** Change of the file on save: undefined keeps it, a file replaces it, null removes it. */
export type AttachmentChange = File | null | undefined;

/** The server refuses larger uploads. */
const MAX_MB = 100;

export function Attachment({
  attached,
  onChange,
}: {
  attached: Attached | null;
  onChange: (change: File | null) => void;
}) {
  const t = useTexts(quickReplyTexts);
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const choose = (file: File) => {
    const tooLarge = file.size > MAX_MB * 1024 * 1024;
    setFileError(tooLarge ? t('fileTooLarge', { most: MAX_MB }) : file.size === 0 ? t('fileEmpty') : null);
    if (!tooLarge && file.size > 0) onChange(file);
  };
  const open = () => input.current?.click();

  return (
    <Field label={t('attachment')} as="group">
      {() => (
        <div className={css.attachment}>
          {attached ? (
            <>
              <span className={css.attached}>
                <Icon name={iconOfMedia(attached.type)} size={16} />
                <span className="cut">{attached.name}</span>
              </span>
              <Button onClick={open}>{t('replace')}</Button>
              <IconButton icon="trash" size="md" label={t('detach')} onClick={() => onChange(null)} />
            </>
          ) : (
            <Button icon="clip" onClick={open}>
              {t('attach')}
            </Button>
          )}
          <FileInput inputRef={input} label={t('attachment')} onFile={choose} />
          {fileError && (
            <span className={css.fault} role="alert">
              {fileError}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}
