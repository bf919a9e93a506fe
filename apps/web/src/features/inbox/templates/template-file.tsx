import { validateHeaderFile, headerFiles, type HeaderFile } from '@balcao/domain/message/template';
import { useRef, useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Field, FileInput, Icon, type IconName } from '../../../ui/index.ts';
import css from './templates.module.css';
import { templateTexts } from './templates.texts.ts';

interface TemplateFileProps {
  kind: HeaderFile;
  file: File | null;
  onChange: (file: File) => void;
  /** The form was submitted: a missing file is shown as an error. */
  tried: boolean;
}

const hints = { image: 'imageHint', video: 'videoHint', document: 'documentHint' } as const;

/** The header's file, chosen at each use: the approved one was only an example. */
export function TemplateFile({ kind, file, onChange, tried }: TemplateFileProps) {
  const t = useTexts(templateTexts);
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<'required' | 'invalid' | 'fileTooLarge' | undefined>();
  const choose = (chosen: File) => {
    const nextError = fileErrorOf(kind, chosen);
    setFileError(nextError);
    if (!nextError) onChange(chosen);
  };
  return (
    <Field
      label={t(kind)}
      as="group"
      required
      hint={t(hints[kind])}
      error={fileError ? t(fileError) : tried && !file && t('required')}
    >
      {({ 'aria-describedby': describedBy }) => (
        <div className={css.file}>
          {file && (
            <span className={css.chosen}>
              <Icon name={iconOf[kind]} size={16} />
              <span className="cut">{file.name}</span>
            </span>
          )}
          <Button
            icon={file ? 'refresh' : 'clip'}
            aria-describedby={describedBy}
            onClick={() => input.current?.click()}
          >
            {t(file ? 'otherFile' : 'chooseFile')}
          </Button>
          <FileInput inputRef={input} label={t(kind)} accept={headerFiles[kind].mimes.join()} onFile={choose} />
        </div>
      )}
    </Field>
  );
}

export const iconOf: Record<HeaderFile | 'location', IconName> = {
  image: 'image',
  video: 'video',
  document: 'file',
  location: 'pin',
};

/** Some systems do not know all types: an unnamed one is left to the server, which checks the bytes. */
const fileErrorOf = (kind: HeaderFile, { type, size }: File) =>
  validateHeaderFile(kind, { mime: type === '' ? headerFiles[kind].mimes[0] : type, bytes: size });
