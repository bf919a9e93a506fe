/** What a prompt may answer from: texts written here and text files. */
import {
  MAX_KNOWLEDGE_ENTRIES,
  MAX_KNOWLEDGE_FILE_BYTES,
  type KnowledgeBrief,
} from '@balcao/contract/endpoints/prompts';
import { useRef, useState } from 'react';
import { useKnowledge, useRemoveKnowledge } from '../../entities/prompts/prompts.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, ErrorState, Icon, Skeleton, useToast, EditAndRemove } from '../../ui/index.ts';
import css from './editor.module.css';
import { KnowledgeDialog } from './knowledge-dialog.tsx';
import { knowledgeTexts } from './knowledge.texts.ts';
import { useKnowledgeUploads, type RunningUpload } from './knowledge-uploads.ts';

export function KnowledgeCard({ promptId }: { promptId: number | undefined }) {
  const t = useTexts(knowledgeTexts);
  return (
    <section className={css.card} aria-labelledby="prompt-knowledge">
      {promptId === undefined ? (
        <div>
          <h2 id="prompt-knowledge">{t('title')}</h2>
          <p>{t('saveFirst')}</p>
        </div>
      ) : (
        <Knowledge promptId={promptId} />
      )}
    </section>
  );
}

function Knowledge({ promptId }: { promptId: number }) {
  const t = useTexts(knowledgeTexts);
  const language = useLanguage();
  const { data, error, refetch } = useKnowledge(promptId);
  const [open, setOpen] = useState<KnowledgeBrief | 'new'>();
  const [removing, setRemoving] = useState<KnowledgeBrief>();
  const [fileError, setFileError] = useState<string | null>(null);
  const { uploads, send } = useKnowledgeUploads(promptId);
  const input = useRef<HTMLInputElement>(null);
  const entries = data?.entries ?? [];
  const isFull = entries.length + uploads.length >= MAX_KNOWLEDGE_ENTRIES;
  const take = (files: readonly File[]) => {
    const problem =
      entries.length + uploads.length + files.length > MAX_KNOWLEDGE_ENTRIES
        ? t('full', { most: MAX_KNOWLEDGE_ENTRIES })
        : files.map((file) => problemOf(file, t)).find((text) => text !== null);
    setFileError(problem ?? null);
    if (!problem) void send(files);
  };
  return (
    <>
      <div className={css.cardHead}>
        <div>
          <h2 id="prompt-knowledge">{t('title')}</h2>
          <p>{t('lead')}</p>
        </div>
        <span className="num">{t('count', { count: entries.length, most: MAX_KNOWLEDGE_ENTRIES })}</span>
      </div>
      {error ? (
        <ErrorState compact text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={40} />
      ) : entries.length + uploads.length === 0 ? (
        <p className={css.none}>{t('none')}</p>
      ) : (
        <ul className={css.entries}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onEdit={() => setOpen(entry)} onRemove={() => setRemoving(entry)} />
          ))}
          {uploads.map((running) => (
            <Uploading key={running.key} running={running} />
          ))}
        </ul>
      )}
      <div className={css.tools}>
        <Button icon="plus" disabled={isFull} onClick={() => setOpen('new')}>
          {t('addText')}
        </Button>
        <Button icon="upload" disabled={isFull} onClick={() => input.current?.click()}>
          {t('addFiles')}
        </Button>
        <span>{t('fileHint')}</span>
        <input
          ref={input}
          type="file"
          className="sr"
          tabIndex={-1}
          multiple
          accept=".txt,.md,.markdown,.csv"
          aria-label={t('addFiles')}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            // Reset, so that choosing the same file again fires a change event.
            event.target.value = '';
          }}
        />
      </div>
      {fileError && (
        <p className={css.fault} role="alert">
          {fileError}
        </p>
      )}
      {open && (
        <KnowledgeDialog
          promptId={promptId}
          entry={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
      {removing && <RemoveKnowledge promptId={promptId} entry={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

/** Checked before the upload; the server also refuses another encoding. */
function problemOf(file: File, t: ReturnType<typeof useTexts<keyof typeof knowledgeTexts>>): string | null {
  const { name } = file;
  if (!/\.(?:txt|md|markdown|csv)$/i.test(name)) return t('wrongType', { name });
  if (file.size === 0) return t('empty', { name });
  return file.size > MAX_KNOWLEDGE_FILE_BYTES ? t('tooLarge', { name }) : null;
}

interface EntryProps {
  entry: KnowledgeBrief;
  onEdit: () => void;
  onRemove: () => void;
}

function Entry({ entry: { title, fileName, characters, updatedAt }, onEdit, onRemove }: EntryProps) {
  const t = useTexts(knowledgeTexts);
  return (
    <li>
      <Icon name={fileName === null ? 'text' : 'file'} />
      <span className={css.entry}>
        <span className="cut">{title}</span>
        <span className="num">
          {fileName === null && `${t('written')} · `}
          {t('characters', { count: formatNumber(characters) })} · {formatDate(updatedAt)}
        </span>
      </span>
      <EditAndRemove
        edit={{ label: t('editNamed', { name: title }), onClick: onEdit }}
        remove={{ label: t('removeNamed', { name: title }), onClick: onRemove }}
      />
    </li>
  );
}

function Uploading({ running: { name, progress } }: { running: RunningUpload }) {
  const t = useTexts(knowledgeTexts);
  return (
    <li>
      <Icon name="upload" />
      <span className={css.entry}>
        <span className="cut">{name}</span>
        <progress value={progress} aria-label={t('sending', { name })} />
      </span>
    </li>
  );
}

function RemoveKnowledge({
  promptId,
  entry,
  onClose,
}: {
  promptId: number;
  entry: KnowledgeBrief;
  onClose: () => void;
}) {
  const t = useTexts(knowledgeTexts);
  const toast = useToast();
  const remove = useRemoveKnowledge(promptId);
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: entry.title })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(entry.id, toast.outcome(t('removed'), onClose))}
      onClose={onClose}
    />
  );
}
