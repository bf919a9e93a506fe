/** Short notices, bottom centre (top on a phone). Errors are announced at once and stay until closed. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icons.tsx';
import { current, subscribe, toasts, type Toast } from './toast-store.ts';
import css from './toast.module.css';
import { useWords } from './words.tsx';

/** The same verbs for every screen; the object never changes, so it may stand in dependency lists. */
export const useToast = (): Pick<typeof toasts, 'done' | 'failed' | 'info' | 'warn' | 'outcome'> => toasts;

/** `explain` turns whatever was thrown into a sentence: the kit knows no error codes. */
export function ToastHost({ explain }: { explain: (error: unknown) => string }) {
  const word = useWords();
  const up = useSyncExternalStore(subscribe, current, current);
  useEffect(() => toasts.closeAll, []);
  const sentence = (toast: Toast) =>
    toast.tone === 'failed' || typeof toast.said !== 'string' ? explain(toast.said) : toast.said;
  const line = (toast: Toast) => <ToastLine key={toast.id} toast={toast} text={sentence(toast)} />;

  return (
    <section className={css.host} aria-label={word('notices')}>
      {/* Both regions are always there: a region that comes together with its first words is often not read. */}
      <div className={css.list} role="alert">
        {up.filter((toast) => toast.tone === 'failed').map(line)}
      </div>
      <div className={css.list} role="status">
        {up.filter((toast) => toast.tone !== 'failed').map(line)}
      </div>
    </section>
  );
}

const icons: Record<Toast['tone'], IconName> = { done: 'check-c', info: 'info', warn: 'alert', failed: 'alert' };

function ToastLine({ toast, text }: { toast: Toast; text: string }) {
  const word = useWords();
  const [held, setHeld] = useState(false);
  const { id, lastsMs, action } = toast;

  // Under the pointer or the focus it waits: nobody should lose what they are reading.
  useEffect(() => {
    if (lastsMs === null || held) return;
    const end = setTimeout(() => toasts.close(id), lastsMs);
    return () => clearTimeout(end);
  }, [id, lastsMs, held]);

  return (
    <div
      className={cx(css.toast, css[toast.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={css.icon}>
        <Icon name={icons[toast.tone]} />
      </span>
      <span className={css.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={css.act}
          onClick={() => {
            action.onClick();
            toasts.close(id);
          }}
        >
          {action.label}
        </button>
      )}
      {(lastsMs === null || action) && (
        <button type="button" className={css.close} aria-label={word('close')} onClick={() => toasts.close(id)}>
          <Icon name="x" size={16} />
        </button>
      )}
    </div>
  );
}
