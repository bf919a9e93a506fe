/** The /files screen: lists of files that the bot sends. */
import type { FileListBrief } from '@balcao/contract/endpoints/files';
import { lazy, Suspense, useState } from 'react';
import { useFileListPages, useRemoveFileList } from '../../entities/file-lists/file-lists.api.ts';
import { formatNumber } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, SearchTablePage, useToast, type Column, EditAndRemove } from '../../ui/index.ts';
import css from './file-lists.module.css';
import { fileListTexts } from './file-lists.texts.ts';

// Forms are loaded on first use; the list is opened far more often.
const FileListDialog = lazy(() =>
  import('./file-list-dialog.tsx').then((module) => ({ default: module.FileListDialog })),
);

export function FileListsPage() {
  const t = useTexts(fileListTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<FileListBrief | 'new' | null>(null);
  const [removing, setRemoving] = useState<FileListBrief | null>(null);
  const lists = useFileListPages(search);
  const columns: Column<FileListBrief>[] = [
    { key: 'name', head: t('name'), primary: true, cell: (list) => list.name },
    {
      key: 'message',
      head: t('message'),
      spare: true,
      cell: (list) => <span className={css.excerpt}>{list.message}</span>,
    },
    {
      key: 'files',
      head: t('files'),
      align: 'right',
      width: '120px',
      cell: (list) => formatNumber(list.filesCount),
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (list) => (
        <EditAndRemove
          edit={{ label: t('editNamed', { name: list.name }), onClick: () => setEditing(list) }}
          remove={{ label: t('removeNamed', { name: list.name }), onClick: () => setRemoving(list) }}
        />
      ),
    },
  ];

  return (
    <SearchTablePage
      title={t('title')}
      count={lists.last?.count}
      search={{ value: search, onChange: setSearch, t }}
      add={{ label: t('add'), onClick: () => setEditing('new') }}
      rows={lists.rows}
      rowKey={(list) => list.id}
      columns={columns}
      {...tablePages(lists, language)}
      empty={{ icon: 'folder', title: t('emptyTitle'), text: t('emptyText') }}
    >
      <Suspense fallback={null}>
        {editing && (
          <FileListDialog
            id={editing === 'new' ? undefined : editing.id}
            name={editing === 'new' ? '' : editing.name}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
      {removing && <RemoveList list={removing} onClose={() => setRemoving(null)} />}
    </SearchTablePage>
  );
}

/** Confirmation that names the list and the files removed with it. */
function RemoveList({ list, onClose }: { list: FileListBrief; onClose: () => void }) {
  const t = useTexts(fileListTexts);
  const toast = useToast();
  const remove = useRemoveFileList();
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: list.name })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(list.id, toast.outcome(t('removed'), onClose))}
      onClose={onClose}
    />
  );
}
