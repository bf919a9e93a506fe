import type { ComponentProps } from 'react';
import css from './button.module.css';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icons.tsx';
import { Tooltip } from './tooltip.tsx';

export type ButtonKind = 'primary' | 'default' | 'ghost' | 'danger' | 'danger-ghost';

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind;
  size?: 'sm' | 'md' | 'lg';
  icon?: IconName;
  /** After the label, for buttons that open something. */
  iconRight?: IconName;
  /** The spinner replaces the icon or, without an icon, covers the label: the width stays. */
  busy?: boolean;
  full?: boolean;
}

export function Button({
  kind = 'default',
  size = 'md',
  icon,
  iconRight,
  busy = false,
  full = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cx(css.button, css[kind], css[size], full && css.full, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && icon && <span className={css.spin} />}
      {!busy && icon && <Icon name={icon} size={16} />}
      {busy && !icon ? <span className={css.hidden}>{children}</span> : children}
      {busy && !icon && <span className={cx(css.spin, css.over)} />}
      {iconRight && <Icon name={iconRight} size={14} />}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  icon: IconName;
  /** For screen readers and the tooltip. */
  label: string;
  /** 28 px in rows, 32 px elsewhere; 44 px on touch. */
  size?: 'sm' | 'md';
  danger?: boolean;
  active?: boolean;
  badge?: 'accent' | 'warn' | 'danger' | number;
  /** Off for buttons that open a menu or popover, which would overlap the tooltip. */
  tip?: boolean;
}

export function IconButton({
  icon,
  label,
  size = 'sm',
  danger = false,
  active = false,
  badge,
  tip = true,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type={type}
      aria-label={label}
      className={cx(css.iconButton, size === 'sm' && css.small, danger && css.dangerous, active && css.on, className)}
      {...rest}
    >
      <Icon name={icon} />
      {typeof badge === 'number' ? (
        <span className={css.count}>{badge > 99 ? '99+' : badge}</span>
      ) : (
        badge && <span className={cx(css.dot, css[badge])} />
      )}
    </button>
  );
  return tip && !rest.disabled ? <Tooltip label={label}>{button}</Tooltip> : button;
}
