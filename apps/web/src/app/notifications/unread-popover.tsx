import { lazy, Suspense } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, Popover, Skeleton } from '../../ui/index.ts';
import { notificationTexts } from './notifications.texts.ts';
import css from './unread-popover.module.css';
import { useCanAttend, useUnread } from './unread.ts';

const UnreadList = lazy(() => import('./unread-list.tsx').then((module) => ({ default: module.UnreadList })));

/** The envelope in the top bar: the number of tickets with unread messages, and the list. */
export function UnreadPopover() {
  const t = useTexts(notificationTexts);
  const unread = useUnread();
  if (!useCanAttend()) return null;
  return (
    <Popover
      label={t('unread')}
      width={340}
      target={(opener) => (
        <IconButton
          icon="mail"
          size="md"
          label={unread === 0 ? t('unreadButton') : `${t('unreadButton')}: ${unread}`}
          tip={!opener['aria-expanded']}
          {...(unread > 0 ? { badge: unread } : {})}
          {...opener}
        />
      )}
    >
      {(close) => (
        <div className={css.panel}>
          {/* Present from the start, so that the focus has a target. */}
          <h2 className={css.title} tabIndex={-1} data-autofocus>
            {t('unread')}
          </h2>
          <Suspense fallback={<Skeleton width={120} />}>
            <UnreadList onClose={close} />
          </Suspense>
        </div>
      )}
    </Popover>
  );
}
