/** Chooses several options of a list; they appear as chips in their colors. */
import { useState } from 'react';
import { cx } from './cx.ts';
import { useEarlyUse } from './early-use.ts';
import fields from './fields.module.css';
import { Field, type FieldFrame } from './fields.tsx';
import { Icon } from './icons.tsx';
import { useKit } from './kit.ts';
import { Chip } from './marks.tsx';
import type { Option } from './option-list.tsx';
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
  const kit = useKit(true);
  const { early, handlers } = useEarlyUse();
  const [search, setSearch] = useState('');
  const chosen = value.flatMap((chosenValue) => options.find((option) => option.value === chosenValue) ?? []);
  const toggle = (toggled: V) =>
    onChange(value.includes(toggled) ? value.filter((other) => other !== toggled) : [...value, toggled]);

  const chips = chosen.map((option) => (
    <Chip
      key={option.value}
      color={option.color}
      onRemove={disabled ? undefined : () => toggle(option.value)}
      removeLabel={`${t('remove')} ${option.label}`}
    >
      {option.label}
    </Chip>
  ));
  const boxClass = cx(fields.box, css.many, frame.error && fields.invalid, disabled && fields.disabled);
  const input = {
    className: cx(fields.input, css.typed),
    disabled,
    autoComplete: 'off',
    value: search,
    placeholder: chosen.length === 0 ? (placeholder ?? t('choose')) : undefined,
  };

  return (
    <Field {...frame}>
      {(ids) => {
        const { 'aria-labelledby': labelledBy, ...inputIds } = ids;
        return kit ? (
          <kit.MultiSelectInput
            labelledBy={labelledBy}
            options={options}
            value={value}
            // It only gives values of `options`.
            onToggle={(toggled) => toggle(toggled as V)}
            onSearch={setSearch}
            chips={chips}
            boxClass={boxClass}
            input={{ ...inputIds, ...input, value: search }}
            early={early}
          />
        ) : (
          <div className={boxClass}>
            {chips}
            <input
              {...inputIds}
              {...input}
              role="combobox"
              aria-expanded={false}
              // There is no list yet.
              aria-controls={undefined}
              {...handlers}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Icon name="chev-d" size={16} />
          </div>
        );
      }}
    </Field>
  );
}
