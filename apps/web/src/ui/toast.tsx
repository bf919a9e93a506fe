/** Toasts at the bottom center (top on a phone). Errors are announced at once and stay until closed. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icons.tsx';
import { current, subscribe, toasts, type Toast } from './toast-store.ts';
import css from './toast.module.css';
import { useUiTexts } from './ui-texts.tsx';

/** The same object for every screen; it never changes, so it can be in dependency lists. */
export const useToast = (): Pick<typeof toasts, 'done' | 'failed' | 'alert' | 'info' | 'warn' | 'outcome' | 'saved'> =>
  toasts;

/** `errorText` translates a thrown value: the kit knows no error codes. */
export function ToastHost({ errorText }: { errorText: (error: unknown) => string }) {
  const t = useUiTexts();
  const visible = useSyncExternalStore(subscribe, current, current);
  useEffect(() => toasts.closeAll, []);
  const sentence = (toast: Toast) =>
    toast.tone === 'failed' || typeof toast.message !== 'string' ? errorText(toast.message) : toast.message;
  const renderToast = (toast: Toast) => <ToastItem key={toast.id} toast={toast} text={sentence(toast)} />;

  return (
    <section className={css.host} aria-label={t('notices')}>
      {/* Both live regions always exist: a region inserted together with its first text is often not announced. */}
      <div className={css.list} role="alert">
        {visible.filter(isUrgent).map(renderToast)}
      </div>
      <div className={css.list} role="status">
        {visible.filter((toast) => !isUrgent(toast)).map(renderToast)}
      </div>
    </section>
  );
}

const isUrgent = ({ tone }: Toast): boolean => tone === 'failed' || tone === 'alert';
const icons: Record<Toast['tone'], IconName> = {
  done: 'check-c',
  info: 'info',
  warn: 'alert',
  failed: 'alert',
  alert: 'alert',
};

function ToastItem({ toast, text }: { toast: Toast; text: string }) {
  const t = useUiTexts();
  const [isPaused, setIsPaused] = useState(false);
  const { id, lastsMs, action } = toast;

  // Under the pointer or with the focus it stays, so that it can be read.
  useEffect(() => {
    if (lastsMs === null || isPaused) return;
    const end = setTimeout(() => toasts.close(id), lastsMs);
    return () => clearTimeout(end);
  }, [id, lastsMs, isPaused]);

  return (
    <div
      className={cx(css.toast, css[toast.tone === 'alert' ? 'failed' : toast.tone])}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <span className={css.icon}>
        <Icon name={icons[toast.tone]} />
      </span>
      <span className={css.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            action.onClick();
            toasts.close(id);
          }}
        >
          {action.label}
        </button>
      )}
      {(lastsMs === null || action) && (
        <button type="button" className={css.close} aria-label={t('close')} onClick={() => toasts.close(id)}>
          <Icon name="x" size={16} />
        </button>
      )}
    </div>
  );
}
