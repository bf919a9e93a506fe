import { ApplyDialog } from './apply-dialog.tsx';
import type { Decision, DecisionProps } from './decision.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';

const dialogs = { apply: ApplyDialog, return: ReturnDialog, refund: RefundDialog };

export function DecisionDialog({ kind, ...props }: Decision & DecisionProps) {
  const View = dialogs[kind];
  return <View {...props} />;
}
