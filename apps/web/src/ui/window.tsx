/** A layer over the page with the focus kept inside: what dialogs, questions and the palette stand on. */
import { ModalBase, ModalBaseContent, ModalBaseOverlay, ModalBaseTitle } from '@mantine/core';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { rise, useRestoreFocus } from './overlay.ts';
import css from './window.module.css';

export interface WindowProps {
  onClose: () => void;
  width?: number;
  /** `sheet` fills a phone's screen, `card` stays small, `top` hangs from the upper edge, `full` covers everything. */
  shape?: 'sheet' | 'card' | 'top' | 'full';
  /** Named here, or by a WindowTitle inside. */
  label?: string;
  /** Off while a question stands above it, or where there is no way out. */
  closable?: boolean;
  /** Above another window. */
  above?: boolean;
  children: ReactNode;
}

export function Window({
  onClose,
  width = 560,
  shape = 'sheet',
  label,
  closable = true,
  above = false,
  children,
}: WindowProps) {
  useRestoreFocus();
  return (
    <ModalBase
      opened
      onClose={onClose}
      withinPortal
      lockScroll
      trapFocus={closable || shape === 'full'}
      returnFocus={false}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      zIndex={above ? 'calc(var(--z-modal) + 2)' : shape === 'full' ? 'calc(var(--z-toast) + 1)' : 'var(--z-modal)'}
      transitionProps={{ duration: shape === 'top' ? 90 : above ? 150 : 220, transition: rise }}
    >
      <ModalBaseOverlay className={css.scrim} />
      <ModalBaseContent
        innerProps={{ className: cx(css.inner, css[shape]) }}
        className={css.window}
        style={{ width: shape === 'full' ? '100%' : width }}
        aria-label={label}
      >
        {children}
      </ModalBaseContent>
    </ModalBase>
  );
}

/** The name of the window it stands in. Takes the focus when nothing else asks for it. */
export const WindowTitle = ({ children }: { children: ReactNode }) => (
  <ModalBaseTitle className={css.title} tabIndex={-1}>
    {children}
  </ModalBaseTitle>
);
