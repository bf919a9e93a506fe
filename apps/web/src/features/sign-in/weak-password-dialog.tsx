import { useEffect, useId, useRef } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/icons.tsx';
import css from './sign-in.module.css';
import { signInTexts } from './sign-in.texts.ts';

/** Warns about a password that is easy to guess, and lets the person through all the same. */
export function WeakPasswordDialog({ onProceed, onBack }: { onProceed: () => void; onBack: () => void }) {
  const t = useTexts(signInTexts);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser's own modal dialog traps the focus, closes with Esc and hands the focus back.
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
