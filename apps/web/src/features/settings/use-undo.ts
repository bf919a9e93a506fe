import { useUndoChange } from '../../entities/settings/company-settings.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { settingsTexts } from './settings.texts.ts';

/** Undoes a change, directly or from its toast. */
export function useUndo() {
  const t = useTexts(settingsTexts);
  const toast = useToast();
  const { mutateAsync, isPending, variables } = useUndoChange();
  // A promise instead of mutation callbacks, so that the toast appears even after the component has unmounted.
  const undo = (name: string, changeId: number) =>
    void mutateAsync(changeId).then(() => toast.done(t('undone', { name })), toast.failed);
  /** `text` replaces the default text where the specification has its own. */
  const offerUndo = (name: string, changeId: number, text = t('changed', { name })) =>
    toast.done(text, { label: t('undo'), onClick: () => undo(name, changeId) });
  return { undo, offerUndo, undoing: isPending ? variables : undefined };
}
