import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from './icons.tsx';
import css from './search-box.module.css';
import { SingleKeys } from './single-keys.ts';
import { isTyping } from './typing.ts';
import { useUiTexts } from './ui-texts.tsx';

const TYPING_PAUSE_MS = 500;

export interface SearchBoxProps {
  value: string;
  /** Called 500 ms after the last key, and at once when the box is cleared. */
  onChange: (value: string) => void;
  placeholder: string;
  label: string;
  /** For a box that a button opens. */
  autoFocus?: boolean;
}

/** `/` outside a field focuses the box, Esc empties it. */
export function SearchBox({ value, onChange, placeholder, label, autoFocus }: SearchBoxProps) {
  const t = useUiTexts();
  const field = useRef<HTMLInputElement>(null);
  const singleKeys = useContext(SingleKeys);
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [reported, setReported] = useState(value);
  const reportChange = useEffectEvent(onChange);

  // A value set from outside (a cleared filter, a link) replaces the typed text; our own value coming back does not.
  if (value !== seen) {
    setSeen(value);
    if (value !== reported) setTyped(value);
  }

  const report = (next: string) => {
    setReported(next);
    onChange(next);
  };

  useEffect(() => {
    if (typed === reported) return;
    const pause = setTimeout(() => {
      setReported(typed);
      reportChange(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, reported]);

  useEffect(() => {
    if (!singleKeys) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [singleKeys]);

  const clear = () => {
    setTyped('');
    report('');
    field.current?.focus();
  };

  return (
    <div className={css.box} role="search">
      <Icon name="search" size={16} />
      <input
        ref={field}
        autoFocus={autoFocus}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        className={css.input}
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') report(typed);
          if (event.key !== 'Escape') return;
          // The first Esc empties the box, the second leaves it.
          if (typed === '') return event.currentTarget.blur();
          event.stopPropagation();
          clear();
        }}
      />
      {typed !== '' && (
        <button type="button" className={css.clear} aria-label={t('clear')} onClick={clear}>
          <Icon name="x" size={14} />
        </button>
      )}
    </div>
  );
}
