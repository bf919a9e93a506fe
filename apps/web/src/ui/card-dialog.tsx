import type { ReactNode } from 'react';
import css from './dialog.module.css';
import { Window, WindowTitle } from './window.tsx';

interface CardDialogProps {
  title: string;
  /** Buttons. The first of them, the one without consequences, has `data-autofocus`. */
  footer: ReactNode;
  /** Without it, Esc and clicks outside do nothing: only the buttons close it. */
  onClose?: () => void;
  /** Above another dialog. */
  above?: boolean;
  children: ReactNode;
}

/** A small dialog without a close button: a title, a few sentences or one field, and the answers. */
export const CardDialog = ({ title, footer, onClose, above = false, children }: CardDialogProps) => (
  <Window onClose={onClose ?? (() => {})} width={440} shape="card" above={above}>
    <div className={css.question}>
      <WindowTitle>{title}</WindowTitle>
      {children}
    </div>
    <div className={css.foot}>{footer}</div>
  </Window>
);
