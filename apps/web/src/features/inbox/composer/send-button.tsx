import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon } from '../../../ui/index.ts';
import css from './composer.module.css';
import { composerTexts } from './composer.texts.ts';

export interface SendButtonProps {
  isNote: boolean;
  isEmpty: boolean;
  onSend: () => void;
  onRecord: () => void;
}

/** Names its effect, so that a note for the team is not sent to the customer by mistake. */
export function SendButton({ isNote, isEmpty, onSend, onRecord }: SendButtonProps) {
  const t = useTexts(composerTexts);
  if (isNote)
    return (
      <button type="button" className={css.send} aria-label={t('saveNote')} disabled={isEmpty} onClick={onSend}>
        <Icon name="lock" size={16} />
        <span className={css.toggleText}>{t('saveNote')}</span>
      </button>
    );
  if (isEmpty)
    return (
      <button type="button" className={cx(css.send, css.mic)} aria-label={t('record')} onClick={onRecord}>
        <Icon name="mic" size={20} />
      </button>
    );
  return (
    <button type="button" className={css.send} aria-label={t('send')} onClick={onSend}>
      <Icon name="send" size={20} />
    </button>
  );
}
