import { Skeleton } from '../../ui/index.ts';
import css from './editor.module.css';

/** The form of a prompt before it is loaded. */
export const EditorSkeleton = () => (
  <div className={css.editor} aria-busy="true">
    <div className={css.bar}>
      <Skeleton width={220} height={20} />
    </div>
    <div className={css.body}>
      <div className={css.fields}>
        {[280, 220, 160].map((height) => (
          <Skeleton key={height} height={height} />
        ))}
      </div>
      <Skeleton height={420} />
    </div>
  </div>
);
