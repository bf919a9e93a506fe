import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, Popover, Skeleton, useToast } from '../../ui/index.ts';
import { PartBoundary } from '../part-boundary.tsx';
import { notificationTexts } from './notifications.texts.ts';
import css from './unread-popover.module.css';
import { useCanAttend, useUnread } from './unread.ts';

const UnreadList = lazyPart(() => import('./unread-list.tsx').then((module) => module.UnreadList));

/** The envelope in the top bar: the number of tickets with unread messages, and the list. */
export function UnreadPopover() {
  const t = useTexts(notificationTexts);
  const toast = useToast();
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
          <PartBoundary
            onError={(error) => {
              toast.failed(error);
              close();
            }}
          >
            <Suspense fallback={<Skeleton width={120} />}>
              <UnreadList onClose={close} />
            </Suspense>
          </PartBoundary>
        </div>
      )}
    </Popover>
  );
}
