import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, useToast } from '../../ui/index.ts';
import { connectionTexts } from './connections.texts.ts';
import css from './account-linking.module.css';
import { accountLinkingTexts } from './account-linking.texts.ts';

/** A value to paste elsewhere: the button copies it, a double click selects all of it. */
export function Copyable({ label, value }: { label: string; value: string }) {
  const t = useTexts(accountLinkingTexts);
  const tConnection = useTexts(connectionTexts);
  const toast = useToast();
  const copy = () =>
    // The clipboard API exists only on secure pages.
    (navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast.done(t('copied')),
      () => toast.warn(tConnection('copyFailed')),
    );
  return (
    <div className={css.copied}>
      <span>{label}</span>
      <code>{value}</code>
      <IconButton icon="copy" label={t('copyNamed', { what: label })} onClick={() => void copy()} />
    </div>
  );
}
