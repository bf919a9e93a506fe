/** Chooses one option of a list. */
import { Combobox, useCombobox } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import fields from './fields.module.css';
import { Field, type FieldFrame } from './fields.tsx';
import { Icon } from './icons.tsx';
import { ColorDot } from './marks.tsx';
import { dropdown, matches, OptionList, plain, type Option } from './option-list.tsx';
import { useInnerLayer } from './overlay.ts';
import css from './pickers.module.css';
import { useUiTexts } from './ui-texts.tsx';

/** Lists of this size or longer can be searched. */
const SEARCHED_FROM = 9;

export interface SelectFieldProps<V extends string | number> extends FieldFrame {
  options: readonly Option<V>[];
  value: V | null | undefined;
  onChange: (value: V) => void;
  placeholder?: string;
  disabled?: boolean;
  /** In a dialog: gets the first focus. */
  focusFirst?: boolean;
  /** Enter sends the form once an option is chosen; the arrow keys and the space bar open the list. */
  submitsWithEnter?: boolean;
}

export function SelectField<V extends string | number>({
  options,
  value,
  onChange,
  placeholder,
  disabled,
  focusFirst = false,
  submitsWithEnter = false,
  ...frame
}: SelectFieldProps<V>) {
  const t = useUiTexts();
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
  useInnerLayer(list.dropdownOpened);
  const chosen = options.find((option) => option.value === value);
  const visibleOptions = options.filter((option) => matches(option.label, search));

  /** A letter chooses the first option with it, or highlights it in the open list, like native selects. */
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
            const option = options.find((candidate) => String(candidate.value) === picked);
            if (option) onChange(option.value);
            list.closeDropdown();
          }}
        >
          <Combobox.Target targetType="button" withExpandedAttribute>
            <button
              type="button"
              role="combobox"
              {...ids}
              aria-expanded={list.dropdownOpened}
              aria-controls={list.listId ?? undefined}
              aria-haspopup="listbox"
              className={cx(fields.box, css.select, frame.error && fields.invalid, disabled && fields.disabled)}
              disabled={disabled}
              data-autofocus={focusFirst || undefined}
              onClick={() => list.toggleDropdown()}
              onKeyDownCapture={submitsWithEnter && chosen && !list.dropdownOpened ? submitWithEnter : undefined}
              onKeyDown={searched ? undefined : jump}
            >
              {chosen?.color && <ColorDot color={chosen.color} />}
              <span className={cx(css.value, !chosen && css.placeholder)}>
                {chosen?.label ?? placeholder ?? t('choose')}
              </span>
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
                placeholder={t('search')}
                aria-label={t('search')}
              />
            )}
            <OptionList
              options={visibleOptions}
              labelledBy={ids['aria-labelledby']}
              isChosen={(option) => option.value === value}
            />
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  );
}

function submitWithEnter(event: KeyboardEvent<HTMLElement>): void {
  const form = event.currentTarget.closest('form');
  if (event.key !== 'Enter' || !form) return;
  event.preventDefault();
  event.stopPropagation();
  form.requestSubmit();
}
