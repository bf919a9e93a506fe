/** «Salvar»: stores the draft and makes it what customers get. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { TOAST_MS } from '../list/toast-time.ts';
import { editorTexts } from './editor.texts.ts';
import type { Editor } from './use-editor.ts';

export function usePublish(editor: Editor, onErrors: () => void) {
  const t = useTexts(editorTexts);
  const toast = useToast();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);

  const refuse = () => {
    toast.warn(t('hasErrors'));
    onErrors();
  };
  const publish = async () => {
    if (editor.problems.errors > 0) return refuse();
    setIsBusy(true);
    try {
      const rev = await editor.file.saveNow();
      // The strip above the canvas says why it was not saved.
      if (rev === undefined) return;
      const reply = await api.flows.publish({ params: { id: editor.flow.id }, body: { rev } });
      editor.file.setHasChanges(false);
      // The list shows the version and the problems of each flow.
      void client.invalidateQueries({ queryKey: ['flows', 'list'] });
      const [stay] = reply.staying;
      const more = stay ? ` ${t('staying', { count: stay.conversations, number: stay.number })}` : '';
      toast.done(t('saved') + more, undefined, TOAST_MS);
      const failed = reply.cases.filter(({ passed }) => !passed).length;
      if (failed > 0) toast.warn(t('casesFailed', { count: failed }));
    } catch (error) {
      if (error instanceof ApiError && error.code.includes('problems')) refuse();
      else toast.failed(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { publish, isBusy };
}
