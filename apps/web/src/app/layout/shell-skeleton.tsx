import { BoardSkeleton } from './board-skeleton.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import css from './shell.module.css';

/** The router, which knows the screen, needs the session. */
const isBoardPath = () => /^\/kanban(?:\/|$)/i.test(location.pathname);

/** The empty shell while the session loads. */
export const ShellSkeleton = () => (
  <div className={css.shell}>
    <div className={css.app}>
      <div className={css.skeletonSide} />
      <div className={css.column}>
        <div className={css.skeletonTop} />
        {isBoardPath() ? <BoardSkeleton /> : <ScreenSkeleton />}
      </div>
    </div>
  </div>
);
