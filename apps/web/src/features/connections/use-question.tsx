import { useState, type ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/index.ts';

type Asked = Pick<ConfirmDialogProps, 'title' | 'text' | 'verb' | 'danger'>;
const GIVEN_UP = new Error('given up');

/** A question in the middle of an act: the act goes on when it is affirmed, and ends in `givenUp` when it is not. */
export function useQuestion(): [question: { asked: ReactNode; givenUp: Error }, ask: (asked: Asked) => Promise<void>] {
  const [open, setOpen] = useState<(Asked & { affirm: () => void; giveUp: () => void }) | null>(null);
  const ask = (asked: Asked) =>
    new Promise<void>((affirm, refuse) => setOpen({ ...asked, affirm, giveUp: () => refuse(GIVEN_UP) }));
  const answered = (act: () => void) => () => {
    setOpen(null);
    act();
  };
  const asked = open && (
    <ConfirmDialog
      title={open.title}
      text={open.text}
      verb={open.verb}
      danger={open.danger ?? false}
      onConfirm={answered(open.affirm)}
      onClose={answered(open.giveUp)}
    />
  );
  return [{ asked, givenUp: GIVEN_UP }, ask];
}
