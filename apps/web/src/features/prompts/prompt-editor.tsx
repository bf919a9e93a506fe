import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePrompt, type Prompt } from '../../entities/prompts/prompts.api.ts';
import { useOnlyQueueIds, useQueues } from '../../entities/queues/queues.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useLeaveGuard } from '../../lib/leave-guard.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ColorDot, ErrorState, IconButton } from '../../ui/index.ts';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { ActionFields, AnswerFields, MainFields, ServiceFields } from './prompt-fields.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';
import css from './editor.module.css';
import { KnowledgeCard } from './knowledge-card.tsx';
import { usePromptForm, type PromptForm } from './prompt-form.ts';
import { promptTexts } from './prompts.texts.ts';
import { TryPanel } from './try-panel.tsx';

/** The form of a prompt with its knowledge, and the try-out beside it. Without an id: a new prompt. */
export function PromptEditor({ promptId }: { promptId: number | undefined }) {
  const t = useTexts(promptTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const { data, error, refetch } = usePrompt(promptId);
  // A new prompt starts with the only queue, so the queues come first.
  const queues = useQueues();
  const isReady = promptId === undefined ? !queues.isPending : data !== undefined;
  if (isReady) return <Editor prompt={data} />;
  if (!error) return <EditorSkeleton />;
  return (
    <div className={css.failed}>
      <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
      <Button icon="arrow-l" onClick={() => void navigate({ to: '/prompts' })}>
        {t('back')}
      </Button>
    </div>
  );
}

function Editor({ prompt }: { prompt: Prompt | undefined }) {
  const t = useTexts(promptTexts);
  const navigate = useNavigate();
  const [onlyQueueId = null] = useOnlyQueueIds();
  const trial = useRef<HTMLElement>(null);
  const form = usePromptForm({
    prompt,
    onlyQueueId,
    onCreated: ({ id }) => void navigate({ to: `/prompts/${id}`, replace: true, ignoreBlocker: true }),
  });
  const guard = useLeaveGuard(form.dirty);
  useEffect(() => {
    if (window.location.hash === '#teste') trial.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div className={css.editor}>
      <Header prompt={prompt} form={form} onTry={() => showIn(trial.current)} />
      <div className={css.body} data-scroller>
        <div className={css.fields}>
          <form id="prompt" className={css.fields} onSubmit={form.submit} noValidate>
            <MainFields form={form} />
            <ServiceFields form={form} prompt={prompt} />
            <AnswerFields form={form} prompt={prompt} />
            <ActionFields form={form} />
          </form>
          <KnowledgeCard promptId={prompt?.id} />
        </div>
        <TryPanel ref={trial} prompt={prompt} form={form} />
      </div>
      <LeaveQuestion
        guard={guard}
        title={t('leaveTitle')}
        text={t('leaveText')}
        verb={t('discard')}
        safe={t('keepEditing')}
      />
    </div>
  );
}

/** Scrolls only the form: the header with its buttons stays. */
function showIn(panel: HTMLElement | null) {
  const scroller = panel?.parentElement;
  scroller?.scrollTo?.({ top: panel!.offsetTop });
  panel?.querySelector('input')?.focus({ preventScroll: true });
}

interface HeaderProps {
  prompt: Prompt | undefined;
  form: PromptForm;
  onTry: () => void;
}

function Header({ prompt, form, onTry }: HeaderProps) {
  const t = useTexts(promptTexts);
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/prompts' });
  return (
    <header className={css.bar}>
      <IconButton icon="arrow-l" label={t('back')} onClick={leave} />
      <h1 className="cut">{prompt?.name ?? t('newTitle')}</h1>
      {prompt?.queue && (
        <span className={css.queue}>
          <ColorDot color={prompt.queue.color} />
          <span className="cut">{prompt.queue.name}</span>
        </span>
      )}
      <span className={css.unsaved} role="status">
        {form.dirty && t('unsaved')}
      </span>
      {prompt && (
        <span className={css.toTry}>
          <Button icon="play" onClick={onTry}>
            {t('goToTry')}
          </Button>
        </span>
      )}
      <span className={css.cancel}>
        <Button onClick={leave}>{t('cancel')}</Button>
      </span>
      <Button kind="primary" type="submit" form="prompt" busy={form.busy}>
        {t('save')}
      </Button>
    </header>
  );
}
