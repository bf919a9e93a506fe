/** A modal layer with a focus trap: the base of dialogs, confirmations and the command palette. */
import type { ReactNode } from 'react';
import { useKit } from './kit.ts';
import { useRestoreFocus } from './overlay.ts';
import type { WindowProps } from './window-props.ts';

export function Window(props: WindowProps) {
  useRestoreFocus();
  const kit = useKit(true);
  return kit && <kit.WindowFrame {...props} />;
}

/** The accessible name of its window. Gets the focus when nothing else is marked for it. */
export function WindowTitle({ children }: { children: ReactNode }) {
  const kit = useKit(true);
  return kit && <kit.WindowHeading>{children}</kit.WindowHeading>;
}

/** The accessible description of its window. */
export function WindowText({ className, children }: { className: string | undefined; children: ReactNode }) {
  const kit = useKit(true);
  return kit && <kit.WindowText className={className}>{children}</kit.WindowText>;
}
