import { Skeleton } from '../../ui/index.ts';
import css from './shell.module.css';

/** The usual layout of a screen while its code loads: title, search box, rows. */
export const ScreenSkeleton = () => (
  <div className={css.skeleton} aria-busy="true">
    <div className={css.skeletonHead}>
      <Skeleton width={140} height={22} />
      <Skeleton width={128} height={34} />
    </div>
    <Skeleton width={320} height={34} />
    <div className={css.skeletonCard}>
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className={css.skeletonRow}>
          <Skeleton width={`${24 + ((at * 13) % 22)}%`} />
          <Skeleton width={`${14 + ((at * 7) % 12)}%`} />
          <Skeleton width={96} />
        </div>
      ))}
    </div>
  </div>
);
