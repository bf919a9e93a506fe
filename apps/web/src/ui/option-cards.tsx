import { useId, type ReactNode } from 'react';
import css from './option-cards.module.css';

/** A list of cards, of which one or several are chosen. */
export function OptionCards({ legend, error, children }: { legend: string; error?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={css.list} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {children}
      {error && (
        <span id={`${id}-error`} className={css.error} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}

interface OptionCardProps {
  type?: 'radio' | 'checkbox';
  /** The same for all cards of a list of radio buttons. */
  name?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
  /** Before the title, such as a picture. */
  mark?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** At the end of the card; below the title on a narrow screen. */
  end?: ReactNode;
}

export const OptionCard = ({ type = 'radio', mark, title, text, end, ...input }: OptionCardProps) => (
  <label className={css.card}>
    <input type={type} {...input} />
    {mark}
    <span className={css.about}>
      <b>{title}</b> {text && <span>{text}</span>}
    </span>
    {end}
  </label>
);
