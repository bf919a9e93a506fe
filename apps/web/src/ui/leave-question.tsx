import type { LeaveGuard } from '../lib/leave-guard.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveQuestionProps {
  guard: LeaveGuard;
  title: string;
  text: string;
  /** Names the button that discards. */
  verb: string;
  /** Names the button that stays. */
  safe: string;
}

/** Asks before the user leaves a form with unsaved changes. */
export function LeaveQuestion({ guard, ...texts }: LeaveQuestionProps) {
  if (!guard.isAsking) return null;
  return <ConfirmDialog danger {...texts} onConfirm={guard.leave} onClose={guard.stay} />;
}
