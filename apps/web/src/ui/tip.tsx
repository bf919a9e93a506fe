import { Popover } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Anchor, useOpenAfterMount } from './anchor.tsx';
import css from './tooltip.module.css';

interface TipProps {
  id: string;
  at: RefObject<HTMLElement | null>;
  side: 'top' | 'right' | 'bottom' | 'left';
  open: boolean;
  onClose: () => void;
  label: ReactNode;
}

/** The text of a tooltip beside its element. */
export function Tip({ id, at, side, open, onClose, label }: TipProps) {
  const isOpened = useOpenAfterMount(open);
  return (
    <Popover
      opened={isOpened}
      onChange={(isOpen) => !isOpen && onClose()}
      position={side}
      offset={6}
      withRoles={false}
      zIndex="var(--z-tooltip)"
      transitionProps={{ duration: 90, transition: 'fade' }}
      classNames={{ dropdown: css.tip }}
    >
      <Popover.Target>
        <Anchor at={at} />
      </Popover.Target>
      <Popover.Dropdown id={id} role="tooltip">
        {label}
      </Popover.Dropdown>
    </Popover>
  );
}
