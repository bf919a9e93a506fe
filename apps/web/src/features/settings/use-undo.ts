import { useUndoChange } from '../../entities/settings/company-settings.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { settingsTexts } from './settings.texts.ts';

/** Takes a change back, here and in the notice that told of it. */
export function useUndo() {
  const t = useTexts(settingsTexts);
  const toast = useToast();
  const { mutateAsync, isPending, variables } = useUndoChange();
  // Told also when whoever offered it is no longer on the screen.
  const undo = (name: string, changeId: number) =>
    void mutateAsync(changeId).then(() => toast.done(t('undone', { name })), toast.failed);
  /** `said` in place of the usual words where the specification has its own. */
  const offerUndo = (name: string, changeId: number, text = t('changed', { name })) =>
    toast.done(text, { label: t('undo'), onClick: () => undo(name, changeId) });
  return { undo, offerUndo, undoing: isPending ? variables : undefined };
}
