import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSetFlowActive } from '../../../entities/flows/flows.api.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, IconButton, Segments, StatusPill, Switch, useToast } from '../../../ui/index.ts';
import { flowTexts } from '../list/flows.texts.ts';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';
import { moreViews } from './more-views.ts';
import { OtherEditors } from './other-editors.tsx';
import type { Editor } from './use-editor.ts';
import { usePublish } from './use-publish.ts';

const FlowNameDialog = lazy(() =>
  import('../list/name-dialog.tsx').then((module) => ({ default: module.FlowNameDialog })),
);

const VersionNoteDialog = lazy(() =>
  import('./version-note-dialog.tsx').then((module) => ({ default: module.VersionNoteDialog })),
);

interface EditorHeaderProps {
  editor: Editor;
  isNarrow: boolean;
  view: string;
  onView: (view: string) => void;
  isTrying: boolean;
  onTry: () => void;
  onProblems: () => void;
  /** Publishing was refused. */
  onErrors: () => void;
}

export function EditorHeader(props: EditorHeaderProps) {
  const { editor, isNarrow, view, onView, isTrying, onTry, onProblems, onErrors } = props;
  const t = useTexts(editorTexts);
  const list = useTexts(flowTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [isRenaming, setIsRenaming] = useState(false);
  const { flow, file } = editor;
  const segments = [
    ...(isNarrow ? [] : [{ key: 'canvas', label: t('canvas') }]),
    { key: 'list', label: t('list') },
    ...moreViews
      .filter(({ onPhones }) => !isNarrow || onPhones)
      .map(({ key, title }) => ({ key, label: title[language] })),
  ];
  return (
    <div className={css.header}>
      <IconButton size="md" icon="arrow-l" label={t('back')} onClick={() => void navigate({ to: '/flowbuilders' })} />
      <span className={css.title}>
        <h1 className={css.name}>{flow.name}</h1>
        {!isNarrow && <span className={css.draw}>{t('draw')}</span>}
      </span>
      {!isNarrow && <IconButton icon="edit" label={t('rename')} onClick={() => setIsRenaming(true)} />}
      {isNarrow ? (
        <ActiveSwitch editor={editor} />
      ) : (
        <StatusPill tone={flow.active ? 'success' : 'neutral'}>{list(flow.active ? 'active' : 'inactive')}</StatusPill>
      )}
      {segments.length > 1 && <Segments label={t('view')} segments={segments} value={view} onChange={onView} />}
      <span className={css.grow} />
      {!isNarrow && <OtherEditors flowId={flow.id} />}
      {!isNarrow && <ProblemButton editor={editor} onClick={onProblems} />}
      {file.hasChanges && !isNarrow && <span className={css.remember}>{t('remember')}</span>}
      {!isNarrow && (
        <>
          <IconButton size="md" icon="requeue" label={t('undo')} disabled={!file.canUndo} onClick={file.undo} />
          <IconButton size="md" icon="redo" label={t('redo')} disabled={!file.canRedo} onClick={file.redo} />
        </>
      )}
      <Button icon={isTrying ? 'x' : 'play'} aria-pressed={isTrying} aria-keyshortcuts="t" onClick={onTry}>
        {t(isTrying ? 'closeTry' : 'tryIt')}
      </Button>
      {!isNarrow && <SaveButton editor={editor} onErrors={onErrors} />}
      <Suspense fallback={null}>
        {isRenaming && (
          <FlowNameDialog
            flow={flow}
            onRenamed={(name) => editor.setFlow({ ...flow, name })}
            onClose={() => setIsRenaming(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function SaveButton({ editor, onErrors }: { editor: Editor; onErrors: () => void }) {
  const t = useTexts(editorTexts);
  const { publish, note, setNote, isBusy } = usePublish(editor, onErrors);
  const [isWriting, setIsWriting] = useState(false);
  return (
    <>
      <IconButton size="md" icon="note" label={t('versionNote')} disabled={isBusy} onClick={() => setIsWriting(true)} />
      <Button kind="primary" busy={isBusy} data-flow-save aria-keyshortcuts="Control+S" onClick={() => void publish()}>
        {t('save')}
      </Button>
      <Suspense fallback={null}>
        {isWriting && (
          <VersionNoteDialog
            note={note}
            onSave={(written) => {
              setNote(written);
              setIsWriting(false);
              void publish();
            }}
            onClose={() => setIsWriting(false)}
          />
        )}
      </Suspense>
    </>
  );
}

function ProblemButton({ editor, onClick }: { editor: Editor; onClick: () => void }) {
  const t = useTexts(editorTexts);
  const { list, errors } = editor.problems;
  if (list.length === 0) return null;
  const count = errors > 0 ? errors : list.length;
  const [one, many] = errors > 0 ? (['oneError', 'errors'] as const) : (['oneWarning', 'warnings'] as const);
  return (
    <button type="button" className={errors > 0 ? css.errorsButton : css.warningsButton} onClick={onClick}>
      {count === 1 ? t(one) : t(many, { count })}
    </button>
  );
}

function ActiveSwitch({ editor }: { editor: Editor }) {
  const list = useTexts(flowTexts);
  const toast = useToast();
  const change = useSetFlowActive();
  const { flow } = editor;
  const set = (active: boolean) =>
    change.mutate(
      { id: flow.id, active },
      { onSuccess: () => editor.setFlow({ ...flow, active }), onError: toast.failed },
    );
  return <Switch checked={flow.active} onChange={set} label={list('switchNamed', { name: flow.name })} />;
}
