/** The image that is sent with the text. */
import { useTexts } from '../../lib/use-texts.ts';
import { ImageField } from '../../ui/attachment-field.tsx';
import { dialogTexts } from './dialog.texts.ts';

/** Change of the image on save: undefined keeps it, a file replaces it, null removes it. */
export type ImageChange = File | null | undefined;

export function ScheduleImage({ name, onChange }: { name: string | null; onChange: (change: File | null) => void }) {
  const t = useTexts(dialogTexts);
  return (
    <ImageField
      label={t('attachment')}
      name={name}
      attachIcon="clip"
      texts={{
        attach: t('attach'),
        replace: t('replace'),
        detach: t('detach'),
        onlyImages: t('onlyImages'),
      }}
      onFile={onChange}
    />
  );
}
