import type { ReactNode } from 'react';
import type { IconName } from './icons.tsx';

export interface MenuItem {
  key: string;
  label: string;
  icon?: IconName;
  /** A custom mark where the kit has no icon. */
  glyph?: ReactNode;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** A separator line above the item. */
  hasSeparator?: boolean;
  /** An item of a single choice: a radio for screen readers, ticked when chosen. */
  chosen?: boolean;
  /** An on/off item: a check box for screen readers, ticked when on. */
  ticked?: boolean;
  hint?: ReactNode;
}
