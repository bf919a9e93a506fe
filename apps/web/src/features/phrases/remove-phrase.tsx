import { useRemovePhrase, type Phrase } from '../../entities/phrases/phrases.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { phraseTexts } from './phrases.texts.ts';

export function RemovePhrase({ phrase, onClose }: { phrase: Phrase; onClose: () => void }) {
  const t = useTexts(phraseTexts);
  const toast = useToast();
  const remove = useRemovePhrase();
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: phrase.name })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(phrase.id, toast.outcome(t('removed'), onClose))}
      onClose={onClose}
    />
  );
}
