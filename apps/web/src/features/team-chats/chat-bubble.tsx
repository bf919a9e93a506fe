/** One message of a chat. */
import { formatted } from '@balcao/domain/message/formatting';
import type { ReactNode } from 'react';
import { FormattedParts } from '../../entities/messages/formatted-text.tsx';
import type { PendingChatMessage } from '../../entities/team-chats/pending-chat-messages.ts';
import type { TeamChat, TeamChatMessage } from '../../entities/team-chats/team-chats.api.ts';
import { formatTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, cx, Icon, Popover } from '../../ui/index.ts';
import { ConversationCard, conversationIn } from './conversation-card.tsx';
import css from './chat-bubble.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

interface ChatBubbleProps {
  chat: TeamChat;
  message: TeamChatMessage;
  /** The first of its sender in a group. */
  isFirst: boolean;
  /** A search has found it: the focus moves to it. */
  isFound: boolean;
}

export function ChatBubble({ chat, message, isFirst, isFound }: ChatBubbleProps) {
  const t = useTexts(teamChatTexts);
  const { user } = useSession();
  const isOwn = message.senderId === user.id;
  const name = message.sender?.name ?? t('formerUser');
  const uuid = conversationIn(message.message);
  return (
    <div
      className={cx(css.message, isFirst && css.first, isOwn && css.own)}
      data-seq={message.seq}
      {...(isFound && { tabIndex: -1 })}
    >
      {!isOwn && isFirst && <Avatar name={name} size={28} />}
      <div className={css.bubble}>
        {!isOwn && isFirst && <span className={css.who}>{name}</span>}
        {isOwn && <span className="sr">{t('you')}: </span>}
        {uuid && <ConversationCard uuid={uuid} />}
        <Words chat={chat} text={message.message} />
        <span className={css.meta}>
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {isOwn && <ReadSign chat={chat} seq={message.seq} />}
        </span>
      </div>
    </div>
  );
}

/** Same formatting as in conversations; names of members after an @ are marked. Never markup. */
function Words({ chat, text }: { chat: TeamChat; text: string }) {
  const names = chat.users.map(({ user }) => `@${user.name}`);
  const withMentions = (plain: string): ReactNode => {
    const name = names.find((candidate) => plain.includes(candidate));
    if (!name) return plain;
    const at = plain.indexOf(name);
    return (
      <>
        {plain.slice(0, at)}
        <b className={css.mention}>{name}</b>
        {withMentions(plain.slice(at + name.length))}
      </>
    );
  };
  return (
    <span className={css.words}>
      <FormattedParts parts={formatted(text)} renderText={withMentions} hasLinks />
    </span>
  );
}

/** Who has read an own message: colored ticks when all have; a click lists them. */
function ReadSign({ chat, seq }: { chat: TeamChat; seq: number }) {
  const t = useTexts(teamChatTexts);
  const { user } = useSession();
  const others = chat.users.filter(({ userId }) => userId !== user.id);
  const readers = others.filter(({ readSeq }) => readSeq >= seq);
  if (others.length === 0) return null;
  const isReadByAll = readers.length === others.length;
  const label = isReadByAll
    ? t('readByAll')
    : readers.length === 0
      ? t('notRead')
      : t('readBy', { names: readers.map(({ user: { name } }) => name).join(', ') });
  return (
    <Popover
      label={t('readers')}
      target={(opener) => (
        <button
          type="button"
          className={cx(css.read, isReadByAll && css.readByAll)}
          aria-label={label}
          title={label}
          {...opener}
        >
          <Icon name={readers.length === 0 ? 'ack' : 'acks'} size={16} />
        </button>
      )}
    >
      <Readers title={t('readers')} members={readers} />
      <Readers title={t('nonReaders')} members={others.filter((member) => !readers.includes(member))} />
    </Popover>
  );
}

function Readers({ title, members }: { title: string; members: TeamChat['users'] }) {
  if (members.length === 0) return null;
  return (
    <section className={css.readers} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {members.map(({ userId, user: { name } }) => (
          <li key={userId}>
            <Avatar name={name} size={24} />
            <span className="cut">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A message that the server has not confirmed: a clock, then what can be done. */
export function PendingBubble({ message, onRetry }: { message: PendingChatMessage; onRetry: () => void }) {
  const t = useTexts(teamChatTexts);
  const hasFailed = message.state === 'failed';
  return (
    <div className={cx(css.message, css.own, css.first)}>
      <div className={cx(css.bubble, css.underWay)}>
        <span className={css.words}>{message.text}</span>
        <span className={css.meta}>
          <time dateTime={message.at}>{formatTime(message.at)}</time>
          <span role="img" aria-label={t(hasFailed ? 'failed' : 'sending')}>
            <Icon name={hasFailed ? 'alert' : 'clock'} size={14} />
          </span>
        </span>
      </div>
      {hasFailed && (
        <p className={css.failed} role="alert">
          {t('failed')}
          <Button size="sm" kind="ghost" onClick={onRetry}>
            {t('retry')}
          </Button>
        </p>
      )}
    </div>
  );
}
