/** The /quick-messages screen: the replies available to the user, in an infinite list. */
import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { replyLabel } from '@balcao/domain/message/quick-replies';
import { can } from '@balcao/domain/policy/policy';
import { lazy, Suspense, useState } from 'react';
import { ownershipOf, useQuickReplyPages } from '../../entities/quick-replies/quick-replies.api.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Chip, Icon, IconButton, SearchTablePage, type Column, EditAndRemove } from '../../ui/index.ts';
import { iconOfMedia } from './media.ts';
import css from './quick-replies.module.css';
import { quickReplyTexts } from './quick-replies.texts.ts';
import { RemoveQuickReply } from './remove-quick-reply.tsx';

// Forms are loaded on first use; the list is opened far more often.
const QuickReplyDialog = lazy(() =>
  import('./quick-reply-dialog.tsx').then((module) => ({ default: module.QuickReplyDialog })),
);

export function QuickRepliesPage() {
  const t = useTexts(quickReplyTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<QuickMessage | 'new' | null>(null);
  const [removing, setRemoving] = useState<QuickMessage | null>(null);
  const replies = useQuickReplyPages(search);
  const columns = useColumns({ onOpen: setOpen, onRemove: setRemoving });

  return (
    <SearchTablePage
      title={t('title')}
      count={replies.last?.count}
      search={{ value: search, onChange: setSearch, t }}
      add={{ label: t('add'), onClick: () => setOpen('new') }}
      rows={replies.rows}
      rowKey={(reply) => reply.id}
      columns={columns}
      {...tablePages(replies, language)}
      empty={{ icon: 'bolt', title: t('emptyTitle'), text: t('emptyText') }}
    >
      <Suspense fallback={null}>
        {open && <QuickReplyDialog reply={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
      </Suspense>
      {removing && <RemoveQuickReply reply={removing} onClose={() => setRemoving(null)} />}
    </SearchTablePage>
  );
}

interface ColumnActions {
  onOpen: (reply: QuickMessage) => void;
  onRemove: (reply: QuickMessage) => void;
}

function useColumns({ onOpen, onRemove }: ColumnActions): Column<QuickMessage>[] {
  const t = useTexts(quickReplyTexts);
  const { actor } = useSession();
  return [
    {
      key: 'shortcode',
      head: t('shortcode'),
      primary: true,
      width: '180px',
      cell: ({ shortcode }) => (
        <span className={css.code}>
          <span className={css.slash} aria-hidden="true">
            /
          </span>
          {shortcode}
        </span>
      ),
    },
    {
      key: 'message',
      head: t('message'),
      cell: (reply) => <span className={css.excerpt}>{replyLabel(reply) || '—'}</span>,
    },
    {
      key: 'attachment',
      head: t('attachment'),
      spare: true,
      width: '220px',
      cell: ({ mediaName, mediaType }) =>
        mediaName !== null && (
          <span className={css.file}>
            <Icon name={iconOfMedia(mediaType)} size={16} />
            <span className="cut">{mediaName}</span>
          </span>
        ),
    },
    {
      key: 'forWhom',
      head: t('forWhom'),
      firm: true,
      width: '130px',
      cell: ({ geral, visao }) => <Chip>{t(!visao ? 'onlyAuthor' : geral ? 'everyoneEdits' : 'everyoneUses')}</Chip>,
    },
    {
      key: 'author',
      head: t('author'),
      spare: true,
      width: '160px',
      cell: ({ userId, user }) => (
        <span className="muted">{userId === actor.userId ? t('you') : (user?.name ?? '—')}</span>
      ),
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (reply) => {
        const name = reply.shortcode;
        if (!can(actor, 'quick-reply.change', ownershipOf(reply)))
          return <IconButton icon="eye" label={t('viewNamed', { name })} onClick={() => onOpen(reply)} />;
        return (
          <EditAndRemove
            edit={{ label: t('editNamed', { name }), onClick: () => onOpen(reply) }}
            remove={{ label: t('removeNamed', { name }), onClick: () => onRemove(reply) }}
          />
        );
      },
    },
  ];
}
