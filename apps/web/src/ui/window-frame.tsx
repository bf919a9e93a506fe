import { ModalBase, ModalBaseBody, ModalBaseContent, ModalBaseOverlay, ModalBaseTitle } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { InnerLayers, rise } from './overlay.ts';
import css from './window.module.css';
import type { WindowProps } from './window-props.ts';

export function WindowFrame({
  onClose,
  width = 560,
  aside,
  shape = 'sheet',
  label,
  closable = true,
  above = false,
  children,
}: WindowProps) {
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

export const WindowHeading = ({ children }: { children: ReactNode }) => (
  <ModalBaseTitle className={css.title} tabIndex={-1}>
    {children}
  </ModalBaseTitle>
);

export const WindowText = ({ className, children }: { className: string | undefined; children: ReactNode }) => (
  <ModalBaseBody className={className}>{children}</ModalBaseBody>
);
