import type { FlowConflict } from '@balcao/contract/endpoints/flows';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { formatTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, CardDialog, useToast } from '../../../ui/index.ts';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';
import type { Editor } from './use-editor.ts';

interface ConflictDialogProps {
  editor: Editor;
  conflict: FlowConflict;
  onLoadTheirs: () => void;
}

const MAX_NAME = 50;

/** A colleague saved a newer draft. Nothing is lost without a choice: the dialog cannot be closed. */
export function ConflictDialog({ editor, conflict, onLoadTheirs }: ConflictDialogProps) {
  const t = useTexts(editorTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const saveCopy = async () => {
    setIsBusy(true);
    try {
      const name = t('copyName', { name: editor.flow.name.slice(0, MAX_NAME - 20) });
      const copy = await api.flows.create({ body: { name } });
      const { rev } = await api.flows.draft({ params: { id: copy.id } });
      await api.flows.saveDraft({ params: { id: copy.id }, body: { rev, doc: editor.file.doc } });
      void navigate({ to: `/flowbuilder/${copy.id}` });
    } catch (error) {
      toast.failed(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <CardDialog
      title={t('conflictTitle', { name: conflict.by?.name ?? t('someone'), time: formatTime(conflict.at) })}
      onClose={() => {}}
      footer={
        <>
          <Button busy={isBusy} data-autofocus onClick={() => void saveCopy()}>
            {t('saveCopy')}
          </Button>
          <Button kind="primary" disabled={isBusy} onClick={onLoadTheirs}>
            {t('loadTheirs')}
          </Button>
        </>
      }
    >
      <p className={css.dialogText}>{t('conflictText')}</p>
    </CardDialog>
  );
}

/** The flow was deleted while it was open. */
export function GoneDialog() {
  const t = useTexts(editorTexts);
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/flowbuilders' });
  return (
    <CardDialog
      title={t('gone')}
      onClose={leave}
      footer={
        <Button kind="primary" data-autofocus onClick={leave}>
          {t('back')}
        </Button>
      }
    >
      <p className={css.dialogText}>{t('goneText')}</p>
    </CardDialog>
  );
}
