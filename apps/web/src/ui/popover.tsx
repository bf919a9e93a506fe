import { Popover as MantinePopover } from '@mantine/core';
import { useState, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { drop, useInnerLayer } from './overlay.ts';
import css from './popover.module.css';

/** A small panel that opens from a button; `target` gets the props that open it. The focus moves in and returns. */
export function Popover({
  target,
  label,
  width = 'max-content',
  side = 'bottom-end',
  onClose,
  children,
}: {
  target: (opener: { onClick: () => void; 'aria-expanded': boolean }) => ReactElement;
  label: string;
  width?: number | 'max-content' | 'target';
  side?: 'bottom-end' | 'bottom-start' | 'bottom' | 'right-start';
  /** If given, the caller moves the focus; otherwise it returns to the button. */
  onClose?: () => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}) {
  const [open, setOpen] = useState(false);
  useInnerLayer(open);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) onClose?.();
  };
  return (
    <MantinePopover
      opened={open}
      onChange={change}
      position={side}
      offset={6}
      width={width}
      trapFocus
      returnFocus={onClose === undefined}
      hideDetached={false}
      zIndex="var(--z-dropdown)"
      transitionProps={{ duration: 150, transition: drop }}
      classNames={{ dropdown: cx(css.drop, css.spacious) }}
    >
      <MantinePopover.Target>{target({ onClick: () => change(!open), 'aria-expanded': open })}</MantinePopover.Target>
      <MantinePopover.Dropdown aria-label={label}>
        {typeof children === 'function' ? children(() => change(false)) : children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}
