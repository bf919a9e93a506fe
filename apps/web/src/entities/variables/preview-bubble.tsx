import { useTexts } from '../../lib/use-texts.ts';
import { FormattedText } from '../messages/formatted-text.tsx';
import css from './variables.module.css';
import { variableTexts } from './variables.texts.ts';

/** A message as the customer receives it. */
export function PreviewBubble({ text }: { text: string }) {
  const t = useTexts(variableTexts);
  return (
    <div className={css.preview} role="note" aria-label={t('preview')}>
      <span className={css.previewTitle}>{t('preview')}</span>
      <span className={css.bubble}>
        <FormattedText>{text}</FormattedText>
      </span>
    </div>
  );
}
