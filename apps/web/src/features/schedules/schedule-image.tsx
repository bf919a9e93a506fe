/** The image that is sent with the text. */
import { useRef, useState } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Field, FileInput, Icon, IconButton } from '../../ui/index.ts';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';

/** Change of the image on save: undefined keeps it, a file replaces it, null removes it. */
export type ImageChange = File | null | undefined;
const ACCEPTED = ['image/png', 'image/jpeg'];

export function ScheduleImage({ name, onChange }: { name: string | null; onChange: (change: File | null) => void }) {
  const t = useTexts(dialogTexts);
  const input = useRef<HTMLInputElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const choose = (file: File) => {
    const isImage = ACCEPTED.includes(file.type) && file.size > 0;
    setIsRefused(!isImage);
    if (isImage) onChange(file);
  };
  return (
    <Field label={t('attachment')} as="group">
      {() => (
        <div className={css.attachment}>
          {name === null ? (
            <Button icon="clip" onClick={() => input.current?.click()}>
              {t('attach')}
            </Button>
          ) : (
            <>
              <span className={css.fileName}>
                <Icon name="image" size={16} />
                <span className="cut">{name}</span>
              </span>
              <Button onClick={() => input.current?.click()}>{t('replace')}</Button>
              <IconButton icon="trash" label={t('detach')} onClick={() => onChange(null)} />
            </>
          )}
          <FileInput inputRef={input} label={t('attachment')} accept={ACCEPTED.join()} onFile={choose} />
          {isRefused && (
            <span className={css.fault} role="alert">
              {t('onlyImages')}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}
