/** The rows between messages: days, unread, events, ticket borders, calls, and reactions to messages not loaded. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { useSyncExternalStore } from 'react';
import type { LogEntry } from '../../../entities/messages/ticket-log.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import { logSentence } from '../actions/log-sentence.ts';
import { useAuthor } from './bubble.tsx';
import { dataOf } from './cards.tsx';
import { contentTexts } from './content.texts.ts';
import css from './separators.module.css';
import { previewText } from './message-text.ts';
import { useInThread } from './thread-context.ts';
import { threadTexts } from './thread.texts.ts';

/** The date is read at each render; nothing notifies of midnight. */
const noSubscription = () => () => {};

/** Hoje, Ontem, or the date. */
export function DayPill({ day }: { day: string }) {
  const t = useTexts(threadTexts);
  const today = useSyncExternalStore(noSubscription, () => formatDate(Date.now()));
  const yesterday = useSyncExternalStore(noSubscription, () => formatDate(Date.now() - DAY_MS));
  const name = day === today ? t('today') : day === yesterday ? t('yesterday') : day;
  return <span className={css.day}>{name}</span>;
}

export function UnreadSeparator({ count }: { count: number }) {
  const t = useTexts(threadTexts);
  return <div className={css.unread}>{count === 1 ? t('oneUnread') : t('unread', { count })}</div>;
}

export function TicketSeparator({ ticketNumber }: { ticketNumber: number | null }) {
  const t = useTexts(threadTexts);
  return (
    <div className={css.event}>
      {ticketNumber === null ? t('anotherTicket') : t('ticketBorder', { number: ticketNumber })}
    </div>
  );
}

export function EventsSeparator({ entries }: { entries: readonly LogEntry[] }) {
  const t = useTexts(threadTexts);
  const language = useLanguage();
  const sentences = entries.map((entry) => logSentence(entry, language, { shortName: true }));
  return (
    <div className={css.event}>
      <Icon name="inbox" size={14} />
      {t('atTime', { said: sentences.join(' · '), time: formatTime(entries.at(-1)!.createdAt) })}
    </div>
  );
}

export function CallSeparator({ message }: { message: Message }) {
  const t = useTexts(contentTexts);
  const { isVideo = false, outcome = 'missed' } = dataOf<{ isVideo: boolean; outcome: 'missed' | 'refused' | 'ended' }>(
    message,
  );
  return (
    <div className={css.event}>
      <Icon name={isVideo ? 'video' : 'phone'} size={14} />
      <span>
        {t(`${outcome}${isVideo ? 'Video' : 'Voice'}`, { time: formatTime(message.createdAt) })}
        <small>{t('noCalls')}</small>
      </span>
    </div>
  );
}

/** The message is not loaded: the row quotes it and links to it. */
export function ReactionSeparator({ message }: { message: Message }) {
  const t = useTexts(threadTexts);
  const tContent = useTexts(contentTexts);
  const name = useAuthor(message);
  const { jumpTo } = useInThread();
  const { quotedMsg, body } = message;
  const text = quotedMsg ? previewText(quotedMsg, tContent).slice(0, 60) : '';
  const key = body === '' ? 'unreacted' : 'reacted';
  // A quoted message may have no words, and one from before the connection is not known at all.
  const sentence = t(text === '' ? `${key}Unknown` : key, { name, emoji: body, text });
  return quotedMsg ? (
    <button type="button" className={css.event} onClick={() => jumpTo(quotedMsg.id)}>
      {sentence}
    </button>
  ) : (
    <div className={css.event}>{sentence}</div>
  );
}
