/** A modal layer with a focus trap: the base of dialogs, confirmations and the command palette. */
import { ModalBase, ModalBaseContent, ModalBaseOverlay, ModalBaseTitle } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { InnerLayers, rise, useRestoreFocus } from './overlay.ts';
import css from './window.module.css';

export interface WindowProps {
  onClose: () => void;
  width?: number;
  /** The window has a panel beside its content: it grows to the right when the panel opens. */
  aside?: 'open' | 'closed' | undefined;
  /** `sheet` fills a phone's screen, `card` stays small, `top` starts at the upper edge, `full` covers everything. */
  shape?: 'sheet' | 'card' | 'top' | 'full';
  /** Accessible name, if there is no WindowTitle inside. */
  label?: string;
  /** Off while a confirmation is above it, or where closing is not allowed. */
  closable?: boolean;
  /** Above another window. */
  above?: boolean;
  children: ReactNode;
}

export function Window({
  onClose,
  width = 560,
  aside,
  shape = 'sheet',
  label,
  closable = true,
  above = false,
  children,
}: WindowProps) {
  useRestoreFocus();
  const [layers, setLayers] = useState(0);
  const countLayer = useCallback((change: 1 | -1) => setLayers((before) => before + change), []);
  return (
    <ModalBase
      opened
      onClose={onClose}
      withinPortal
      lockScroll
      trapFocus={closable || shape === 'full'}
      returnFocus={false}
      closeOnEscape={closable && layers === 0}
      closeOnClickOutside={closable}
      zIndex={above ? 'calc(var(--z-modal) + 2)' : shape === 'full' ? 'calc(var(--z-toast) + 1)' : 'var(--z-modal)'}
      transitionProps={{ duration: shape === 'top' ? 90 : above ? 150 : 220, transition: rise }}
    >
      <ModalBaseOverlay className={css.scrim} />
      <ModalBaseContent
        innerProps={{ className: cx(css.inner, css[shape]) }}
        className={css.window}
        style={{ '--width': shape === 'full' ? '100%' : `${width}px` }}
        data-aside={aside}
        aria-label={label}
      >
        <InnerLayers value={countLayer}>{children}</InnerLayers>
      </ModalBaseContent>
    </ModalBase>
  );
}

/** The accessible name of its window. Gets the focus when nothing else is marked for it. */
export const WindowTitle = ({ children }: { children: ReactNode }) => (
  <ModalBaseTitle className={css.title} tabIndex={-1}>
    {children}
  </ModalBaseTitle>
);
