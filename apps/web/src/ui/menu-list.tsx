/** The open list of a menu. */
import { Popover } from '@mantine/core';
import { Fragment, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Anchor, useOpenAfterMount } from './anchor.tsx';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';
import type { MenuItem } from './menu-item.ts';
import { closeOnEscape, drop } from './overlay.ts';
import css from './popover.module.css';

export interface MenuListProps {
  id: string;
  /** The button that opens the menu. */
  button: RefObject<HTMLElement | null>;
  open: boolean;
  onChange: (open: boolean) => void;
  /** The keys pressed since the menu was opened and before it had the focus. */
  takeEarlyKeys: () => readonly string[];
  items: readonly MenuItem[];
  heading: ReactNode;
  side: 'bottom-end' | 'bottom-start' | 'right-start';
  minWidth: number;
}

export function MenuList({ id, button, open, onChange, takeEarlyKeys, items, heading, side, minWidth }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const isOpened = useOpenAfterMount(open);
  const indented = items.some(({ icon, glyph }) => icon !== undefined || glyph !== undefined);

  const move = (key: string): boolean => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([disabled])') ?? [])];
    const to = nextOf(key, buttons);
    if (!to) return false;
    to.focus();
    // The kit focuses a new list twice: the second time must not return to the first item.
    for (const one of buttons) one.toggleAttribute('data-autofocus', one === to);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') onChange(false);
    if (move(event.key) || event.key === 'Tab') event.preventDefault();
  };
  /** The next key is for the screen: the focus does not wait until the list is gone. */
  const close = () => {
    onChange(false);
    button.current?.focus({ preventScroll: true });
  };
  const catchUp = () => {
    for (const key of takeEarlyKeys()) {
      if (key !== 'Enter' && key !== ' ') move(key);
      else return (document.activeElement as HTMLElement).click();
    }
  };

  return (
    <Popover
      opened={isOpened}
      onChange={onChange}
      position={side}
      offset={side === 'right-start' ? 12 : 6}
      trapFocus
      returnFocus
      withRoles={false}
      closeOnEscape={false}
      hideDetached={false}
      zIndex="var(--z-dropdown)"
      transitionProps={{ duration: 150, transition: drop }}
      classNames={{ dropdown: css.drop }}
    >
      <Popover.Target>
        <Anchor at={button} />
      </Popover.Target>
      <Popover.Dropdown onKeyDownCapture={closeOnEscape(close)}>
        {heading && <div className={css.heading}>{heading}</div>}
        <div id={id} role="menu" ref={list} style={{ minWidth }} onKeyDown={onKeyDown} onFocus={catchUp}>
          {items.map((item, at) => (
            <Fragment key={item.key}>
              {item.hasSeparator && <div className={css.line} role="separator" />}
              <button
                type="button"
                role={roleOf(item)}
                aria-checked={item.chosen ?? item.ticked}
                tabIndex={-1}
                data-autofocus={at === 0 || undefined}
                className={cx(css.item, item.danger && css.bad)}
                disabled={item.disabled}
                onClick={() => {
                  onChange(false);
                  item.onClick();
                }}
              >
                {item.icon ? <Icon name={item.icon} /> : (item.glyph ?? (indented && <span className={css.noIcon} />))}
                <span className={css.texts}>{item.label}</span>
                {(item.chosen ?? item.ticked) ? <Icon name="check" size={16} /> : item.hint}
              </button>
            </Fragment>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const roleOf = ({ chosen, ticked }: MenuItem) =>
  chosen !== undefined ? 'menuitemradio' : ticked !== undefined ? 'menuitemcheckbox' : 'menuitem';

function nextOf(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const focusedIndex = items.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return items[(focusedIndex + 1) % items.length];
  if (key === 'ArrowUp') return items[(focusedIndex - 1 + items.length) % items.length];
  if (key === 'Home') return items[0];
  if (key === 'End') return items[items.length - 1];
  if (key.length !== 1) return undefined;
  const after = [...items.slice(focusedIndex + 1), ...items.slice(0, focusedIndex + 1)];
  return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
