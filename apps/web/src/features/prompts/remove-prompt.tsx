import { useRemovePrompt, usesIn, type Prompt, type PromptUses } from '../../entities/prompts/prompts.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, Dialog, useToast } from '../../ui/index.ts';
import css from './prompts.module.css';
import { promptTexts } from './prompts.texts.ts';

/** A prompt in use is not deleted: the dialog then names what uses it. */
export function RemovePrompt({ prompt, onClose }: { prompt: Prompt; onClose: () => void }) {
  const t = useTexts(promptTexts);
  const toast = useToast();
  const remove = useRemovePrompt();
  const uses = usesIn(remove.error);
  if (uses) return <InUse name={prompt.name} uses={uses} onClose={onClose} />;
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: prompt.name })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(prompt.id, {
          onSuccess: () => {
            toast.done(t('removed'));
            onClose();
          },
          onError: (error) => usesIn(error) ?? toast.failed(error),
        })
      }
      onClose={onClose}
    />
  );
}

function InUse({ name, uses, onClose }: { name: string; uses: PromptUses; onClose: () => void }) {
  const t = useTexts(promptTexts);
  return (
    <Dialog
      title={t('inUseTitle', { name })}
      width={440}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p>{t('inUseText')}</p>
      <ul className={css.uses}>
        {uses.connections.map((connection) => (
          <li key={`connection ${connection.id}`}>{t('inConnection', { name: connection.name })}</li>
        ))}
        {uses.flows.map((flow) => (
          <li key={`flow ${flow.id}`}>{t('inFlow', { name: flow.name })}</li>
        ))}
      </ul>
    </Dialog>
  );
}
