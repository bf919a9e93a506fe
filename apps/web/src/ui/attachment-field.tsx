import { useRef, useState } from 'react';
import css from './attachment-field.module.css';
import { Button, IconButton } from './button.tsx';
import { Field } from './fields.tsx';
import { FileInput } from './file-input.tsx';
import { Icon, type IconName } from './icons.tsx';

interface AttachmentFieldProps {
  label: string;
  hint?: string;
  /** The name of the attached file; null if there is none. */
  name: string | null;
  /** Before the name of the file, and on the button that attaches it. */
  icons?: { file: IconName; attach: IconName };
  texts: Record<'attach' | 'replace' | 'detach', string>;
  accept?: string;
  error?: string | false;
  onFile: (file: File | null) => void;
}

/** One file of a form: attached, replaced or removed. */
export function AttachmentField({
  label,
  hint,
  name,
  icons = { file: 'file', attach: 'clip' },
  texts,
  accept = '',
  error = false,
  onFile,
}: AttachmentFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} hint={hint} as="group">
      {() => (
        <div className={css.attachment}>
          {name === null ? (
            <Button icon={icons.attach} onClick={() => input.current?.click()}>
              {texts.attach}
            </Button>
          ) : (
            <>
              <span className={css.name}>
                <Icon name={icons.file} size={16} />
                <span className="cut">{name}</span>
              </span>
              <Button onClick={() => input.current?.click()}>{texts.replace}</Button>
              <IconButton icon="trash" label={texts.detach} onClick={() => onFile(null)} />
            </>
          )}
          <FileInput inputRef={input} label={label} accept={accept} onFile={onFile} />
          {error && (
            <span className={css.fault} role="alert">
              {error}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

const IMAGES = ['image/png', 'image/jpeg'];

interface ImageFieldProps extends Omit<AttachmentFieldProps, 'icons' | 'accept' | 'error' | 'texts'> {
  attachIcon: IconName;
  texts: AttachmentFieldProps['texts'] & { onlyImages: string };
}

/** An attached PNG or JPEG image; other files are refused. */
export function ImageField({ attachIcon, texts, onFile, ...rest }: ImageFieldProps) {
  const [isRefused, setIsRefused] = useState(false);
  const choose = (file: File | null) => {
    const isRight = file === null || (IMAGES.includes(file.type) && file.size > 0);
    if (file !== null) setIsRefused(!isRight);
    if (isRight) onFile(file);
  };
  return (
    <AttachmentField
      {...rest}
      icons={{ file: 'image', attach: attachIcon }}
      texts={texts}
      accept={IMAGES.join()}
      error={isRefused && texts.onlyImages}
      onFile={choose}
    />
  );
}
