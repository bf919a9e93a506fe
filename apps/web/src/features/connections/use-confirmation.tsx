import { useState, type ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/index.ts';

type ConfirmOptions = Pick<ConfirmDialogProps, 'title' | 'text' | 'verb' | 'danger'>;
const CANCELED = new Error('canceled');

/** Asks for confirmation inside an async action: resolves when confirmed, rejects with `canceledError` when canceled. */
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
