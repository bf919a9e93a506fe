/** Save status beside a control: saving, saved, or the error. Its space is reserved, so the layout does not move. */
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon } from '../../ui/index.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import type { Saver } from './use-saver.ts';

export function SaveStatus({
  name,
  of: { state, error, retry },
}: {
  name: string;
  of: Omit<Saver<never>, 'save' | 'value'>;
}) {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  return (
    <span className={css.mark} role="status" aria-live="polite">
      {state === 'saving' && (
        <span className={css.saving}>
          <span className={css.spin} />
          {t('saving')}
        </span>
      )}
      {state === 'saved' && (
        <span className={cx(css.saving, css.ok)}>
          <Icon name="check" size={14} />
          {t('saved')}
        </span>
      )}
      {state === 'failed' && (
        <span className={cx(css.saving, css.bad)} title={errorText(error, language)}>
          <Icon name="alert" size={14} />
          {t('notSaved')}
          <button type="button" className={css.retry} onClick={retry} aria-label={t('retryNamed', { name })}>
            {t('retry')}
          </button>
        </span>
      )}
    </span>
  );
}
