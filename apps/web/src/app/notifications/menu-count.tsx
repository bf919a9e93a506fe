import { useTexts } from '../../lib/use-texts.ts';
import { Counter } from '../../ui/index.ts';
import { notificationTexts } from './notifications.texts.ts';
import { useUnread } from './unread.ts';

const MAX_SHOWN = 99;

/** The unread count beside a menu entry; a separate component, so that a new count renders nothing else. */
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
