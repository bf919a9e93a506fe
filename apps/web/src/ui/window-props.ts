import type { ReactNode } from 'react';

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
