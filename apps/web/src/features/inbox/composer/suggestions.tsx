/** Suggestions above the composer, in the flow of the page: the customer's last message stays visible. */
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Kbd } from '../../../ui/index.ts';
import { composerTexts } from './composer.texts.ts';
import css from './suggestions.module.css';

export interface Suggestion {
  key: string;
  /** In the color of what is typed: `/endereco`, `@Caio`. */
  name: string;
  text?: ReactNode;
  mark?: ReactNode;
}

export function Suggestions({
  id,
  heading,
  choices,
  active,
  empty,
  onActive,
  onChoose,
}: {
  id: string;
  heading: string;
  choices: readonly Suggestion[];
  active: number;
  empty: string;
  onActive: (at: number) => void;
  onChoose: (at: number) => void;
}) {
  const t = useTexts(composerTexts);
  const headingId = useId();
  return (
    <div className={css.panel}>
      <div className={css.head}>
        <span className={css.heading} id={headingId}>
          {heading}
        </span>
        <span className={css.keys} aria-hidden="true">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('choose')} <Kbd>Enter</Kbd> {t('insert')} <Kbd>Esc</Kbd> {t('close')}
        </span>
      </div>
      <div id={id} role="listbox" aria-labelledby={headingId} className={css.list}>
        {choices.map(({ key, name, text, mark }, at) => (
          <div
            key={key}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            ref={at === active ? intoView : undefined}
            className={cx(css.choice, at === active && css.on)}
            // The field keeps the focus when an option is pressed.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => at !== active && onActive(at)}
            onClick={() => onChoose(at)}
          >
            <span className={cx(css.name, 'cut')}>{name}</span>
            <span className="cut">{text}</span>
            {mark}
          </div>
        ))}
      </div>
      {choices.length === 0 && (
        <p className={css.empty} role="status">
          {empty}
        </p>
      )}
    </div>
  );
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Handles a key while suggestions are open; returns whether it was for them. */
export function chooseByKey(
  event: KeyboardEvent,
  {
    count,
    active,
    onActive,
    onChoose,
    onClose,
  }: {
    count: number;
    active: number;
    onActive: (at: number) => void;
    onChoose: (at: number) => void;
    onClose: () => void;
  },
): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const isPick = (event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab';
  if (event.key === 'Escape') onClose();
  else if (count > 0 && step !== undefined) onActive((active + step + count) % count);
  else if (count > 0 && isPick) onChoose(active);
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
