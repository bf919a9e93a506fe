import { useId, type ReactNode } from 'react';
import css from './messages-api.module.css';

/** A part of the page under its own heading. */
export function Card({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  );
}
