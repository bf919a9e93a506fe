import { ScreenSkeleton } from './screen-skeleton.tsx';
import css from './shell.module.css';

/** The empty shell while the session loads. */
export const ShellSkeleton = () => (
  <div className={css.shell}>
    <div className={css.app}>
      <div className={css.skeletonSide} />
      <div className={css.column}>
        <div className={css.skeletonTop} />
        <ScreenSkeleton />
      </div>
    </div>
  </div>
);
