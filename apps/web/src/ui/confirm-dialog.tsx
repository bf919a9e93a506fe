/** Confirms a destructive action: the title names the object, the text the loss, and the button repeats the verb. */
import { useState } from 'react';
import { Button } from './button.tsx';
import { CardDialog } from './card-dialog.tsx';
import css from './dialog.module.css';
import { TextField } from './fields.tsx';
import { useUiTexts } from './ui-texts.tsx';
import { WindowText } from './window.tsx';

export interface ConfirmDialogProps {
  title: string;
  text: string;
  verb: string;
  /** Label of the button without consequences, which has the focus; “Cancelar” by default. */
  safe?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** For what cannot be undone: the text to type before the button is enabled. */
  typeToConfirm?: string;
}

export function ConfirmDialog({
  title,
  text,
  verb,
  safe,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  typeToConfirm,
}: ConfirmDialogProps) {
  const t = useUiTexts();
  const [typed, setTyped] = useState('');

  return (
    <CardDialog
      title={title}
      onClose={onClose}
      above
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {safe ?? t('cancel')}
          </Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={typeToConfirm !== undefined && typed.trim() !== typeToConfirm}
            onClick={onConfirm}
          >
            {verb}
          </Button>
        </>
      }
    >
      <WindowText className={css.loss}>{text}</WindowText>
      {typeToConfirm && (
        <TextField
          label={`${t('typeToConfirm')} ${typeToConfirm}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      )}
    </CardDialog>
  );
}
