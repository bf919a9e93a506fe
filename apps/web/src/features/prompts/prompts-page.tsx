/** The /prompts screen: prompts of language models with what they cost this month, and the form of one. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { usePromptPages, type Prompt } from '../../entities/prompts/prompts.api.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, InfiniteTable, Page, SearchBox, type ButtonKind, nothingFound } from '../../ui/index.ts';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { usePromptColumns } from './prompt-columns.tsx';
import { promptTexts } from './prompts.texts.ts';
import { RemovePrompt } from './remove-prompt.tsx';
import { SpendingCard } from './spending-card.tsx';

// The list is opened more often than the form, which has fields, knowledge and a conversation.
const PromptEditor = lazy(() => import('./prompt-editor.tsx').then((module) => ({ default: module.PromptEditor })));

/** The path of the form of a new prompt. */
const NEW = 'novo';

export function PromptsPage() {
  // The open prompt is in the path, so that it survives a reload.
  const { prompt } = useParams({ strict: false }) as { prompt?: string };
  const isNew = prompt === NEW;
  if (!isNew && (prompt === undefined || !/^[1-9]\d{0,9}$/.test(prompt))) return <PromptList />;
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <PromptEditor key={prompt} promptId={isNew ? undefined : Number(prompt)} />
    </Suspense>
  );
}

function PromptList() {
  const t = useTexts(promptTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [removing, setRemoving] = useState<Prompt>();
  const prompts = usePromptPages(search);
  const open = ({ id }: Prompt, isTrying = false) =>
    void navigate({ to: `/prompts/${id}`, hash: isTrying ? 'teste' : undefined });
  const columns = usePromptColumns({ onEdit: open, onTry: (prompt) => open(prompt, true), onRemove: setRemoving });
  const add = (kind: ButtonKind) => (
    <Button kind={kind} icon="plus" onClick={() => void navigate({ to: `/prompts/${NEW}` })}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} count={prompts.last?.count} actions={add('primary')}>
      <SpendingCard />
      <div>
        <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
      </div>
      <InfiniteTable
        label={t('title')}
        rows={prompts.rows}
        rowKey={({ id }) => id}
        columns={columns}
        {...tablePages(prompts, language)}
        onOpen={open}
        empty={
          search === ''
            ? { icon: 'spark', title: t('emptyTitle'), text: t('emptyText'), action: add('default') }
            : nothingFound(t('nothingTitle', { search }), t('clear'), () => setSearch(''))
        }
      />
      {removing && <RemovePrompt prompt={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  );
}
