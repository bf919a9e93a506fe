/** Asks before something is lost: the title names the thing, the text tells the loss, the verb repeats the act. */
import { ModalBaseBody } from '@mantine/core';
import { useState } from 'react';
import { Button } from './button.tsx';
import css from './dialog.module.css';
import { TextField } from './fields.tsx';
import { Window, WindowTitle } from './window.tsx';
import { useUiTexts } from './ui-texts.tsx';

export interface ConfirmDialogProps {
  title: string;
  text: string;
  verb: string;
  /** The way out, focused first; “Cancelar” unless told. */
  safe?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** For what cannot be undone: the words to be typed before the verb may be pressed. */
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
    <Window onClose={onClose} width={440} shape="card" above>
      <div className={css.question}>
        <WindowTitle>{title}</WindowTitle>
        {/* Read out together with the title. */}
        <ModalBaseBody className={css.loss}>{text}</ModalBaseBody>
        {typeToConfirm && (
          <TextField
            label={`${t('typeToConfirm')} ${typeToConfirm}`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
          />
        )}
      </div>
      <footer className={css.foot}>
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
      </footer>
    </Window>
  );
}
