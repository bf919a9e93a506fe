/** Loading, empty and error states of the list. */
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState, Skeleton } from '../../../ui/index.ts';
import type { InboxView } from './inbox-view.ts';
import { filterCount } from './inbox-view.ts';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';

/** The size of real rows, so that the layout does not jump; visible after 150 ms. */
export function RowSkeletons({ count }: { count: number }) {
  const t = useTexts(listTexts);
  return (
    <div>
      <span className="sr" role="status">
        {t('loading')}
      </span>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={css.skeleton} aria-hidden="true">
          <Skeleton width={44} height={44} round />
          <div className={css.skeletonLines}>
            <Skeleton width={`${40 + ((at * 17) % 25)}%`} height={13} />
            <Skeleton width={`${70 + ((at * 11) % 25)}%`} height={11} />
            <Skeleton width={`${30 + ((at * 23) % 30)}%`} height={9} />
          </div>
        </div>
      ))}
    </div>
  );
}

export function ListFailed({ error, onRetry, compact }: { error: unknown; onRetry: () => void; compact?: boolean }) {
  const t = useTexts(listTexts);
  const text = errorText(error, useLanguage());
  return compact ? (
    <ErrorState compact text={text} onRetry={onRetry} />
  ) : (
    <div className={css.middle}>
      <ErrorState title={t('failed')} text={text} onRetry={onRetry} />
    </div>
  );
}

export function ListEmpty({ view, waiting }: { view: InboxView; waiting: number }) {
  return (
    <div className={css.middle}>
      {view.isSearch || filterCount(view.filters) > 0 ? (
        <NoResults view={view} />
      ) : (
        <TabEmpty view={view} waiting={waiting} />
      )}
    </div>
  );
}

function NoResults({ view }: { view: InboxView }) {
  const t = useTexts(listTexts);
  const term = view.search.trim();
  return (
    <EmptyState
      icon="search"
      title={t('nothingFound')}
      text={term === '' ? t('nothingFiltered') : t('nothingFoundFor', { term })}
      action={
        <div className={css.stateActions}>
          <Button onClick={view.clear}>{t('clearFilters')}</Button>
          {view.canSeeAll && !view.showAll && <Button onClick={() => view.setShowAll(true)}>{t('searchAll')}</Button>}
        </div>
      }
    />
  );
}

function TabEmpty({ view, waiting }: { view: InboxView; waiting: number }) {
  const t = useTexts(listTexts);
  switch (view.tab) {
    case 'open':
      return (
        <EmptyState
          icon="check-c"
          title={t('allAnswered')}
          text={
            waiting === 0
              ? t('allAnsweredNobody')
              : waiting === 1
                ? t('allAnsweredOne')
                : t('allAnsweredText', { n: waiting })
          }
          action={waiting > 0 && <Button onClick={() => view.goTo('pending')}>{t('seeWaiting')}</Button>}
        />
      );
    case 'pending':
      return <EmptyState icon="check-c" title={t('nobodyWaits')} text={t('nobodyWaitsText')} />;
    case 'group':
      return <EmptyState icon="users" title={t('noGroups')} text={t('noGroupsText')} />;
    case 'closed':
      return <EmptyState icon="check-c" title={t('noneClosed')} text={t('noneClosedText')} />;
  }
}
