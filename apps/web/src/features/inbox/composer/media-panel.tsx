/** Preview of files before sending: captions, adding, removing. Loaded with the first file. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, Icon, IconButton } from '../../../ui/index.ts';
import { composerTexts } from './composer.texts.ts';
import css from './media-panel.module.css';
import { isSendKey } from './send-key.ts';
import type { Chosen, Files } from './use-files.ts';

export default function MediaPanel({
  files,
  name,
  isNote,
  onSend,
  onDiscard,
}: {
  files: Files;
  /** The recipient. */
  name: string;
  isNote: boolean;
  onSend: () => void;
  onDiscard: () => void;
}) {
  const t = useTexts(composerTexts);
  const { chosen, add, remove, caption } = files;
  const [selectedId, select] = useState<number | null>(null);
  const more = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const selected = chosen.find(({ id }) => id === selectedId) ?? chosen[0];
  useEffect(() => field.current?.focus(), [selected?.id]);
  if (!selected) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDiscard();
    else if (isSendKey(event)) {
      event.preventDefault();
      onSend();
    } else return;
    event.stopPropagation();
  };
  const count = chosen.length;
  const title = isNote ? t('filesForTeam') : count === 1 ? t('oneFileFor', { name }) : t('filesFor', { count, name });

  return (
    <section className={cx(css.panel, isNote && css.note)} aria-label={title}>
      <header className={css.head}>
        {isNote && <Icon name="lock" size={16} />}
        <h3 className={css.title}>{title}</h3>
        <IconButton icon="x" label={t('giveUpFiles')} onClick={onDiscard} />
      </header>
      <ul className={css.files}>
        {chosen.map((item) => (
          <li key={item.id} className={css.cell}>
            <button
              type="button"
              className={cx(css.thumb, item === selected && css.on)}
              aria-pressed={item === selected}
              onClick={() => select(item.id)}
            >
              <FilePreview of={item} />
            </button>
            <button
              type="button"
              className={css.remove}
              aria-label={t('removeFile', { file: item.file.name })}
              onClick={() => (chosen.length === 1 ? onDiscard() : remove(item.id))}
            >
              <Icon name="x" size={12} />
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={css.more} aria-label={t('addMore')} onClick={() => more.current?.click()}>
            <Icon name="plus" />
          </button>
          <input
            ref={more}
            type="file"
            multiple
            className="sr"
            tabIndex={-1}
            aria-label={t('addMore')}
            onChange={({ target }) => {
              add([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </li>
      </ul>
      <div className={css.foot}>
        <textarea
          ref={field}
          rows={Math.min(5, selected.caption.split('\n').length)}
          className={css.caption}
          aria-label={t('caption', { file: selected.file.name })}
          placeholder={t('captionHint')}
          maxLength={4096}
          value={selected.caption}
          onChange={(event) => caption(selected.id, event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button kind="primary" icon={isNote ? 'lock' : 'send'} onClick={onSend}>
          {isNote ? t('saveNote') : t('sendFiles', { count })}
        </Button>
      </div>
    </section>
  );
}

function FilePreview({ of: { file } }: { of: Chosen }) {
  const [url, setUrl] = useState('');
  const kind = file.type.split('/')[0];
  useEffect(() => {
    if (kind !== 'image' && kind !== 'video') return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file, kind]);
  if (kind === 'image' && url) return <img src={url} alt={file.name} />;
  if (kind === 'video' && url) return <video src={url} muted preload="metadata" aria-label={file.name} />;
  return (
    <span className={css.plain}>
      <Icon name={kind === 'audio' ? 'volume' : 'file'} size={20} />
      <span className="cut">{file.name}</span>
    </span>
  );
}
