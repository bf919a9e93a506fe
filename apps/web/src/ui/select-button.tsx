import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import fields from './fields.module.css';
import { Icon } from './icons.tsx';
import { ColorDot } from './marks.tsx';
import css from './pickers.module.css';

interface SelectButtonProps extends ComponentProps<'button'> {
  chosen: { label: string; color?: string | null } | undefined;
  placeholder: string;
  invalid: boolean;
}

/** The closed field of a list of options. */
export const SelectButton = ({ chosen, placeholder, invalid, className, ...rest }: SelectButtonProps) => (
  <button
    type="button"
    role="combobox"
    aria-haspopup="listbox"
    aria-expanded={false}
    // Unless the caller has a list.
    aria-controls={undefined}
    {...rest}
    className={cx(fields.box, css.select, invalid && fields.invalid, rest.disabled && fields.disabled, className)}
  >
    {chosen?.color && <ColorDot color={chosen.color} />}
    <span className={cx(css.value, !chosen && css.placeholder)}>{chosen?.label ?? placeholder}</span>
    <Icon name="chev-d" size={16} />
  </button>
);
