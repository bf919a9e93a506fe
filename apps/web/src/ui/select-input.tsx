/** The field of one option, with its list. */
import { Combobox, useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTakeOver, type EarlyUse } from './early-use.ts';
import type { FieldIds } from './fields.tsx';
import { dropdown, matches, OptionList, plain, type Option } from './option-list.tsx';
import { useInnerLayer } from './overlay.ts';
import { SelectButton } from './select-button.tsx';
import { useUiTexts } from './ui-texts.tsx';

/** Lists of this size or longer can be searched. */
const SEARCHED_FROM = 9;

interface SelectInputProps {
  ids: FieldIds;
  options: readonly Option<string | number>[];
  value: string | number | null | undefined;
  chosen: { label: string; color?: string | null } | undefined;
  /** The caller searches, whatever the number of options. */
  onSearch: ((search: string) => void) | undefined;
  onChange: (value: string | number) => void;
  placeholder: string | undefined;
  invalid: boolean;
  disabled: boolean | undefined;
  focusFirst: boolean;
  submitsWithEnter: boolean;
  early: RefObject<EarlyUse>;
}

export function SelectInput({
  ids,
  options,
  value,
  chosen,
  onSearch,
  onChange,
  placeholder,
  invalid,
  disabled,
  focusFirst,
  submitsWithEnter,
  early,
}: SelectInputProps) {
  const t = useUiTexts();
  const [search, setSearch] = useState('');
  const searched = onSearch !== undefined || options.length >= SEARCHED_FROM;
  const type = (typed: string) => {
    setSearch(typed);
    onSearch?.(typed);
  };
  const list = useCombobox({
    onDropdownOpen: () => (searched ? list.focusSearchInput() : list.updateSelectedOptionIndex('active')),
    onDropdownClose: () => {
      type('');
      list.resetSelectedOption();
      if (searched) list.focusTarget();
    },
  });
  useInnerLayer(list.dropdownOpened);
  useTakeOver(early, list.focusTarget, () => list.openDropdown());
  const found = onSearch && options.map((option) => option.value).join();
  const highlightFirst = useEffectEvent(() => list.dropdownOpened && search !== '' && list.selectFirstOption());
  useEffect(() => {
    if (found !== undefined) highlightFirst();
  }, [found]);
  const visibleOptions = onSearch ? options : options.filter((option) => matches(option.label, search));

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
        <SelectButton
          {...ids}
          aria-expanded={list.dropdownOpened}
          aria-controls={list.listId ?? undefined}
          chosen={chosen}
          placeholder={placeholder ?? t('choose')}
          invalid={invalid}
          disabled={disabled}
          data-autofocus={focusFirst || undefined}
          onClick={() => list.toggleDropdown()}
          onKeyDownCapture={submitsWithEnter && chosen && !list.dropdownOpened ? submitWithEnter : undefined}
          onKeyDown={searched ? undefined : jump}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {searched && (
          <Combobox.Search
            value={search}
            onChange={(event) => {
              type(event.currentTarget.value);
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
  );
}

function submitWithEnter(event: KeyboardEvent<HTMLElement>): void {
  const form = event.currentTarget.closest('form');
  if (event.key !== 'Enter' || !form) return;
  event.preventDefault();
  event.stopPropagation();
  form.requestSubmit();
}
