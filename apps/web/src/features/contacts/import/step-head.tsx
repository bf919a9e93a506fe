import { useEffect, useRef } from 'react';
import { Icon } from '../../../ui/index.ts';
import css from './import.module.css';

/** Title and file name of a step. On mount it scrolls to the top and takes the focus. */
export function StepHead({ id, title, fileName }: { id: string; title: string; fileName?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.closest('[data-scroller]')?.scrollTo?.({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={css.cardHead}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {fileName !== undefined && (
        <span className={css.fileName}>
          <Icon name="file" size={16} />
          <span className="cut">{fileName}</span>
        </span>
      )}
    </div>
  );
}
