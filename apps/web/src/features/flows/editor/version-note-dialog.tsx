import { useState, type FormEvent } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, TextField } from '../../../ui/index.ts';
import { editorTexts } from './editor.texts.ts';

/** Limit of the API. */
const MAX_NOTE = 200;

interface VersionNoteDialogProps {
  note: string;
  onSave: (note: string) => void;
  onClose: () => void;
}

/** «Salvar» with a note that the list of versions shows. */
export function VersionNoteDialog({ note, onSave, onClose }: VersionNoteDialogProps) {
  const t = useTexts(editorTexts);
  const [text, setText] = useState(note);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(text.trim());
  };
  return (
    <Dialog
      title={t('versionNote')}
      width={440}
      onClose={onClose}
      onSubmit={submit}
      dirty={text !== note}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit">
            {t('save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('whatChanged')}
        hint={t('versionNoteText')}
        maxLength={MAX_NOTE}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}
