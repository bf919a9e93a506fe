import { useEffect, useId, useRef } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/icons.tsx';
import css from './sign-in.module.css';
import { signInTexts } from './sign-in.texts.ts';

/** Warns about a weak password and lets the user continue. */
export function WeakPasswordDialog({ onProceed, onBack }: { onProceed: () => void; onBack: () => void }) {
  const t = useTexts(signInTexts);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // The native modal dialog traps the focus, closes with Esc and restores the focus.
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onBack}
    >
      <span className={css.warning}>
        <Icon name="alert" size={20} />
      </span>
      <h2 id={`${id}-title`}>{t('weakTitle')}</h2>
      <p id={`${id}-text`}>{t('weakText')}</p>
      <div className={css.choices}>
        <button type="button" className={css.plain} onClick={onBack}>
          {t('weakBack')}
        </button>
        <button type="button" className={css.enter} autoFocus onClick={onProceed}>
          {t('weakProceed')}
        </button>
      </div>
    </dialog>
  );
}
