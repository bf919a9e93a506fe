/** A list of actions that opens from a button. Arrows, Home, End and first letters move; Esc and Tab close. */
import { Popover } from '@mantine/core';
import {
  cloneElement,
  Fragment,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icons.tsx';
import { drop, useInnerLayer } from './overlay.ts';
import css from './popover.module.css';

export interface MenuItem {
  key: string;
  label: string;
  icon?: IconName;
  /** A custom mark where the kit has no icon. */
  glyph?: ReactNode;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** A separator line above the item. */
  hasSeparator?: boolean;
  /** An item of a single choice: a radio for screen readers, ticked when chosen. */
  chosen?: boolean;
  /** An on/off item: a check box for screen readers, ticked when on. */
  ticked?: boolean;
  hint?: ReactNode;
}

export interface MenuProps {
  /** A button that accepts a ref. */
  target: ReactElement<{ onClick?: () => void; onKeyDown?: (event: KeyboardEvent) => void }>;
  items: readonly MenuItem[];
  heading?: ReactNode;
  side?: 'bottom-end' | 'bottom-start' | 'right-start';
  minWidth?: number;
}

export function Menu({ target, items, heading, side = 'bottom-end', minWidth = 180 }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** Pressed after the menu was opened and before it had the focus. */
  const [early] = useState(createKeyQueue);
  useInnerLayer(open);
  const indented = items.some(({ icon, glyph }) => icon !== undefined || glyph !== undefined);
  const opener = {
    onClick: () => {
      early.takeAll();
      setOpen(!open);
    },
    // The list is drawn a frame later and then takes the focus. Users who know the menu do not wait for it.
    onKeyDown: (event: KeyboardEvent) => {
      if (!open || event.repeat || !isMenuKey(event)) return;
      event.preventDefault();
      early.add(event.key);
    },
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
  };

  const move = (key: string): boolean => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([disabled])') ?? [])];
    const to = nextOf(key, items);
    if (!to) return false;
    to.focus();
    // The kit focuses a new list twice: the second time must not return to the first item.
    for (const item of items) item.toggleAttribute('data-autofocus', item === to);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setOpen(false);
    if (move(event.key) || event.key === 'Tab') event.preventDefault();
  };
  const catchUp = () => {
    for (const key of early.takeAll()) {
      if (key !== 'Enter' && key !== ' ') move(key);
      else return (document.activeElement as HTMLElement).click();
    }
  };

  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position={side}
      offset={side === 'right-start' ? 12 : 6}
      trapFocus
      returnFocus
      withRoles={false}
      hideDetached={false}
      zIndex="var(--z-dropdown)"
      transitionProps={{ duration: 150, transition: drop }}
      classNames={{ dropdown: css.drop }}
    >
      <Popover.Target>{cloneElement(target, opener)}</Popover.Target>
      <Popover.Dropdown>
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
                  setOpen(false);
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

function createKeyQueue() {
  let keys: string[] = [];
  return {
    add: (key: string) => void keys.push(key),
    takeAll(): readonly string[] {
      const taken = keys;
      keys = [];
      return taken;
    },
  };
}

/** Keys that the list understands; the others keep their meaning on the button. */
const isMenuKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  (key.length === 1 || ['Enter', 'ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key));

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
