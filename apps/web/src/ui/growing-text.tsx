/** A text field of one to eight lines that grows without measuring: an invisible copy of the text gives the height. */
import type { ComponentProps, Ref } from 'react';
import { cx } from './cx.ts';
import css from './growing-text.module.css';

/** Enough for eight lines; the layout of a very long text must not be computed twice. */
const COPIED = 2000;

export function GrowingText({
  field,
  value,
  className,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value'> & { field: Ref<HTMLTextAreaElement>; value: string }) {
  return (
    <div className={cx(css.grow, className)} data-words={value.slice(0, COPIED)}>
      <textarea ref={field} rows={1} maxLength={65_536} className={css.field} value={value} {...rest} />
    </div>
  );
}
