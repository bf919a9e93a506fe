import { useTexts } from '../../lib/use-texts.ts';
import { Counter } from '../../ui/index.ts';
import { notificationTexts } from './notifications.texts.ts';
import { useUnread } from './unread.ts';

const MAX_SHOWN = 99;

/** Unread beside an entry of the menu; a component of its own, so that a new number draws nothing else. */
export function MenuCount() {
  const t = useTexts(notificationTexts);
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <Counter accent>
      <span aria-hidden="true">{unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}</span>
      <span className="sr">{unread === 1 ? t('oneUnread') : t('manyUnread', { count: unread })}</span>
    </Counter>
  );
}
