/** Chooses several options of a list; they appear as chips in their colors. */
import { Combobox, useCombobox } from '@mantine/core';
import { useRef, useState } from 'react';
import { cx } from './cx.ts';
import fields from './fields.module.css';
import { Field, type FieldFrame } from './fields.tsx';
import { Icon } from './icons.tsx';
import { Chip } from './marks.tsx';
import { dropdown, matches, OptionList, type Option } from './option-list.tsx';
import { useInnerLayer } from './overlay.ts';
import css from './pickers.module.css';
import { useUiTexts } from './ui-texts.tsx';

export interface MultiSelectFieldProps<V extends string | number> extends FieldFrame {
  options: readonly Option<V>[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  placeholder?: string;
  disabled?: boolean;
}

export function MultiSelectField<V extends string | number>({
  options,
  value,
  onChange,
  placeholder,
  disabled,
  ...frame
}: MultiSelectFieldProps<V>) {
  const t = useUiTexts();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const list = useCombobox({
    onDropdownClose: () => list.resetSelectedOption(),
    onDropdownOpen: () => list.selectFirstOption(),
  });
  useInnerLayer(list.dropdownOpened);
  const chosen = value.flatMap((chosenValue) => options.find((option) => option.value === chosenValue) ?? []);
  const visibleOptions = options.filter((option) => matches(option.label, search));

  const toggle = (toggled: V) =>
    onChange(value.includes(toggled) ? value.filter((other) => other !== toggled) : [...value, toggled]);

  return (
    <Field {...frame}>
      {({ 'aria-labelledby': labelledBy, ...ids }) => (
        <Combobox
          {...dropdown}
          store={list}
          disabled={disabled}
          onOptionSubmit={(picked) => {
            const option = options.find((candidate) => String(candidate.value) === picked);
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
                <Chip
                  key={option.value}
                  color={option.color}
                  onRemove={disabled ? undefined : () => toggle(option.value)}
                  removeLabel={`${t('remove')} ${option.label}`}
                >
                  {option.label}
                </Chip>
              ))}
              <Combobox.EventsTarget withExpandedAttribute>
                <input
                  {...ids}
                  role="combobox"
                  aria-expanded={list.dropdownOpened}
                  aria-controls={list.listId ?? undefined}
                  ref={field}
                  className={cx(fields.input, css.typed)}
                  disabled={disabled}
                  autoComplete="off"
                  value={search}
                  placeholder={chosen.length === 0 ? (placeholder ?? t('choose')) : undefined}
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
            <OptionList
              options={visibleOptions}
              labelledBy={labelledBy}
              isChosen={(option) => value.includes(option.value)}
            />
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  );
}
