/** The lines between messages: days, what is unread, events, borders, calls and reactions to what is far away. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { useSyncExternalStore } from 'react';
import type { LogEntry } from '../../../entities/messages/ticket-log.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import { logTexts } from '../acts/log.texts.ts';
import { sayWhy } from '../acts/why.ts';
import { useAuthor } from './bubble.tsx';
import { dataOf } from './cards.tsx';
import { contentTexts } from './content.texts.ts';
import css from './lines.module.css';
import { lineOf } from './message-words.ts';
import { useInThread } from './thread-context.ts';
import { threadTexts } from './thread.texts.ts';

const DAY_MS = 24 * 3_600_000;

/** The calendar is read at each drawing; nobody tells of midnight. */
const nothing = () => () => {};

/** Hoje, Ontem, or the date. */
export function DayPill({ day }: { day: string }) {
  const t = useTexts(threadTexts);
  const today = useSyncExternalStore(nothing, () => formatDate(Date.now()));
  const yesterday = useSyncExternalStore(nothing, () => formatDate(Date.now() - DAY_MS));
  const name = day === today ? t('today') : day === yesterday ? t('yesterday') : day;
  return <span className={css.day}>{name}</span>;
}

export function UnreadLine({ count }: { count: number }) {
  const t = useTexts(threadTexts);
  return <div className={css.unread}>{count === 1 ? t('oneUnread') : t('unread', { count })}</div>;
}

export function BorderLine({ ticketId }: { ticketId: number }) {
  const t = useTexts(threadTexts);
  return <div className={css.event}>{t('ticketBorder', { id: ticketId })}</div>;
}

export function EventsLine({ entries }: { entries: readonly LogEntry[] }) {
  const t = useTexts(threadTexts);
  const log = useTexts(logTexts);
  const language = useLanguage();
  const said = entries.map(({ type, user, queue, why }) => {
    const values = { user: user?.name.split(' ')[0] ?? log('house'), queue: queue?.name ?? '' };
    const known = type in logTexts ? (type as keyof typeof logTexts) : 'other';
    return sayWhy(why, language, values) ?? log(known, values);
  });
  return (
    <div className={css.event}>
      <Icon name="inbox" size={14} />
      {t('atTime', { said: said.join(' · '), time: formatTime(entries.at(-1)!.createdAt) })}
    </div>
  );
}

export function CallLine({ message }: { message: Message }) {
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

/** The message it belongs to is not held here: the line says which, and leads there. */
export function ReactionLine({ message }: { message: Message }) {
  const t = useTexts(threadTexts);
  const word = useTexts(contentTexts);
  const name = useAuthor(message);
  const { jumpTo } = useInThread();
  const { quotedMsg, body } = message;
  const said = t(body === '' ? 'unreacted' : 'reacted', {
    name,
    emoji: body,
    text: quotedMsg ? lineOf(quotedMsg, word).slice(0, 60) : '…',
  });
  return quotedMsg ? (
    <button type="button" className={css.event} onClick={() => jumpTo(quotedMsg.id)}>
      {said}
    </button>
  ) : (
    <div className={css.event}>{said}</div>
  );
}
