/** Chooses one of many by typing. The list is in the flow below the field, so that it covers nothing of the dialog. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Field } from './fields.tsx';
import { Icon } from './icons.tsx';
import { useInnerLayer } from './overlay.ts';
import css from './search-pick.module.css';

export interface Pickable {
  id: number;
  label: string;
  detail?: string | undefined;
  mark?: ReactNode;
}

interface SearchPickProps<P extends Pickable> {
  label: string;
  hint?: ReactNode;
  error?: string | false | undefined;
  required?: boolean;
  placeholder: string;
  options: readonly P[];
  /** In place of options: too short, searching, nothing found. */
  status?: ReactNode;
  /** The options are those of an earlier text: Enter waits for the new ones. */
  isOutdated?: boolean;
  chosen: Pickable | null;
  onChoose: (option: P | null) => void;
  typed: string;
  onType: (typed: string) => void;
  clearLabel: string;
  /** In a dialog: gets the first focus. */
  focusFirst?: boolean;
  /** With `focusFirst`: fields follow, and the choice gives up the place of the list. */
  shrinks?: boolean;
  /** Elsewhere: focused when mounted. */
  focusNow?: boolean;
}

export function SearchPick<P extends Pickable>({
  label,
  hint,
  error,
  required = false,
  placeholder,
  options,
  status,
  isOutdated = false,
  chosen,
  onChoose,
  typed,
  onType,
  clearLabel,
  focusFirst = false,
  shrinks = false,
  focusNow = false,
}: SearchPickProps<P>) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  // A list that the first focus of a dialog has opened is part of the dialog: Esc closes both.
  const [isUsed, setIsUsed] = useState(false);
  const isLayer = open && isUsed;
  useInnerLayer(isLayer && (Boolean(status) || options.length > 0));
  const active = open ? options[Math.min(at, options.length - 1)] : undefined;

  const activeId = active && `${listId}-${active.id}`;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const closeAfterPress = useCloseAfterPress(() => setOpen(false));
  // In a dialog the choice keeps the place of the list, so that the buttons below do not move.
  const pick = useRef<HTMLDivElement>(null);
  const [listHeight, setListHeight] = useState<number | undefined>(undefined);

  // The focus follows from the field to the choice and back.
  const [isMoved, setIsMoved] = useState(false);
  const choose = (option: P) => {
    setIsMoved(true);
    if (focusFirst && !shrinks) setListHeight(pick.current?.offsetHeight);
    onChoose(option);
    onType('');
    setOpen(false);
  };
  const engage = () => {
    setOpen(true);
    setIsUsed(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) {
      event.preventDefault();
      engage();
      setAt((open ? at + step + options.length : 0) % options.length);
    }
    if (event.key === 'Escape' && isLayer) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
    if (event.key !== 'Enter') return;
    // Enter chooses the highlighted option and does not submit the form.
    event.preventDefault();
    if (active && !isOutdated) choose(active);
  };

  return (
    <Field label={label} hint={hint} error={error ?? null} required={required} as={chosen ? 'group' : 'label'}>
      {({ 'aria-labelledby': labelledBy, ...ids }) =>
        chosen ? (
          <div style={{ minHeight: listHeight }}>
            <Chosen
              option={chosen}
              labelledBy={labelledBy}
              clearLabel={clearLabel}
              isFocused={isMoved}
              onClear={() => {
                setIsMoved(true);
                onChoose(null);
              }}
            />
          </div>
        ) : (
          <div className={css.pick} ref={pick}>
            <span className={cx(css.box, error && css.invalid)}>
              <Icon name="search" size={16} />
              <input
                {...ids}
                type="text"
                role="combobox"
                aria-expanded={open && options.length > 0}
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={activeId}
                aria-required={required || undefined}
                autoComplete="off"
                spellCheck={false}
                className={css.input}
                placeholder={placeholder}
                data-autofocus={focusFirst || undefined}
                autoFocus={focusNow || isMoved}
                value={typed}
                onChange={(event) => {
                  onType(event.target.value);
                  setAt(0);
                  engage();
                }}
                onClick={engage}
                onFocus={() => {
                  setOpen(true);
                  setIsUsed(!focusFirst || typed !== '');
                }}
                onBlur={closeAfterPress}
                onKeyDown={onKeyDown}
              />
            </span>
            {open && (status || options.length > 0) && (
              <div className={css.drop}>
                {options.length > 0 && (
                  <div id={listId} role="listbox" aria-labelledby={labelledBy} className={css.list}>
                    {options.map((option) => (
                      <Option
                        key={option.id}
                        id={`${listId}-${option.id}`}
                        option={option}
                        isActive={option === active}
                        onChoose={() => choose(option)}
                      />
                    ))}
                  </div>
                )}
                {status && (
                  <p className={css.message} role="status">
                    {status}
                  </p>
                )}
              </div>
            )}
          </div>
        )
      }
    </Field>
  );
}

interface ChosenProps {
  option: Pickable;
  labelledBy: string | undefined;
  clearLabel: string;
  isFocused: boolean;
  onClear: () => void;
}
function Chosen({ option, labelledBy, clearLabel, isFocused, onClear }: ChosenProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A form may have moved the focus to its next step already.
    if (isFocused && document.activeElement === document.body) box.current?.focus();
  }, [isFocused]);
  return (
    <div className={css.chosen} role="group" aria-labelledby={labelledBy} tabIndex={-1} ref={box}>
      {option.mark}
      <OptionText option={option} />
      <IconButton icon="x" label={clearLabel} onClick={onClear} />
    </div>
  );
}

interface OptionProps {
  id: string;
  option: Pickable;
  isActive: boolean;
  onChoose: () => void;
}
function Option({ id, option, isActive, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={cx(css.option, isActive && css.on)}
      // The field keeps the focus, or the list would close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {option.mark}
      <OptionText option={option} />
    </div>
  );
}

/** Closes at once, or after the press that took the focus: what is pressed must not move away under the pointer. */
function useCloseAfterPress(close: () => void): () => void {
  const isPressed = useRef(false);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
    };
    const listeners = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
    ] as const;
    for (const [type, listener] of listeners) document.addEventListener(type, listener, true);
    return () => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener, true);
    };
  }, []);
  return () => {
    if (!isPressed.current) return close();
    // The click follows the release in the same task.
    document.addEventListener('pointerup', () => setTimeout(close), { once: true, capture: true });
  };
}

const OptionText = ({ option }: { option: Pickable }) => (
  <span className={css.texts}>
    <span className={css.name}>{option.label}</span>
    {option.detail && <span className={css.detail}>{option.detail}</span>}
  </span>
);
