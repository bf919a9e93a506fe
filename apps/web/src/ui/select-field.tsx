/** Chooses one option of a list. */
import { useEarlyUse } from './early-use.ts';
import { Field, type FieldFrame } from './fields.tsx';
import { useKit } from './kit.ts';
import type { Option } from './option-list.tsx';
import { SelectButton } from './select-button.tsx';
import { useUiTexts } from './ui-texts.tsx';

export interface SelectFieldProps<V extends string | number> extends FieldFrame {
  options: readonly Option<V>[];
  value: V | null | undefined;
  onChange: (value: V) => void;
  /** The caller searches: `options` are what it found, and `value` may be missing among them. */
  onSearch?: (search: string) => void;
  /** Shown for a value that is missing among the options. */
  chosenLabel?: string | undefined;
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
  onSearch,
  chosenLabel,
  placeholder,
  disabled,
  focusFirst = false,
  submitsWithEnter = false,
  ...frame
}: SelectFieldProps<V>) {
  const t = useUiTexts();
  const kit = useKit(true);
  const { early, handlers } = useEarlyUse();
  const invalid = Boolean(frame.error);
  const chosen =
    options.find((option) => option.value === value) ??
    (chosenLabel === undefined ? undefined : { label: chosenLabel });
  return (
    <Field {...frame}>
      {(ids) =>
        kit ? (
          <kit.SelectInput
            ids={ids}
            options={options}
            value={value}
            chosen={chosen}
            onSearch={onSearch}
            // It only gives values of `options`.
            onChange={(chosen) => onChange(chosen as V)}
            placeholder={placeholder}
            invalid={invalid}
            disabled={disabled}
            focusFirst={focusFirst}
            submitsWithEnter={submitsWithEnter}
            early={early}
          />
        ) : (
          <SelectButton
            {...ids}
            chosen={chosen}
            placeholder={placeholder ?? t('choose')}
            invalid={invalid}
            disabled={disabled}
            {...handlers}
          />
        )
      }
    </Field>
  );
}
