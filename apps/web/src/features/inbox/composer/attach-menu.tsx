/** What can be sent besides text. */
import { memo, useRef, type ChangeEvent } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { IconButton, Menu, type MenuItem } from '../../../ui/index.ts';
import { composerTexts } from './composer.texts.ts';

/** A message with a button, or a list. */
export type CardKind = 'list' | 'link' | 'copy' | 'call' | 'pix';
export type Form = CardKind | 'camera' | 'contact' | 'template';

const cards = [
  ['list', 'list'],
  ['link', 'link'],
  ['copy', 'copy'],
  ['call', 'phone'],
  ['pix', 'pix'],
] as const;

export const AttachMenu = memo(function AttachMenu({
  isNote,
  hasTemplates,
  more,
  onFiles,
  onForm,
}: {
  /** A note can have files, and nothing that is made for customers. */
  isNote: boolean;
  /** The channel has templates. */
  hasTemplates: boolean;
  more: readonly MenuItem[];
  onFiles: (files: readonly File[]) => void;
  onForm: (form: Form) => void;
}) {
  const t = useTexts(composerTexts);
  const media = useRef<HTMLInputElement>(null);
  const anything = useRef<HTMLInputElement>(null);
  const form = (key: Form, icon: MenuItem['icon']): MenuItem => ({
    key,
    icon,
    label: t(key),
    onClick: () => onForm(key),
  });
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    target.value = '';
  };

  return (
    <>
      <Menu
        target={<IconButton icon="plus" size="md" label={t('attach')} tip={false} />}
        side="bottom-start"
        minWidth={200}
        items={[
          { key: 'photo', icon: 'image', label: t('photo'), onClick: () => media.current?.click() },
          form('camera', 'camera'),
          { key: 'document', icon: 'file', label: t('document'), onClick: () => anything.current?.click() },
          ...(isNote ? [] : [form('contact', 'user')]),
          ...(hasTemplates && !isNote ? [form('template', 'note')] : []),
          ...(isNote ? [] : cards.map(([key, icon], at) => ({ ...form(key, icon), hasSeparator: at === 0 }))),
          ...more,
        ]}
      />
      <input
        ref={media}
        type="file"
        multiple
        accept="image/*,video/*"
        className="sr"
        tabIndex={-1}
        aria-label={t('photo')}
        onChange={take}
      />
      <input
        ref={anything}
        type="file"
        multiple
        className="sr"
        tabIndex={-1}
        aria-label={t('document')}
        onChange={take}
      />
    </>
  );
});
