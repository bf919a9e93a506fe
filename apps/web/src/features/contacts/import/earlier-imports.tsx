/** Earlier imports with their result and available actions. */
import type { ContactImportBrief } from '@balcao/contract/endpoints/contact-spreadsheets';
import type { ImportState } from '@balcao/domain/contact/import-types';
import { useCancelImport, useUndoImport, type useImports } from '../../../entities/contact-spreadsheets/imports.api.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { tablePages } from '../../../lib/infinite-list.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { InfiniteTable, IconButton, StatusPill, useToast, type Column } from '../../../ui/index.ts';
import css from './import.module.css';
import { importTexts, type ImportText } from './imports.texts.ts';

const states: Record<ImportState, { text: ImportText; tone: 'success' | 'neutral' | 'danger' | 'warn' | 'info' }> = {
  draft: { text: 'stateDraft', tone: 'neutral' },
  waiting: { text: 'stateWaiting', tone: 'info' },
  running: { text: 'stateRunning', tone: 'info' },
  done: { text: 'stateDone', tone: 'success' },
  canceled: { text: 'stateCanceled', tone: 'warn' },
  failed: { text: 'stateFailed', tone: 'danger' },
  undoing: { text: 'stateUndoing', tone: 'info' },
  undone: { text: 'stateUndone', tone: 'neutral' },
};

export function EarlierImports({
  imports,
  onOpen,
}: {
  imports: ReturnType<typeof useImports>;
  onOpen: (id: number) => void;
}) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const toast = useToast();
  const undo = useUndoImport();
  const discard = useCancelImport();

  const columns: Column<ContactImportBrief>[] = [
    { key: 'file', head: t('fileName'), primary: true, cell: ({ fileName }) => fileName },
    {
      key: 'when',
      head: t('when'),
      firm: true,
      cell: ({ createdAt }) => <span className="muted num">{formatDateTime(createdAt)}</span>,
    },
    { key: 'who', head: t('who'), spare: true, cell: ({ user }) => <span className="muted">{user?.name ?? '—'}</span> },
    {
      key: 'status',
      head: t('status'),
      firm: true,
      cell: ({ status }) => <StatusPill tone={states[status].tone}>{t(states[status].text)}</StatusPill>,
    },
    ...(['created', 'changed'] as const).map((key): Column<ContactImportBrief> => ({
      key,
      head: t(key),
      align: 'right',
      cell: ({ counts }) => formatNumber(counts[key]),
    })),
    {
      key: 'invalid',
      head: t('invalid'),
      align: 'right',
      cell: ({ counts }) => formatNumber(counts.invalid + counts.ignored),
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: ({ id, fileName: name, status, mayUndo, mayCancel }) => (
        <>
          {mayUndo && (
            <IconButton
              icon="requeue"
              label={t('undoNamed', { name })}
              onClick={() => undo.mutate(id, { onSuccess: () => onOpen(id), onError: toast.failed })}
            />
          )}
          {status === 'draft' && mayCancel && (
            <IconButton
              icon="trash"
              label={t('discardNamed', { name })}
              onClick={() => discard.mutate(id, { onSuccess: () => toast.done(t('discarded')), onError: toast.failed })}
            />
          )}
          <IconButton icon="arrow-r" label={t('openNamed', { name })} onClick={() => onOpen(id)} />
        </>
      ),
    },
  ];
  return (
    <section className={css.earlier} aria-labelledby="sheet-earlier">
      <h2 id="sheet-earlier">{t('earlier')}</h2>
      <InfiniteTable
        label={t('earlier')}
        rows={imports.rows}
        rowKey={({ id }) => id}
        columns={columns}
        {...tablePages(imports, language)}
        empty={{ icon: 'file', title: t('noneYet') }}
      />
    </section>
  );
}
