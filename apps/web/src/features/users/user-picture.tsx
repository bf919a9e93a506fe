import { fieldRules } from '@balcao/contract/errors/fields';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, FileInput } from '../../ui/index.ts';
import css from './users.module.css';
import { userTexts } from './users.texts.ts';

const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

interface UserPictureProps {
  name: string;
  src: string | null;
  picture: File | null;
  onPicture: (picture: File) => void;
}

/** The current picture, or the chosen one before it is saved. */
export function UserPicture({ name, src, picture, onPicture }: UserPictureProps) {
  const t = useTexts(userTexts);
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [wrongKind, setWrongKind] = useState(false);
  const preview = usePreview(picture);

  const choose = (file: File) => {
    const isImage = KINDS.includes(file.type);
    setWrongKind(!isImage);
    if (isImage) onPicture(file);
  };

  return (
    <div className={css.picture}>
      <Avatar name={name || '?'} src={preview ?? src} size={64} />
      <Button icon="upload" onClick={() => input.current?.click()}>
        {t('choosePicture')}
      </Button>
      <FileInput inputRef={input} label={t('picture')} accept={KINDS.join(',')} onFile={choose} />
      {wrongKind && (
        <span className={css.fault} role="alert">
          {fieldRules.image[language]}
        </span>
      )}
    </div>
  );
}

function usePreview(picture: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return setPreview(null);
    const url = URL.createObjectURL(picture);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  return preview;
}
