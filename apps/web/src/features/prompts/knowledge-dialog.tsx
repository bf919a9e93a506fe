import { prompts as calls, MAX_KNOWLEDGE_TEXT_LENGTH, type KnowledgeBrief } from '@balcao/contract/endpoints/prompts';
import { useKnowledgeEntry, useSaveKnowledge } from '../../entities/prompts/prompts.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Dialog, ErrorState, FormDialog, Skeleton, TextArea, TextField, useToast } from '../../ui/index.ts';
import { knowledgeTexts } from './knowledge.texts.ts';

interface KnowledgeDialogProps {
  promptId: number;
  entry: KnowledgeBrief | undefined;
  onClose: () => void;
}

/** Writes a content of the knowledge. An existing one is loaded first: the list has no texts. */
export function KnowledgeDialog({ promptId, entry, onClose }: KnowledgeDialogProps) {
  const t = useTexts(knowledgeTexts);
  const language = useLanguage();
  const { data, error, refetch } = useKnowledgeEntry(promptId, entry?.id);
  if (!entry) return <EntryForm promptId={promptId} onClose={onClose} />;
  if (data) return <EntryForm promptId={promptId} entry={data} onClose={onClose} />;
  return (
    <Dialog title={t('editNamed', { name: entry.title })} width={640} onClose={onClose}>
      {error ? (
        <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : (
        [34, 240].map((height) => <Skeleton key={height} height={height} />)
      )}
    </Dialog>
  );
}

interface EntryFormProps {
  promptId: number;
  entry?: { id: number; title: string; text: string };
  onClose: () => void;
}

function EntryForm({ promptId, entry, onClose }: EntryFormProps) {
  const t = useTexts(knowledgeTexts);
  const toast = useToast();
  const save = useSaveKnowledge(promptId);
  const form = useDraftForm({
    schema: calls.addKnowledge.body,
    values: { title: entry?.title ?? '', text: entry?.text ?? '' },
    save: (draft) => save.mutateAsync({ entryId: entry?.id, ...draft }),
    ...toast.saved(t('saved'), onClose),
  });
  return (
    <FormDialog
      title={entry ? t('editNamed', { name: entry.title }) : t('newTitle')}
      width={640}
      form={form}
      verb={t('save')}
      onClose={onClose}
    >
      <TextField label={t('entryTitle')} required maxLength={200} data-autofocus {...form.text('title')} />
      <TextArea
        label={t('entryText')}
        required
        rows={14}
        maxLength={MAX_KNOWLEDGE_TEXT_LENGTH}
        {...form.text('text')}
      />
    </FormDialog>
  );
}
