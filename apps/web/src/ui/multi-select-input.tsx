/** The field of several options, with its list. */
import { Combobox, useCombobox } from '@mantine/core';
import { useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { useTakeOver, type EarlyUse } from './early-use.ts';
import { Icon } from './icons.tsx';
import { dropdown, matches, OptionList, type Option } from './option-list.tsx';
import { useInnerLayer } from './overlay.ts';

interface MultiSelectInputProps {
  labelledBy: string;
  options: readonly Option<string | number>[];
  value: readonly (string | number)[];
  onToggle: (value: string | number) => void;
  onSearch: (search: string) => void;
  chips: ReactNode;
  boxClass: string | undefined;
  input: ComponentProps<'input'> & { value: string };
  early: RefObject<EarlyUse>;
}

export function MultiSelectInput({
  labelledBy,
  options,
  value,
  onToggle,
  onSearch,
  chips,
  boxClass,
  input,
  early,
}: MultiSelectInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const search = input.value;
  const list = useCombobox({
    onDropdownClose: () => list.resetSelectedOption(),
    onDropdownOpen: () => list.selectFirstOption(),
  });
  useInnerLayer(list.dropdownOpened);
  useTakeOver(
    early,
    () => field.current?.focus(),
    () => list.openDropdown(),
  );
  const visibleOptions = options.filter((option) => matches(option.label, search));

  return (
    <Combobox
      {...dropdown}
      store={list}
      disabled={input.disabled}
      onOptionSubmit={(picked) => {
        const option = options.find((candidate) => String(candidate.value) === picked);
        if (option) onToggle(option.value);
        onSearch('');
      }}
    >
      <Combobox.DropdownTarget>
        <div
          className={boxClass}
          onClick={() => {
            field.current?.focus();
            list.openDropdown();
          }}
        >
          {chips}
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              {...input}
              role="combobox"
              aria-expanded={list.dropdownOpened}
              aria-controls={list.listId ?? undefined}
              ref={field}
              onBlur={() => {
                list.closeDropdown();
                onSearch('');
              }}
              onChange={(event) => {
                onSearch(event.target.value);
                list.openDropdown();
                list.selectFirstOption();
              }}
              onKeyDown={(event) => {
                const last = value[value.length - 1];
                if (event.key === 'Backspace' && search === '' && last !== undefined) onToggle(last);
              }}
            />
          </Combobox.EventsTarget>
          <Icon name="chev-d" size={16} />
        </div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <OptionList
          options={visibleOptions}
          labelledBy={labelledBy}
          isChosen={(option) => value.includes(option.value)}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
}
