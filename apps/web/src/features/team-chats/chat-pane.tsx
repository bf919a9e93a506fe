/** An open chat: header, messages, composer, and what there is to know about it. */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { sendChatMessage } from '../../entities/team-chats/pending-chat-messages.ts';
import { useRemoveChat, type TeamChat } from '../../entities/team-chats/team-chats.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useNarrow } from '../../lib/narrow.ts';
import { useSession } from '../../lib/session.tsx';
import { useStored } from '../../lib/stored.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, ConfirmDialog, IconButton, useToast } from '../../ui/index.ts';
import { AboutChat } from './about-chat.tsx';
import { ChatComposer } from './chat-composer.tsx';
import { ChatSearch } from './chat-search.tsx';
import { ChatThread, type FoundMessage } from './chat-thread.tsx';
import css from './team-chats.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

const ChatDialog = lazyPart(() => import('./chat-dialog.tsx').then((module) => module.ChatDialog));

interface ChatPaneProps {
  chat: TeamChat;
  /** False while a narrow screen shows the list instead. */
  isShown: boolean;
  onLeave: () => void;
}

export function ChatPane({ chat, isShown, onLeave }: ChatPaneProps) {
  const t = useTexts(teamChatTexts);
  const toast = useToast();
  const client = useQueryClient();
  const narrow = useNarrow();
  const { user } = useSession();
  const colleagues = useColleagues();
  const [isPinned, setIsPinned] = useStored(`balcao.chats.${user.id}.about`, true);
  const [isOver, setIsOver] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const [found, setFound] = useState<FoundMessage | null>(null);
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const remove = useRemoveChat();
  const isAboutOpen = narrow ? isOver : isPinned;
  const setAbout = narrow ? setIsOver : setIsPinned;
  const onlineIds = new Set((colleagues.data ?? []).filter(({ online }) => online).map(({ id }) => id));
  const others = chat.users.filter(({ userId }) => userId !== user.id);
  const names = others.map(({ user: { name } }) => name.split(' ')[0]).join(', ');
  const onlineCount = chat.users.filter(({ userId }) => onlineIds.has(userId)).length;

  return (
    <div className={css.pane}>
      <div className={css.chat}>
        <div className={css.head}>
          {narrow && <IconButton icon="arrow-l" label={t('back')} onClick={onLeave} />}
          <span className={css.tile}>
            <Avatar name={chat.title} size={36} />
          </span>
          <div className={css.headTexts}>
            <h2 className="cut">{chat.title}</h2>
            <p className="cut">
              {others.length === 0 ? t('alone') : t('and', { names })} · {t('onlineCount', { count: onlineCount })}
            </p>
          </div>
          <IconButton
            icon="search"
            label={t('searchHere')}
            aria-pressed={isSearching}
            onClick={() => setIsSearching(!isSearching)}
          />
          <IconButton
            icon="panel-right"
            label={t('members')}
            aria-pressed={isAboutOpen}
            onClick={() => setAbout(!isAboutOpen)}
          />
        </div>
        {isSearching && (
          <ChatSearch chatId={chat.id} onFind={(seq) => setFound({ seq })} onClose={() => setIsSearching(false)} />
        )}
        <ChatThread chat={chat} isShown={isShown} found={found} />
        <ChatComposer chat={chat} onSend={(text) => sendChatMessage(client, chat.id, text)} />
      </div>
      {isAboutOpen && (
        <AboutChat
          chat={chat}
          onlineIds={onlineIds}
          onEdit={() => setDialog('edit')}
          onRemove={() => setDialog('remove')}
          onClose={() => setAbout(false)}
        />
      )}
      <Suspense fallback={null}>
        {dialog === 'edit' && <ChatDialog chat={chat} onSaved={() => {}} onClose={() => setDialog(null)} />}
      </Suspense>
      {dialog === 'remove' && (
        <ConfirmDialog
          danger
          title={t('removeTitle', { title: chat.title })}
          text={t('removeText')}
          verb={t('remove')}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(chat.id, { onSuccess: onLeave, onError: toast.failed, onSettled: () => setDialog(null) })
          }
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
