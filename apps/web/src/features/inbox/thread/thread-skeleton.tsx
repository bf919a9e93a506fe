import { cx } from '../../../ui/index.ts';
import css from './thread.module.css';

/** Placeholder bubbles while the messages load. */
export const ThreadSkeleton = () => (
  <div className={css.wrap} aria-hidden="true">
    <div className={css.skeleton}>
      {shapes.map(([width, height, out]) => (
        <span
          key={`${width}-${height}`}
          className={cx(css.ghost, out && css.ghostOut)}
          style={{ width: `${width}%`, height }}
        />
      ))}
    </div>
  </div>
);

const shapes = [
  [38, 44, false],
  [27, 44, false],
  [46, 62, true],
  [30, 44, true],
  [44, 96, false],
  [24, 44, false],
] as const;
