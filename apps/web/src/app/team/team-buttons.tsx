/** Team chat and announcements in the top bar. Loaded after the page; it keeps the cached chats current too. */
import { Suspense, useState } from 'react';
import { useReadAnnouncement, useShownAnnouncements } from '../../entities/announcements/announcements.api.ts';
import { useTeamChatsLive } from '../../entities/team-chats/team-chats.live.ts';
import { useRecentChats } from '../../entities/team-chats/unread-chats.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { ErrorState, IconButton, Popover, Skeleton, useToast } from '../../ui/index.ts';
import { AnnouncementList } from './announcement-list.tsx';
import { ChatPopoverList } from './chat-popover-list.tsx';
import css from './team.module.css';
import { teamTexts } from './team.texts.ts';
import { useChatSound } from './use-chat-sound.ts';

const AnnouncementViewer = lazyPart(() =>
  import('./announcement-viewer.tsx').then((module) => module.AnnouncementViewer),
);

export function TeamButtons() {
  const canChat = useCan('team-chat.use');
  useTeamChatsLive();
  return (
    <>
      <AnnouncementsButton />
      {canChat && <ChatsButton />}
    </>
  );
}

function AnnouncementsButton() {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const shown = useShownAnnouncements();
  const toast = useToast();
  const readAll = useReadAnnouncement();
  const [openId, setOpenId] = useState<number | null>(null);
  const announcements = shown.data?.records ?? [];
  const unread = announcements.filter(({ isRead }) => !isRead).length;
  return (
    <>
      <Popover
        label={t('news')}
        width={376}
        target={(opener) => (
          <IconButton
            icon="bell"
            size="md"
            label={unread === 0 ? t('news') : t('newsUnread', { count: unread })}
            tip={!opener['aria-expanded']}
            {...(unread > 0 ? { badge: 'accent' as const } : {})}
            {...opener}
          />
        )}
      >
        {(close) => (
          <div className={css.panel}>
            <div className={css.head}>
              <h2 tabIndex={-1} data-autofocus>
                {t('news')}
              </h2>
              {unread > 0 && (
                <button
                  type="button"
                  className={css.link}
                  onClick={() => readAll.mutate('all', { onError: toast.failed })}
                >
                  {t('readAll')}
                </button>
              )}
            </div>
            {shown.isPending ? (
              <Skeleton width="60%" />
            ) : shown.error && !shown.data ? (
              <ErrorState compact text={errorText(shown.error, language)} onRetry={() => void shown.refetch()} />
            ) : (
              <AnnouncementList
                announcements={announcements}
                onOpen={(id) => {
                  close();
                  setOpenId(id);
                }}
              />
            )}
          </div>
        )}
      </Popover>
      <Suspense fallback={null}>
        {openId !== null && (
          <AnnouncementViewer
            announcements={announcements}
            openId={openId}
            onOpen={setOpenId}
            onClose={() => setOpenId(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function ChatsButton() {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const { chats, unread, isPending, error, retry } = useRecentChats();
  useChatSound();
  return (
    <span className={css.wide}>
      <Popover
        label={t('chats')}
        width={340}
        target={(opener) => (
          <IconButton
            icon="chats"
            size="md"
            label={unread === 0 ? t('chats') : t('chatsUnread', { count: unread })}
            tip={!opener['aria-expanded']}
            {...(unread > 0 ? { badge: unread } : {})}
            {...opener}
          />
        )}
      >
        {(close) => (
          <div className={css.panel}>
            <div className={css.head}>
              <h2 tabIndex={-1} data-autofocus>
                {t('chats')}
              </h2>
            </div>
            {isPending ? (
              <Skeleton width="60%" />
            ) : error ? (
              <ErrorState compact text={errorText(error, language)} onRetry={retry} />
            ) : (
              <ChatPopoverList chats={chats} onClose={close} />
            )}
          </div>
        )}
      </Popover>
    </span>
  );
}
