import { Button } from './button.tsx';
import { Icon } from './icons.tsx';
import css from './one-time-secret.module.css';
import { useToast } from './toast.tsx';

interface OneTimeSecretProps {
  value: string;
  /** Says that it is shown only now. */
  warning: string;
  copy: string;
  copied: string;
  copyFailed: string;
}

/** A secret with a button that copies it, for the only time that it is shown. */
export function OneTimeSecret({ value, warning, copy, copied, copyFailed }: OneTimeSecretProps) {
  const toast = useToast();
  const write = () =>
    // The clipboard API exists only on secure pages.
    (navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast.done(copied),
      () => toast.warn(copyFailed),
    );
  return (
    <>
      <div className={css.secret}>
        <code>{value}</code>
        <Button size="sm" icon="copy" data-autofocus onClick={() => void write()}>
          {copy}
        </Button>
      </div>
      <p className={css.once}>
        <Icon name="alert" size={16} />
        {warning}
      </p>
    </>
  );
}
