import { Menu as MantineMenu } from '@mantine/core';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icons.tsx';
import { drop } from './overlay.ts';
import css from './popover.module.css';

export interface MenuItem {
  key: string;
  label: string;
  icon?: IconName;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** A line above it. */
  apart?: boolean;
  /** One of several to choose from: read as a radio, ticked when it is the chosen one. */
  chosen?: boolean;
  hint?: ReactNode;
}

/** A list of acts that drops from `target`, one button that takes a ref. */
export function Menu({ target, items, heading, side = 'bottom-end', minWidth = 180 }: { target: ReactElement; items: readonly MenuItem[]; heading?: ReactNode; side?: 'bottom-end' | 'bottom-start' | 'right-start'; minWidth?: number }) {
  const indented = items.some((item) => item.icon);
  return (
    <MantineMenu position={side} offset={side === 'right-start' ? 12 : 6} zIndex="var(--z-dropdown)" transitionProps={{ duration: 150, transition: drop }} classNames={{ dropdown: css.drop, item: css.item, itemSection: css.section }} loop>
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown style={{ minWidth }}>
        {heading && <div className={css.heading}>{heading}</div>}
        {items.map((item) => (
          <Fragment key={item.key}>
            {item.apart && <div className={css.line} role="separator" />}
            <MantineMenu.Item
              className={cx(item.danger && css.bad)}
              disabled={item.disabled}
              onClick={item.onClick}
              leftSection={item.icon ? <Icon name={item.icon} /> : indented && <span className={css.noIcon} />}
              rightSection={item.chosen ? <Icon name="check" size={16} /> : item.hint}
              {...(item.chosen === undefined ? {} : { role: 'menuitemradio', 'aria-checked': item.chosen })}
            >
              {item.label}
            </MantineMenu.Item>
          </Fragment>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
