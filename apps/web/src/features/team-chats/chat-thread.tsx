/** The messages of a chat. The scroller grows upwards, so that older messages do not move what is read. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { retryChatMessage, usePendingChatMessages } from '../../entities/team-chats/pending-chat-messages.ts';
import { unreadsOf, useChatMessages, type TeamChat } from '../../entities/team-chats/team-chats.api.ts';
import { useTodayText } from '../../lib/clock.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { ErrorState } from '../../ui/index.ts';
import { ChatBubble, PendingBubble } from './chat-bubble.tsx';
import css from './team-chats.module.css';
import { teamChatTexts } from './team-chats.texts.ts';
import { useReadPosition } from './use-read-position.ts';

/** Distance to the top at which older messages are fetched. */
const OLDER_FROM_PX = 600;
/** Closer to the end than this, new messages are followed. */
const AT_END_PX = 120;
const SCROLL_DELAY_MS = 300;
/** Messages of one sender within this time form a group. */
const GROUP_MS = 5 * 60_000;

/** A message that the search has found; a new object shows it again. */
export interface FoundMessage {
  seq: number;
}
interface ChatThreadProps {
  chat: TeamChat;
  isShown: boolean;
  found: FoundMessage | null;
}

export function ChatThread({ chat, isShown, found }: ChatThreadProps) {
  const t = useTexts(teamChatTexts);
  const client = useQueryClient();
  const language = useLanguage();
  const { user } = useSession();
  const box = useRef<HTMLDivElement>(null);
  const { messages, hasOlder, loadOlder, isPending, isFetching, error, retry } = useChatMessages(chat.id);
  const pending = usePendingChatMessages(chat.id);
  // The position when the chat was opened: the separator stays while it is read.
  const [opened] = useState(() => ({ firstUnread: chat.lastSeq - unreadsOf(chat, user.id) + 1, last: chat.lastSeq }));
  const { firstUnread } = opened;
  const newCount = Math.max(0, opened.last - firstUnread + 1);
  const isAtEnd = () => Math.abs(box.current?.scrollTop ?? 0) < AT_END_PX;
  const [isEndShown, setIsEndShown] = useState(true);
  useReadPosition(chat, messages.at(-1)?.seq ?? 0, isShown && isEndShown);
  // A hidden thread loses its scroll position without an event.
  useEffect(() => {
    if (isShown) setIsEndShown(isAtEnd());
  }, [isShown]);

  const lastKey = pending.at(-1)?.key ?? messages.at(-1)?.seq;
  const isOwnLast = pending.length > 0 || messages.at(-1)?.senderId === user.id;
  useEffect(() => {
    if (!isOwnLast && !isAtEnd()) return;
    const timer = setTimeout(() => box.current?.scrollTo({ top: 0 }), SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [lastKey, isOwnLast]);

  const onScroll = () => {
    const { scrollHeight, clientHeight, scrollTop } = box.current!;
    setIsEndShown(isAtEnd());
    // Upwards the position is negative.
    if (hasOlder && scrollHeight - clientHeight - Math.abs(scrollTop) < OLDER_FROM_PX) loadOlder();
  };
  // A window taller than the messages does not scroll. A hidden thread has no height and would load everything.
  const fillWindow = useEffectEvent(() => {
    if (box.current?.clientHeight && !isFetching && !error) onScroll();
  });
  useEffect(() => fillWindow(), [messages.length, isFetching]);
  useEffect(() => {
    if (!box.current || typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(() => fillWindow());
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);

  // Older messages are fetched until the found one is among them; a failure is repeated with the next click.
  const shown = useRef<FoundMessage>(null);
  const asked = useRef<FoundMessage>(null);
  const showFound = useEffectEvent(() => {
    if (!found || shown.current === found) return;
    const bubble = box.current?.querySelector<HTMLElement>(`[data-seq="${found.seq}"]`);
    if (bubble) {
      shown.current = found;
      bubble.scrollIntoView({ block: 'center' });
      bubble.focus({ preventScroll: true });
    } else if (hasOlder && !isFetching && !(error && asked.current === found)) {
      asked.current = found;
      loadOlder();
    }
  });
  useEffect(() => showFound(), [found, messages.length, isFetching]);

  const today = useTodayText();
  const rows: ReactNode[] = [];
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1];
    const day = formatDate(message.createdAt);
    const isNewDay = !before || formatDate(before.createdAt) !== day;
    const isFirstUnread = newCount > 0 && message.seq >= firstUnread && (!before || before.seq < firstUnread);
    if (isNewDay)
      rows.push(
        <span key={`day ${day}`} className={css.day}>
          {day === today ? t('today') : day}
        </span>,
      );
    if (isFirstUnread)
      rows.push(
        <div key="new" className={css.newLine}>
          {newCount === 1 ? t('oneNew') : t('manyNew', { count: newCount })}
        </div>,
      );
    const isFirst =
      isNewDay ||
      isFirstUnread ||
      before.senderId !== message.senderId ||
      +new Date(message.createdAt) - +new Date(before.createdAt) > GROUP_MS;
    const isFound = message.seq === found?.seq;
    rows.push(<ChatBubble key={message.seq} chat={chat} message={message} isFirst={isFirst} isFound={isFound} />);
  }

  return (
    <div
      className={css.thread}
      ref={box}
      role="log"
      aria-label={t('thread', { title: chat.title })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard too
      tabIndex={0}
      onScroll={onScroll}
    >
      <div className={css.column}>
        {error && messages.length === 0 && <ErrorState compact text={errorText(error, language)} onRetry={retry} />}
        {isPending && !error && (
          <div className={css.ghosts} aria-busy="true">
            <span style={{ width: 220 }} />
            <span style={{ width: 300 }} />
            <span className={css.ghostOut} style={{ width: 260 }} />
          </div>
        )}
        {!isPending && !error && messages.length === 0 && pending.length === 0 && (
          <p className={css.none}>{t('firstTitle')}</p>
        )}
        {rows}
        {pending.map((message) => (
          <PendingBubble key={message.key} message={message} onRetry={() => retryChatMessage(client, message)} />
        ))}
      </div>
    </div>
  );
}
