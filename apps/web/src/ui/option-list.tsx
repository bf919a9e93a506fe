/** The dropdown of both select fields: options with their colors, the chosen ones ticked. */
import { Combobox } from '@mantine/core';
import { Icon } from './icons.tsx';
import { ColorDot } from './marks.tsx';
import { drop } from './overlay.ts';
import css from './pickers.module.css';
import { useUiTexts } from './ui-texts.tsx';

export interface Option<V extends string | number = string> {
  value: V;
  label: string;
  color?: string | null;
  disabled?: boolean;
}

export function OptionList<V extends string | number>({
  options,
  labelledBy,
  isChosen,
}: {
  options: readonly Option<V>[];
  labelledBy: string;
  isChosen: (option: Option<V>) => boolean;
}) {
  const t = useUiTexts();
  return (
    <Combobox.Options labelledBy={labelledBy} className={css.options}>
      {options.length === 0 && <Combobox.Empty>{t('nothingFound')}</Combobox.Empty>}
      {options.map((option) => (
        <Combobox.Option
          key={option.value}
          value={String(option.value)}
          active={isChosen(option)}
          aria-selected={isChosen(option)}
          disabled={option.disabled}
        >
          {option.color && <ColorDot color={option.color} />}
          <span className={css.value}>{option.label}</span>
          {isChosen(option) && <Icon name="check" size={16} />}
        </Combobox.Option>
      ))}
    </Combobox.Options>
  );
}

export const dropdown = {
  zIndex: 'var(--z-dropdown)',
  offset: 4,
  hideDetached: false,
  transitionProps: { duration: 150, transition: drop },
  classNames: { dropdown: css.drop, option: css.option, search: css.search, empty: css.empty },
} as const;

export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
export const matches = (label: string, search: string) => plain(label).includes(plain(search.trim()));
