/** Ordered files of a list: rename, replace and remove. New files are uploaded when the form is saved. */
import { MAX_FILES_IN_LIST } from '@balcao/contract/endpoints/files';
import { useRef, useState } from 'react';
import { newKey } from '../../lib/new-key.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, Field, Icon, IconButton, type IconName } from '../../ui/index.ts';
import css from './file-lists.module.css';
import { fileListTexts } from './file-lists.texts.ts';

/** Largest file that any channel accepts. */
const MAX_MB = 100;

export interface Item {
  /** Unique while the form is open. */
  key: string;
  /** The server's id; null for a new file. */
  id: number | null;
  name: string;
  fileName: string;
  type: string | null;
  path: string | null;
  /** Waiting for its upload; null for a stored file. */
  file: File | null;
  /** Upload progress from 0 to 1; null without a running upload. */
  progress: number | null;
}

const iconOf = (type: string | null): IconName =>
  type === 'image' ? 'image' : type === 'audio' ? 'mic' : type === 'video' ? 'video' : 'file';
const typeOf = (file: File): string => /^(image|audio|video)\//.exec(file.type)?.[1] ?? 'document';
const withoutEnding = (name: string): string => name.replace(/\.\w{1,5}$/, '') || name;

export function FilesField({ items, onChange }: { items: readonly Item[]; onChange(items: Item[]): void }) {
  const t = useTexts(fileListTexts);
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [replacing, setReplacing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Item | null>(null);

  const change = (key: string, to: Partial<Item>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...to } : item)));
  const choose = (replaced: string | null) => {
    setReplacing(replaced);
    input.current?.click();
  };
  const take = (files: readonly File[]) => {
    const invalidFile = files.find((file) => file.size === 0 || file.size > MAX_MB * 1024 * 1024);
    if (invalidFile)
      return setFileError(t(invalidFile.size === 0 ? 'empty' : 'tooLarge', { name: invalidFile.name, most: MAX_MB }));
    if (replacing === null && items.length + files.length > MAX_FILES_IN_LIST)
      return setFileError(t('full', { most: MAX_FILES_IN_LIST }));
    setFileError(null);
    const [first] = files;
    if (replacing !== null) {
      if (first) change(replacing, { file: first, fileName: first.name, type: typeOf(first), path: null });
      return;
    }
    onChange([
      ...items,
      ...files.map((file) => ({
        key: newKey(),
        id: null,
        name: withoutEnding(file.name).slice(0, 200),
        fileName: file.name,
        type: typeOf(file),
        path: null,
        file,
        progress: null,
      })),
    ]);
  };
  const up = (at: number) => onChange(items.toSpliced(at, 1).toSpliced(at - 1, 0, items[at]!));
  const removeItem = (item: Item) => onChange(items.filter(({ key }) => key !== item.key));

  return (
    <Field label={t('files')} as="group">
      {() => (
        <>
          {items.length === 0 ? (
            <p className={css.none}>{t('noFiles', { most: MAX_FILES_IN_LIST })}</p>
          ) : (
            <ul className={css.items}>
              {items.map((item, at) => (
                <li key={item.key} className={css.item}>
                  <Icon name={iconOf(item.type)} />
                  <input
                    aria-label={t('fileName', { file: item.fileName || item.name })}
                    value={item.name}
                    maxLength={200}
                    onChange={(event) => change(item.key, { name: event.target.value })}
                  />
                  <span className={css.what}>
                    {item.file ? `${item.fileName} · ${t('waiting')}` : item.fileName || t('noFile')}
                  </span>
                  <span className={css.acts}>
                    {at > 0 && (
                      <IconButton icon="arrow-u" label={t('moveUp', { name: item.name })} onClick={() => up(at)} />
                    )}
                    {item.path !== null && (
                      <IconButton
                        icon="external"
                        label={t('openFile', { name: item.name })}
                        onClick={() => window.open(item.path!, '_blank', 'noopener')}
                      />
                    )}
                    <IconButton
                      icon="upload"
                      label={t('replaceFile', { name: item.name })}
                      onClick={() => choose(item.key)}
                    />
                    <IconButton
                      icon="trash"
                      danger
                      label={t('removeFile', { name: item.name })}
                      // A file that is not stored yet is removed without a confirmation.
                      onClick={() => (item.id === null ? removeItem(item) : setRemoving(item))}
                    />
                  </span>
                  {item.progress !== null && (
                    <progress
                      className={css.progress}
                      value={item.progress}
                      aria-label={t('sending', { name: item.name })}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          <div>
            <Button icon="clip" onClick={() => choose(null)} disabled={items.length >= MAX_FILES_IN_LIST}>
              {t('addFiles')}
            </Button>
          </div>
          <input
            ref={input}
            type="file"
            className="sr"
            tabIndex={-1}
            multiple={replacing === null}
            aria-label={t('addFiles')}
            onChange={(event) => {
              take([...(event.target.files ?? [])]);
              // Reset, so that choosing the same file again fires a change event.
              event.target.value = '';
            }}
          />
          {fileError && (
            <span className={css.fault} role="alert">
              {fileError}
            </span>
          )}
          {removing && (
            <ConfirmDialog
              danger
              title={t('takeTitle', { name: removing.name })}
              text={t('takeText')}
              verb={t('take')}
              onConfirm={() => {
                removeItem(removing);
                setRemoving(null);
              }}
              onClose={() => setRemoving(null)}
            />
          )}
        </>
      )}
    </Field>
  );
}
