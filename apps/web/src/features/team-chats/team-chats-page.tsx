/** The /chats screen: the chats of the user beside the messages; one of them at a time on a narrow screen. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useChat } from '../../entities/team-chats/team-chats.api.ts';
import { ApiError } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useTopic } from '../../lib/topics.tsx';
import { useNarrow } from '../../lib/narrow.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState, Skeleton } from '../../ui/index.ts';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import { ChatTabs, type ChatTab } from './chat-tabs.tsx';
import css from './team-chats.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

const ChatDialog = lazyPart(() => import('./chat-dialog.tsx').then((module) => module.ChatDialog));

export function TeamChatsPage() {
  const t = useTexts(teamChatTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const { uuid } = useParams({ strict: false }) as { uuid?: string };
  const [tab, setTab] = useState<ChatTab>(uuid === undefined ? 'chats' : 'messages');
  const [isAdding, setIsAdding] = useState(false);
  useEffect(() => setTab(uuid === undefined ? 'chats' : 'messages'), [uuid]);
  const chat = useChat(uuid);

  const open = (next: string) => {
    setTab('messages');
    void navigate({ to: `/chats/${next}` });
  };
  const leave = () => void navigate({ to: '/chats' });
  // Deleted, or the user is no longer a member.
  useTopic('chat', (payload) => {
    if (payload.action === 'delete' && payload.id === chat.data?.id) leave();
  });

  return (
    <div className={css.page} data-tab={narrow ? tab : undefined}>
      {narrow && <ChatTabs active={tab} onChange={setTab} />}
      <ChatList openUuid={uuid} onOpen={open} onAdd={() => setIsAdding(true)} />
      <section className={css.side} aria-label={t('messages')}>
        {uuid === undefined ? (
          <div className={css.middle}>
            <EmptyState
              icon="chats"
              title={t('chooseTitle')}
              text={t('chooseText')}
              action={narrow && <Button onClick={() => setTab('chats')}>{t('seeChats')}</Button>}
            />
          </div>
        ) : chat.data ? (
          <ChatPane key={chat.data.id} chat={chat.data} isShown={!narrow || tab === 'messages'} onLeave={leave} />
        ) : chat.error && !isGone(chat.error) ? (
          <div className={css.middle}>
            <ErrorState text={errorText(chat.error, language)} onRetry={() => void chat.refetch()} />
          </div>
        ) : chat.error ? (
          <div className={css.middle}>
            <EmptyState
              icon="chats"
              title={t('goneTitle')}
              text={t('goneText')}
              action={<Button onClick={leave}>{t('seeChats')}</Button>}
            />
          </div>
        ) : (
          <div className={css.loading} aria-busy="true">
            <Skeleton width={180} height={20} />
          </div>
        )}
      </section>
      <Suspense fallback={null}>
        {isAdding && (
          <ChatDialog chat={undefined} onSaved={({ uuid: added }) => open(added)} onClose={() => setIsAdding(false)} />
        )}
      </Suspense>
    </div>
  );
}

/** Deleted, not one of the user's chats, or an address that belongs to no chat. */
const isGone = (error: Error): boolean => error instanceof ApiError && [400, 403, 404].includes(error.status);
