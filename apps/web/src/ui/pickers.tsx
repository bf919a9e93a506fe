/** Choosing from a list: one (SelectField) or several shown as chips in their own colours (MultiSelectField). */
import { Combobox, useCombobox } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldFrame } from './fields.tsx';
import fields from './fields.module.css';
import { Icon } from './icons.tsx';
import { Chip, ColorDot } from './marks.tsx';
import { drop } from './overlay.ts';
import css from './pickers.module.css';
import { useWords } from './words.tsx';

export interface Option<V extends string | number = string> {
  value: V;
  label: string;
  color?: string | null;
  disabled?: boolean;
}

/** From this many options on, a list can be searched. */
const SEARCHED_FROM = 9;

export interface SelectFieldProps<V extends string | number> extends FieldFrame {
  options: readonly Option<V>[];
  value: V | null | undefined;
  onChange: (value: V) => void;
  placeholder?: string;
  disabled?: boolean;
}

export function SelectField<V extends string | number>({ options, value, onChange, placeholder, disabled, ...frame }: SelectFieldProps<V>) {
  const word = useWords();
  const [search, setSearch] = useState('');
  const searched = options.length >= SEARCHED_FROM;
  const list = useCombobox({
    onDropdownOpen: () => (searched ? list.focusSearchInput() : list.updateSelectedOptionIndex('active')),
    onDropdownClose: () => {
      setSearch('');
      list.resetSelectedOption();
      if (searched) list.focusTarget();
    },
  });
  const chosen = options.find((option) => option.value === value);
  const shown = options.filter((option) => matches(option.label, search));

  /** A letter takes the first option that begins with it, or goes there in the open list, as in the system's own lists. */
  const jump = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.key === ' ') return;
    const at = options.findIndex((option) => !option.disabled && plain(option.label).startsWith(plain(event.key)));
    const option = options[at];
    if (!option) return;
    if (list.dropdownOpened) list.selectOption(at);
    else onChange(option.value);
  };

  return (
    <Field {...frame}>
      {(ids) => (
        <Combobox
          {...dropdown}
          store={list}
          disabled={disabled}
          onOptionSubmit={(picked) => {
            const option = options.find((one) => String(one.value) === picked);
            if (option) onChange(option.value);
            list.closeDropdown();
          }}
        >
          <Combobox.Target targetType="button" withAriaAttributes={!searched}>
            <button
              type="button"
              role="combobox"
              {...ids}
              aria-expanded={list.dropdownOpened}
              aria-haspopup="listbox"
              className={cx(fields.box, css.select, frame.error && fields.invalid, disabled && fields.disabled)}
              disabled={disabled}
              onClick={() => list.toggleDropdown()}
              onKeyDown={searched ? undefined : jump}
            >
              {chosen?.color && <ColorDot color={chosen.color} />}
              <span className={cx(css.value, !chosen && css.placeholder)}>{chosen?.label ?? placeholder ?? word('choose')}</span>
              <Icon name="chev-d" size={16} />
            </button>
          </Combobox.Target>
          <Combobox.Dropdown>
            {searched && (
              <Combobox.Search
                value={search}
                onChange={(event) => {
                  setSearch(event.currentTarget.value);
                  list.selectFirstOption();
                }}
                placeholder={word('search')}
                aria-label={word('search')}
              />
            )}
            <OptionList shown={shown} labelledBy={ids['aria-labelledby']} isChosen={(option) => option.value === value} />
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  );
}

export interface MultiSelectFieldProps<V extends string | number> extends FieldFrame {
  options: readonly Option<V>[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  placeholder?: string;
  disabled?: boolean;
}

export function MultiSelectField<V extends string | number>({ options, value, onChange, placeholder, disabled, ...frame }: MultiSelectFieldProps<V>) {
  const word = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption(), onDropdownOpen: () => list.selectFirstOption() });
  const chosen = value.flatMap((one) => options.find((option) => option.value === one) ?? []);
  const shown = options.filter((option) => matches(option.label, search));

  const toggle = (one: V) => onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);

  return (
    <Field {...frame}>
      {({ 'aria-labelledby': labelledBy, ...ids }) => (
        <Combobox
          {...dropdown}
          store={list}
          disabled={disabled}
          onOptionSubmit={(picked) => {
            const option = options.find((one) => String(one.value) === picked);
            if (option) toggle(option.value);
            setSearch('');
          }}
        >
          <Combobox.DropdownTarget>
            <div
              className={cx(fields.box, css.many, frame.error && fields.invalid, disabled && fields.disabled)}
              onClick={() => {
                field.current?.focus();
                list.openDropdown();
              }}
            >
              {chosen.map((option) => (
                <Chip key={option.value} color={option.color} onRemove={disabled ? undefined : () => toggle(option.value)} removeLabel={`${word('remove')} ${option.label}`}>
                  {option.label}
                </Chip>
              ))}
              <Combobox.EventsTarget>
                <input
                  {...ids}
                  role="combobox"
                  ref={field}
                  className={cx(fields.input, css.typed)}
                  disabled={disabled}
                  autoComplete="off"
                  value={search}
                  placeholder={chosen.length === 0 ? (placeholder ?? word('choose')) : undefined}
                  onBlur={() => {
                    list.closeDropdown();
                    setSearch('');
                  }}
                  onChange={(event) => {
                    setSearch(event.target.value);
                    list.openDropdown();
                    list.selectFirstOption();
                  }}
                  onKeyDown={(event) => {
                    const last = value[value.length - 1];
                    if (event.key === 'Backspace' && search === '' && last !== undefined) toggle(last);
                  }}
                />
              </Combobox.EventsTarget>
              <Icon name="chev-d" size={16} />
            </div>
          </Combobox.DropdownTarget>
          <Combobox.Dropdown>
            <OptionList shown={shown} labelledBy={labelledBy} isChosen={(option) => value.includes(option.value)} />
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  );
}

function OptionList<V extends string | number>({ shown, labelledBy, isChosen }: { shown: readonly Option<V>[]; labelledBy: string; isChosen: (option: Option<V>) => boolean }): ReactNode {
  const word = useWords();
  return (
    <Combobox.Options labelledBy={labelledBy} className={css.options}>
      {shown.length === 0 && <Combobox.Empty>{word('nothingFound')}</Combobox.Empty>}
      {shown.map((option) => (
        <Combobox.Option key={option.value} value={String(option.value)} active={isChosen(option)} aria-selected={isChosen(option)} disabled={option.disabled}>
          {option.color && <ColorDot color={option.color} />}
          <span className={css.value}>{option.label}</span>
          {isChosen(option) && <Icon name="check" size={16} />}
        </Combobox.Option>
      ))}
    </Combobox.Options>
  );
}

const dropdown = {
  zIndex: 'var(--z-dropdown)',
  offset: 4,
  hideDetached: false,
  transitionProps: { duration: 150, transition: drop },
  classNames: { dropdown: css.drop, option: css.option, search: css.search, empty: css.empty },
} as const;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const matches = (label: string, search: string) => plain(label).includes(plain(search.trim()));
