import { Skeleton } from '../../ui/index.ts';
import css from './board-skeleton.module.css';

/** The board while its code loads: the head with its dates, and columns with cards. */
export const BoardSkeleton = () => (
  <div className={css.board} aria-busy="true" data-skeleton="board">
    <div className={css.head}>
      <Skeleton width={92} height={24} />
      <span className={css.grow} />
      <Skeleton width={150} height={34} />
      <Skeleton width={150} height={34} />
      <Skeleton width={92} height={34} />
    </div>
    <div className={css.lanes}>
      {[3, 4, 2, 1].map((cards, at) => (
        <div key={at} className={css.lane}>
          <Skeleton width={`${30 + ((at * 17) % 25)}%`} height={14} />
          {Array.from({ length: cards }, (_, n) => (
            <div key={n} className={css.card}>
              <Skeleton width="60%" height={14} />
              <Skeleton width="40%" />
              <Skeleton width="90%" />
            </div>
          ))}
        </div>
      ))}
    </div>
  </div>
);
