/** Asks before something is lost: the title names the thing, the text tells the loss, the verb repeats the act. */
import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import { Button } from './button.tsx';
import css from './dialog.module.css';
import { TextField } from './fields.tsx';
import { rise, useFocusGoesBack } from './overlay.ts';
import { useWords } from './words.tsx';

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

export function ConfirmDialog({ title, text, verb, safe, danger = false, busy = false, onConfirm, onClose, typeToConfirm }: ConfirmDialogProps) {
  const word = useWords();
  const id = useId();
  const [typed, setTyped] = useState('');
  useFocusGoesBack();

  return (
    <Modal.Root opened onClose={onClose} centered size={440} yOffset={24} xOffset={24} zIndex="calc(var(--z-modal) + 2)" returnFocus={false} transitionProps={{ duration: 150, transition: rise }}>
      <Modal.Overlay className={css.scrim} />
      <Modal.Content classNames={{ inner: css.inner, content: css.window }} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} data-small>
        <div className={css.inside}>
          <div className={css.question}>
            <h2 className={css.title} id={`${id}-title`}>
              {title}
            </h2>
            <p id={`${id}-text`} className="muted">
              {text}
            </p>
            {typeToConfirm && <TextField label={`${word('typeToConfirm')} ${typeToConfirm}`} value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />}
          </div>
          <footer className={css.foot}>
            <Button onClick={onClose} data-autofocus>
              {safe ?? word('cancel')}
            </Button>
            <Button kind={danger ? 'danger' : 'primary'} busy={busy} disabled={typeToConfirm !== undefined && typed.trim() !== typeToConfirm} onClick={onConfirm}>
              {verb}
            </Button>
          </footer>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
