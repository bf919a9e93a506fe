import type { FlowConflict } from '@balcao/contract/endpoints/flows';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api, ApiError } from '../../../lib/api.ts';
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
/** Left of the name for the mark of a copy with its number. */
const MARK_LENGTH = 20;
const MAX_COPIES = 50;

/** A colleague saved a newer draft. Nothing is lost without a choice: the dialog cannot be closed. */
export function ConflictDialog({ editor, conflict, onLoadTheirs }: ConflictDialogProps) {
  const t = useTexts(editorTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  // Saved in two steps: a retry after the second one failed must not create another copy.
  const copyId = useRef<number>(undefined);
  /** Earlier copies of the same flow keep their names: the next number that is free. */
  const create = async (number = 1): Promise<number> => {
    const name = editor.flow.name.slice(0, MAX_NAME - MARK_LENGTH).trimEnd();
    try {
      const body = { name: number === 1 ? t('copyName', { name }) : t('copyNameNumbered', { name, number }) };
      return (await api.flows.create({ body })).id;
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'ERR_FLOW_NAME_TAKEN';
      if (!isTaken || number === MAX_COPIES) throw error;
      return create(number + 1);
    }
  };
  const saveCopy = async () => {
    setIsBusy(true);
    try {
      const id = (copyId.current ??= await create());
      const { rev } = await api.flows.draft({ params: { id } });
      await api.flows.saveDraft({ params: { id }, body: { rev, doc: editor.file.doc } });
      void navigate({ to: `/flowbuilder/${id}` });
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
  const leave = () => void navigate({ to: '/flowbuilders', ignoreBlocker: true });
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
