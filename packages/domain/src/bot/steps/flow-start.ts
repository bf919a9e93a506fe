import type { FlowTrigger, StartTarget } from '../dialog.ts';
import type { LoggedReason } from '../reasons.ts';
import { botLogEntry, type StepResult } from './step.ts';

/** The part of a result that starts a flow. `text` is what the customer wrote; a chosen number is no text. */
export const startOf = (
  target: StartTarget,
  trigger: FlowTrigger,
  reason: LoggedReason,
  text = '',
): Pick<StepResult, 'flowInput' | 'logEntries'> => ({
  flowInput: { type: 'start', target, trigger, text },
  logEntries: [botLogEntry(reason)],
});
