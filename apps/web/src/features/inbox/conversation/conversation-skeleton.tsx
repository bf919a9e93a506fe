import { useTexts } from '../../../lib/use-texts.ts';
import { Skeleton } from '../../../ui/index.ts';
import { ThreadSkeleton } from '../thread/thread-skeleton.tsx';
import css from './conversation.module.css';
import { conversationTexts } from './conversation.texts.ts';

/** The layout of a conversation while it loads. */
export function ConversationSkeleton() {
  const t = useTexts(conversationTexts);
  return (
    <div className={css.both}>
      <section className={css.conversation} aria-busy="true" aria-label={t('loading')}>
        <div className={css.skeletonHead}>
          <Skeleton width={36} height={36} round />
          <span>
            <Skeleton width={140} height={14} />
            <Skeleton width={200} height={12} />
          </span>
        </div>
        <ThreadSkeleton />
      </section>
    </div>
  );
}
