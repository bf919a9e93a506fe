/** The chats of the user, the last active one first. */
import { useState } from 'react';
import { unreadsOf, useChatPages, type TeamChat } from '../../entities/team-chats/team-chats.api.ts';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { useTodayText } from '../../lib/clock.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { usePhone } from '../../lib/narrow.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, Counter, cx, EmptyState, ErrorState, Icon, SearchBox, Skeleton } from '../../ui/index.ts';
import css from './team-chats.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

interface ChatListProps {
  openUuid: string | undefined;
  onOpen: (uuid: string) => void;
  onAdd: () => void;
}

/** Distance to the end of the list at which the next page is fetched. */
const NEXT_PAGE_PX = 300;

export function ChatList({ openUuid, onOpen, onAdd }: ChatListProps) {
  const t = useTexts(teamChatTexts);
  const language = useLanguage();
  const phone = usePhone();
  const [search, setSearch] = useState('');
  const chats = useChatPages(search);
  const isEmpty = !chats.loading && !chats.error && chats.rows.length === 0;
  return (
    <section className={css.list} aria-label={t('chats')}>
      <div className={css.listHead}>
        <h1>{t('title')}</h1>
        {!phone && (
          <Button size="sm" icon="plus" onClick={onAdd}>
            {t('add')}
          </Button>
        )}
      </div>
      <div className={css.search}>
        <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
      </div>
      <div
        className={css.rows}
        onScroll={({ currentTarget: box }) => {
          if (chats.hasMore && box.scrollHeight - box.scrollTop - box.clientHeight < NEXT_PAGE_PX) chats.more();
        }}
      >
        {chats.error && <ErrorState compact text={errorText(chats.error, language)} onRetry={chats.retry} />}
        {isEmpty && (
          <EmptyState
            icon={search === '' ? 'chats' : 'search'}
            title={search === '' ? t('emptyTitle') : t('nothingTitle', { search })}
            text={search === '' ? t('emptyText') : undefined}
            action={
              search === '' ? (
                <Button icon="plus" onClick={onAdd}>
                  {t('addChat')}
                </Button>
              ) : (
                <Button onClick={() => setSearch('')}>{t('clear')}</Button>
              )
            }
          />
        )}
        <ul>
          {chats.rows.map((chat) => (
            <li key={chat.id}>
              <ChatRow chat={chat} isOpen={chat.uuid === openUuid} onOpen={() => onOpen(chat.uuid)} />
            </li>
          ))}
        </ul>
        {chats.loading && (
          <div className={css.rowSkeletons} aria-busy="true">
            {[70, 55, 80].map((width) => (
              <span key={width} className={css.row}>
                <Skeleton width={40} height={40} />
                <Skeleton width={`${width}%`} />
              </span>
            ))}
          </div>
        )}
      </div>
      {phone && (
        <button type="button" className={css.fab} aria-label={t('addChat')} onClick={onAdd}>
          <Icon name="plus" size={24} />
        </button>
      )}
    </section>
  );
}

function ChatRow({ chat, isOpen, onOpen }: { chat: TeamChat; isOpen: boolean; onOpen: () => void }) {
  const t = useTexts(teamChatTexts);
  const { user } = useSession();
  const unreads = unreadsOf(chat, user.id);
  const today = useTodayText();
  const day = formatDate(chat.updatedAt);
  const { name, text } = authorOf(chat);
  const last = name === user.name ? t('youSaid', { text }) : name === '' ? text : `${name.split(' ')[0]}: ${text}`;
  return (
    <button
      type="button"
      className={cx(css.row, isOpen && css.rowOpen, unreads > 0 && css.rowUnread)}
      aria-current={isOpen || undefined}
      onClick={onOpen}
    >
      <span className={css.tile}>
        <Avatar name={chat.title} size={40} />
      </span>
      <span className={css.texts}>
        <span className={css.line1}>
          <b className="cut">{chat.title}</b>
          <time dateTime={chat.updatedAt}>{day === today ? formatTime(chat.updatedAt) : day}</time>
        </span>
        <span className={css.line2}>
          <span className="cut">
            <PreviewLine text={last} maxLength={120} />
          </span>
          {unreads > 0 && <Counter accent>{unreads > 99 ? '99+' : unreads}</Counter>}
        </span>
      </span>
    </button>
  );
}

/** The text begins with the name of its author, which may contain a colon, as may the text. Former members are not known. */
function authorOf({ lastMessage, users }: TeamChat): { name: string; text: string } {
  const names = users.map(({ user }) => user.name).filter((name) => lastMessage.startsWith(`${name}: `));
  const name = names.toSorted((a, b) => b.length - a.length)[0];
  return name === undefined ? { name: '', text: lastMessage } : { name, text: lastMessage.slice(name.length + 2) };
}
