/** The /flowbuilder/:id screen: loads the draft and opens the editor on it. */
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFlowDraft } from '../../../entities/flows/flows.api.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState, useToast } from '../../../ui/index.ts';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';
import { FlowEditor } from './flow-editor.tsx';

export function FlowEditorPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id === undefined ? <Navigate to="/flowbuilders" replace /> : <Draft id={id} />;
}

function Draft({ id }: { id: string }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const toast = useToast();
  const navigate = useNavigate();
  const { view } = useSearch({ strict: false }) as { view?: string };
  const flowId = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  const draft = useFlowDraft(flowId);
  /** Counts how often a colleague's draft was loaded: the editor then starts again. */
  const [loads, setLoads] = useState(0);
  const leave = () => void navigate({ to: '/flowbuilders' });

  // An open editor has changes that may not be stored yet: a failed reload of the draft must not close it.
  if (draft.error && !draft.data) {
    const isGone = draft.error instanceof ApiError && draft.error.status === 404;
    return isGone ? (
      <EmptyState
        isPageTitle
        icon="flow"
        title={t('gone')}
        text={t('goneText')}
        action={<Button onClick={leave}>{t('back')}</Button>}
      />
    ) : (
      <ErrorState text={errorText(draft.error, language)} onRetry={() => void draft.refetch()} />
    );
  }
  if (!draft.data)
    return (
      <div className={css.loading} role="status" aria-label={t('loading')}>
        <span className={css.spinner} />
      </div>
    );
  const loadTheirs = async () => {
    const { error } = await draft.refetch();
    if (error) toast.failed(error);
    else setLoads((count) => count + 1);
  };
  return (
    <FlowEditor
      key={`${flowId} ${loads}`}
      draft={draft.data}
      view={view}
      // The editor asks itself before a view closes a panel with typed text.
      onView={(next) => void navigate({ to: '.', search: { view: next }, replace: true, ignoreBlocker: true })}
      onLoadTheirs={() => void loadTheirs()}
    />
  );
}
