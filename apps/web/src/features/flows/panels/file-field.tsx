import type { FlowFile } from '@balcao/domain/flow/document';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, FileInput, Icon } from '../../../ui/index.ts';
import { acceptOf, fileFault, fileRules } from './files.ts';
import type { FileKind, FormProps } from './form.ts';
import css from './panels.module.css';
import { panelTexts } from './panel.texts.ts';

interface FileFieldProps extends Pick<FormProps<'img'>, 'references' | 'pending' | 'choose'> {
  /** The path of the file in the node's data. */
  field: string;
  kind: FileKind;
  file: FlowFile;
  error?: string | undefined;
}

const labels = { image: 'imageFile', audio: 'audioFile', video: 'videoFile' } as const;

/** An upload button, replaced by a preview once there is a file. */
export function FileField({ field, kind, file, error, references, pending, choose }: FileFieldProps) {
  const t = useTexts(panelTexts);
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const chosen = pending.get(field);
  const stored = references?.files.find(({ name }) => name === file.name);
  const localUrl = useObjectUrl(chosen);
  const label = t(labels[kind]);
  const take = (picked: File) => {
    const { endings, maxMb } = fileRules[kind];
    const found = fileFault(kind, picked);
    setFault(found ? t(found, { most: maxMb, endings: endings.join(', ') }) : null);
    if (!found) choose(field, picked);
  };
  const name = chosen?.name ?? (file.original || file.name);
  return (
    <div className={css.fileField}>
      <FileInput inputRef={input} label={label} accept={acceptOf(kind)} onFile={take} />
      {chosen || file.name !== '' ? (
        <div className={css.file}>
          <Preview kind={kind} url={localUrl ?? stored?.url} />
          <span className={css.fileName}>
            <span className="cut">{name}</span>
            <span className={css.fileSize}>{sizeOf(chosen?.size ?? stored?.bytes)}</span>
          </span>
          <Button size="sm" onClick={() => input.current?.click()}>
            {t('replace')}
          </Button>
        </div>
      ) : (
        <Button full icon="upload" className={css.upload} onClick={() => input.current?.click()}>
          {label}
        </Button>
      )}
      {(fault ?? error) && (
        <span className={css.error} role="alert">
          <Icon name="alert" size={14} /> {fault ?? error}
        </span>
      )}
    </div>
  );
}

const sizeOf = (bytes: number | undefined): string => (bytes === undefined ? '' : formatBytes(bytes));

function Preview({ kind, url }: { kind: FileKind; url: string | undefined }) {
  if (!url) return <Icon name={kind === 'audio' ? 'mic' : kind} />;
  if (kind === 'image') return <img className={css.thumb} src={url} alt="" />;
  // The company's own recording: there are no captions for it.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (kind === 'audio') return <audio className={css.audio} src={url} controls preload="none" />;
  return <video className={css.thumb} src={url} preload="metadata" muted />;
}

function useObjectUrl(file: File | undefined): string | undefined {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}
