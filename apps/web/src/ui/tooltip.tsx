import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import css from './tooltip.module.css';

/** Shown on hover and on keyboard focus. The child must be one element that accepts a ref. */
export function Tooltip({
  label,
  side = 'bottom',
  disabled = false,
  children,
}: {
  label: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  disabled?: boolean;
  children: ReactElement;
}) {
  return (
    <MantineTooltip
      label={label}
      position={side}
      disabled={disabled}
      openDelay={400}
      offset={6}
      zIndex="var(--z-tooltip)"
      events={{ hover: true, focus: true, touch: false }}
      transitionProps={{ duration: 90 }}
      classNames={{ tooltip: css.tip }}
    >
      {children}
    </MantineTooltip>
  );
}
