import type { ReactNode } from 'react';
import type { MarkedText } from './marked-text.ts';
import css from './row.module.css';

/** The text with its matches highlighted; invalid ranges are skipped. */
export function highlighted({ text, marks }: MarkedText): ReactNode[] {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const [from, to] of marks) {
    if (from < done || to <= from || to > text.length) continue;
    parts.push(text.slice(done, from));
    parts.push(
      <mark key={from} className={css.mark}>
        {text.slice(from, to)}
      </mark>,
    );
    done = to;
  }
  return [...parts, text.slice(done)];
}
