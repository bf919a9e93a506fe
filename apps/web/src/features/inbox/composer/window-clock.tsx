import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon } from '../../../ui/index.ts';
import { conversationTexts } from '../conversation/conversation.texts.ts';
import { hoursLeft, remainingText, useEachMinute, WARN_MS } from '../conversation/window-remaining.ts';
import css from './composer.module.css';

/** The time left in the reply window, beside the text. Nothing for channels without a window. */
export function WindowClock({ endsAt }: { endsAt: string | null }) {
  const t = useTexts(conversationTexts);
  const now = useEachMinute(endsAt !== null);
  const remainingMs = Date.parse(endsAt ?? '') - now;
  if (!(remainingMs > 0)) return null;
  return (
    <span className={cx(css.clock, css.wide, remainingMs <= WARN_MS && css.pressing)} title={t('timeLeft')}>
      <Icon name="timer" size={16} />
      <span className="sr">{t('timeLeft')}: </span>
      <span className={cx('num', css.whole)}>{remainingText(remainingMs, t)}</span>
      {/* The short form where space is limited. */}
      <span className={cx('num', css.brief)} aria-hidden="true">
        {hoursLeft(remainingMs, t)}
      </span>
    </span>
  );
}
