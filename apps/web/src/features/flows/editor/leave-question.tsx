import { useLeaveGuard } from '../../../lib/leave-guard.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { ConfirmDialog } from '../../../ui/index.ts';
import { panelTexts } from '../panels/panel.texts.ts';
import { editorTexts } from './editor.texts.ts';

/** Asks before the user leaves a draft that could not be saved. */
export function LeaveQuestion({ isUnsaved }: { isUnsaved: boolean }) {
  const t = useTexts(editorTexts);
  const p = useTexts(panelTexts);
  const guard = useLeaveGuard(isUnsaved);
  if (!guard.isAsking) return null;
  return (
    <ConfirmDialog
      danger
      title={p('discardTitle')}
      text={t('leaveText')}
      verb={p('discard')}
      safe={p('keepEditing')}
      onConfirm={guard.leave}
      onClose={guard.stay}
    />
  );
}
