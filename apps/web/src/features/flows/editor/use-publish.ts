/** «Salvar»: stores the draft and makes it what customers get. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
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
  /** Kept until it is published: a refusal does not lose it. */
  const [note, setNote] = useState('');

  const refuse = () => {
    toast.warn(t('hasErrors'));
    onErrors();
  };
  const publish = async () => {
    try {
      if (editor.problems.errors > 0) return refuse();
      const rev = await editor.file.saveNow();
      // The strip above the canvas says why it was not saved.
      if (rev === undefined) return;
      const reply = await api.flows.publish({ params: { id: editor.flow.id }, body: { rev, note } });
      editor.file.setHasChanges(false);
      setNote('');
      // The list shows the version and the problems of each flow.
      void client.invalidateQueries({ queryKey: ['flows', 'list'] });
      const [stay] = reply.staying;
      const more = stay ? ` ${t('staying', { count: stay.conversations, number: stay.number })}` : '';
      toast.done(t('saved') + more, undefined, TOAST_MS);
      // The live version stays, with the note it has.
      if (note !== '' && !reply.isNew) toast.warn(t('noteNotStored', { number: reply.published.number }));
      const failed = reply.cases.filter(({ passed }) => !passed).length;
      if (failed > 0) toast.warn(t('casesFailed', { count: failed }));
    } catch (error) {
      if (error instanceof ApiError && error.code.includes('problems')) refuse();
      else toast.failed(error);
    } finally {
      setIsBusy(false);
    }
  };

  // A saved panel changes the document: it is published once it is drawn and its problems are known.
  const [isRequested, setIsRequested] = useState(false);
  const isChecked = editor.problems.checked === editor.file.doc;
  const onChecked = useEffectEvent(() => {
    setIsRequested(false);
    void publish();
  });
  useEffect(() => {
    if (isRequested && isChecked) onChecked();
  }, [isRequested, isChecked]);

  /** Saves the open panel first; one with errors stops here and shows them. */
  const request = async () => {
    setIsBusy(true);
    if (await editor.savePanel()) setIsRequested(true);
    else setIsBusy(false);
  };
  return { publish: request, note, setNote, isBusy };
}
