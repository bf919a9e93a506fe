/** Confirmations of what a version can become: the draft, or what customers use. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRestoreVersion, useRollback } from '../../../entities/flows/flow-versions.api.ts';
import { ApiError } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../../ui/index.ts';
import type { Editor } from '../editor/use-editor.ts';
import { TOAST_MS } from '../list/toast-time.ts';
import { versionTexts } from './versions.texts.ts';

interface QuestionProps {
  editor: Editor;
  number: number;
  onClose: () => void;
}

export function RestoreQuestion({ editor, number, onClose }: QuestionProps) {
  const t = useTexts(versionTexts);
  const { mutateAsync: restore } = useRestoreVersion(editor.flow.id);
  const confirm = useConfirm(editor, onClose, async (rev) => {
    await restore({ number, rev });
    return { view: 'canvas', done: t('restored', { number }) };
  });
  return (
    <ConfirmDialog
      title={t('restoreTitle', { number })}
      text={t('restoreText')}
      verb={t('restore')}
      busy={confirm.isBusy}
      onConfirm={() => void confirm.start()}
      onClose={onClose}
    />
  );
}

export function RollbackQuestion({ editor, number, onClose }: QuestionProps) {
  const t = useTexts(versionTexts);
  const { mutateAsync: rollback } = useRollback(editor.flow.id);
  const confirm = useConfirm(editor, onClose, async () => {
    const { isNew } = await rollback(number);
    return { view: 'versions', done: t(isNew ? 'returned' : 'alreadyLive', { number }) };
  });
  return (
    <ConfirmDialog
      danger
      title={t('rollbackTitle', { number })}
      text={t('rollbackText')}
      verb={t('rollback')}
      busy={confirm.isBusy}
      onConfirm={() => void confirm.start()}
      onClose={onClose}
    />
  );
}

type Act = (rev: number) => Promise<{ view: 'canvas' | 'versions'; done: string }>;

/** Acts on the saved draft, then opens the editor again on the new one, in the view that shows the outcome. */
function useConfirm(editor: Editor, onClose: () => void, act: Act) {
  const t = useTexts(versionTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    setIsBusy(true);
    try {
      // Otherwise the last second of drawing would be saved on top of the new draft.
      const rev = await editor.file.saveNow();
      if (rev === undefined) {
        toast.warn(t('notSaved'));
        return onClose();
      }
      const { view, done } = await act(rev);
      toast.done(done, undefined, TOAST_MS);
      onClose();
      // The view is in the address, where the editor looks when it starts.
      const search = view === 'versions' ? { view } : {};
      await navigate({ to: `/flowbuilder/${editor.flow.id}`, search, replace: true });
      editor.reload();
    } catch (error) {
      const refusal = error instanceof ApiError && refusalOf(error);
      if (refusal) toast.warn(t(refusal));
      else toast.failed(error);
      onClose();
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, start };
}

/** Both refusals are JSON text inside `error`: the problems of the document, or the newer draft. */
function refusalOf({ code }: ApiError): 'hasErrors' | 'draftChanged' | undefined {
  if (!code.startsWith('{')) return undefined;
  return code.includes('"problems"') ? 'hasErrors' : 'draftChanged';
}
