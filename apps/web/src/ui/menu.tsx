/** A list of actions that opens from a button. Arrows, Home, End and first letters move; Esc and Tab close. */
import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { useKit } from './kit.ts';
import type { MenuItem } from './menu-item.ts';
import { useEscapeOutside, useInnerLayer } from './overlay.ts';

interface TargetProps {
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  ref?: Ref<HTMLButtonElement>;
}

export interface MenuProps {
  /** A button that accepts a ref. */
  target: ReactElement<TargetProps>;
  items: readonly MenuItem[];
  heading?: ReactNode;
  side?: 'bottom-end' | 'bottom-start' | 'right-start';
  minWidth?: number;
}

export function Menu({ target, items, heading, side = 'bottom-end', minWidth = 180 }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const ref = useMergedRef(button, target.props.ref);
  const [open, setOpen] = useState(false);
  /** The list is mounted when it is opened first: a screen may have hundreds of menus. */
  const [wasOpened, setWasOpened] = useState(false);
  /** Pressed after the menu was opened and before it had the focus. */
  const [early] = useState(createKeyQueue);
  const kit = useKit(wasOpened);
  useInnerLayer(open);
  useEscapeOutside(button, open, () => setOpen(false));
  const change = (next: boolean) => {
    early.takeAll();
    setOpen(next);
    if (next) setWasOpened(true);
  };
  const opener = {
    ref,
    onClick: () => change(!open),
    onKeyDown: (event: KeyboardEvent) => {
      if (!open && event.key === 'ArrowDown' && isMenuKey(event)) {
        event.preventDefault();
        return change(true);
      }
      // The list is drawn a frame later and then takes the focus. Users who know the menu do not wait for it.
      if (!open || event.repeat || !isMenuKey(event)) return;
      event.preventDefault();
      early.add(event.key);
    },
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
  };

  return (
    <>
      {cloneElement(target, opener)}
      {wasOpened && kit && (
        <kit.MenuList
          id={id}
          button={button}
          open={open}
          onChange={setOpen}
          takeEarlyKeys={early.takeAll}
          items={items}
          heading={heading}
          side={side}
          minWidth={minWidth}
        />
      )}
    </>
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
