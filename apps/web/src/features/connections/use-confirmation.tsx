import { useState, type ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/index.ts';

type ConfirmOptions = Pick<ConfirmDialogProps, 'title' | 'text' | 'verb' | 'danger'>;
const CANCELED = new Error('given up');

/** A question in the middle of an act: the act goes on when it is affirmed, and ends in `givenUp` when it is not. */
export function useConfirmation(): [
  question: { confirmation: ReactNode; canceledError: Error },
  ask: (confirmation: ConfirmOptions) => Promise<void>,
] {
  const [open, setOpen] = useState<(ConfirmOptions & { affirm: () => void; cancel: () => void }) | null>(null);
  const requestConfirmation = (confirmation: ConfirmOptions) =>
    new Promise<void>((affirm, refuse) => setOpen({ ...confirmation, affirm, cancel: () => refuse(CANCELED) }));
  const closeAnd = (action: () => void) => () => {
    setOpen(null);
    action();
  };
  const confirmation = open && (
    <ConfirmDialog
      title={open.title}
      text={open.text}
      verb={open.verb}
      danger={open.danger ?? false}
      onConfirm={closeAnd(open.affirm)}
      onClose={closeAnd(open.cancel)}
    />
  );
  return [{ confirmation, canceledError: CANCELED }, requestConfirmation];
}
