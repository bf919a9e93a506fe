import { Popover } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Anchor, useOpenAfterMount } from './anchor.tsx';
import { cx } from './cx.ts';
import { closeOnEscape, drop } from './overlay.ts';
import css from './popover.module.css';

interface PopoverPanelProps {
  /** Id of the button; Mantine derives the panel's id from it. */
  id: string;
  button: RefObject<HTMLElement | null>;
  open: boolean;
  onChange: (open: boolean) => void;
  returnFocus: boolean;
  label: string;
  width: number | 'max-content' | 'target';
  side: 'bottom-end' | 'bottom-start' | 'bottom' | 'right-start';
  children: ReactNode;
}

export function PopoverPanel({
  id,
  button,
  open,
  onChange,
  returnFocus,
  label,
  width,
  side,
  children,
}: PopoverPanelProps) {
  const isOpened = useOpenAfterMount(open);
  /** The next key is for the screen: the focus does not wait until the panel is gone. */
  const close = () => {
    onChange(false);
    if (returnFocus) button.current?.focus({ preventScroll: true });
  };
  return (
    <Popover
      id={id}
      opened={isOpened}
      onChange={onChange}
      position={side}
      offset={6}
      width={width}
      trapFocus
      returnFocus={returnFocus}
      closeOnEscape={false}
      hideDetached={false}
      zIndex="var(--z-dropdown)"
      transitionProps={{ duration: 150, transition: drop }}
      classNames={{ dropdown: cx(css.drop, css.spacious) }}
    >
      <Popover.Target>
        <Anchor at={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} onKeyDownCapture={closeOnEscape(close)}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
