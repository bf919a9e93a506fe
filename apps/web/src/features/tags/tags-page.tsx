/** The /tags screen: the tags of the company, in an infinite list. */
import type { Tag } from '@balcao/contract/endpoints/tags';
import { lazy, Suspense, useState } from 'react';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { TagChip } from '../../entities/tags/tag-chip.tsx';
import { useTagPages } from '../../entities/tags/tags.api.ts';
import { formatNumber } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { SearchTablePage, type Column, EditAndRemove } from '../../ui/index.ts';
import { RemoveTag } from './remove-tag.tsx';
import css from './tags.module.css';
import { tagTexts } from './tags.texts.ts';

// Forms are loaded on first use; the list is opened far more often.
const TagDialog = lazy(() => import('./tag-dialog.tsx').then((module) => ({ default: module.TagDialog })));

const TagContacts = lazy(() => import('./tag-contacts.tsx').then((module) => ({ default: module.TagContacts })));

const tagKinds = ['tag'] as const;

export function TagsPage() {
  const t = useTexts(tagTexts);
  const language = useLanguage();
  const canCreate = useCan('tag.create');
  const canManage = useCan('tag.manage');
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<Tag | 'new' | null>(null);
  const [removing, setRemoving] = useState<Tag | null>(null);
  const [tagWithContacts, setTagWithContacts] = useState<Tag | null>(null);
  const tags = useTagPages(search);
  const columns: Column<Tag>[] = [
    { key: 'tag', head: t('tag'), primary: true, cell: (tag) => <TagChip tag={tag} /> },
    {
      key: 'contacts',
      head: t('contacts'),
      align: 'right',
      width: '140px',
      cell: (tag) => (
        <button
          type="button"
          className={css.count}
          aria-label={t('showContacts', { name: tag.name, count: formatNumber(tag.contactsCount) })}
          onClick={() => setTagWithContacts(tag)}
        >
          {formatNumber(tag.contactsCount)}
        </button>
      ),
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (tag) =>
        canManage && (
          <EditAndRemove
            edit={{ label: t('editNamed', { name: tag.name }), onClick: () => setEditing(tag) }}
            remove={{ label: t('removeNamed', { name: tag.name }), onClick: () => setRemoving(tag) }}
          />
        ),
    },
  ];

  return (
    <SearchTablePage
      title={t('title')}
      count={tags.last?.count}
      search={{ value: search, onChange: setSearch, t }}
      add={canCreate && { label: t('add'), onClick: () => setEditing('new') }}
      aboveTable={<RemovalProgress kinds={tagKinds} />}
      rows={tags.rows}
      rowKey={(tag) => tag.id}
      columns={columns}
      {...tablePages(tags, language)}
      empty={{ icon: 'tag', title: t('emptyTitle'), text: t('emptyText') }}
    >
      <Suspense fallback={null}>
        {editing && <TagDialog tag={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />}
        {tagWithContacts && <TagContacts tag={tagWithContacts} onClose={() => setTagWithContacts(null)} />}
      </Suspense>
      {removing && <RemoveTag tag={removing} onClose={() => setRemoving(null)} />}
    </SearchTablePage>
  );
}
