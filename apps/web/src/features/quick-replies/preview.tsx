/** Preview of a reply as sent by this user now, with an example contact name. */
import { FormattedText } from '../../entities/messages/formatted-text.tsx';
import { useExample } from '../../entities/variables/variables.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/index.ts';
import { iconOfMedia, type Attached } from './media.ts';
import css from './quick-replies.module.css';
import { quickReplyTexts } from './quick-replies.texts.ts';

export function Preview({ message, attached }: { message: string; attached: Attached | null }) {
  const t = useTexts(quickReplyTexts);
  const text = useExample()(message);
  return (
    <section className={css.preview} aria-label={t('preview')}>
      <span className={css.previewTitle}>{t('preview')}</span>
      <div className={css.canvas}>
        {text.trim() === '' && !attached ? (
          <p className={css.nothing}>{t('previewEmpty')}</p>
        ) : (
          <div className={css.bubble}>
            {attached && (
              <span className={css.bubbleFile}>
                <Icon name={iconOfMedia(attached.type)} size={16} />
                <span className="cut">{attached.name}</span>
              </span>
            )}
            {text.trim() !== '' && (
              <span>
                <FormattedText>{text}</FormattedText>
              </span>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
