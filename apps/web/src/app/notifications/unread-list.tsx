/** The popover of the envelope: tickets with unread messages, and the button to enable notifications. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { usePreviewText } from '../../entities/messages/preview.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Counter, ErrorState, Icon, Skeleton } from '../../ui/index.ts';
import { useNotifications } from './desktop.ts';
import { notificationTexts } from './notifications.texts.ts';
import css from './unread-popover.module.css';
import { useUnreadTickets } from './unread.ts';

export function UnreadList({ onClose }: { onClose: () => void }) {
  const t = useTexts(notificationTexts);
  const language = useLanguage();
  const { timeZone } = useSession().user.company;
  const [today] = useState(() => formatDate(new Date(), timeZone));
  const unread = useUnreadTickets();
  const tickets = unread.data?.tickets ?? [];
  const remaining = (unread.data?.count ?? 0) - tickets.length;
  return (
    <>
      {unread.error && (
        <ErrorState compact text={errorText(unread.error, language)} onRetry={() => void unread.refetch()} />
      )}
      {unread.isPending && !unread.error && (
        <div className={css.waiting} aria-busy="true">
          <Skeleton width="70%" />
          <Skeleton width="50%" />
        </div>
      )}
      {unread.data && tickets.length === 0 && <p className={css.none}>{t('none')}</p>}
      {tickets.length > 0 && (
        <ul className={css.list} aria-label={t('unreadButton')}>
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <UnreadTicket ticket={ticket} timeZone={timeZone} today={today} onClose={onClose} />
            </li>
          ))}
          {remaining > 0 && <li className={css.more}>{t('more', { count: remaining })}</li>}
        </ul>
      )}
      <NotificationPrompt />
    </>
  );
}

interface UnreadTicketProps {
  ticket: Ticket;
  timeZone: string;
  today: string;
  onClose: () => void;
}

function UnreadTicket({ ticket, timeZone, today, onClose }: UnreadTicketProps) {
  const { contact, channel, lastMessage, unreadMessages, updatedAt, uuid } = ticket;
  const previewText = usePreviewText();
  const day = formatDate(updatedAt, timeZone);
  return (
    <Link to={`/tickets/${uuid}`} className={css.row} onClick={onClose}>
      <ContactAvatar contact={contact} channel={channel} size={36} />
      <span className={css.texts}>
        <span className={css.name}>{contact.name}</span>
        <span className={css.message}>
          <PreviewLine text={previewText(lastMessage)} />
        </span>
      </span>
      <span className={css.end}>
        <time dateTime={updatedAt}>{day === today ? formatTime(updatedAt, timeZone) : day}</time>
        <Counter accent>{unreadMessages}</Counter>
      </span>
    </Link>
  );
}

/** Offered here, where its use is visible, and never automatically. */
function NotificationPrompt() {
  const t = useTexts(notificationTexts);
  const { permission, on, turnOn, turnOff } = useNotifications();
  if (permission === 'unsupported') return null;
  if (permission === 'denied') return <p className={css.strip}>{t('denied')}</p>;
  return on ? (
    <div className={css.strip}>
      <Button kind="ghost" size="sm" onClick={turnOff}>
        {t('turnOff')}
      </Button>
    </div>
  ) : (
    <div className={css.strip}>
      <span className={css.reason}>
        <Icon name="bell" size={16} />
        {t('turnOnText')}
      </span>
      <Button size="sm" onClick={() => void turnOn()}>
        {t('turnOn')}
      </Button>
    </div>
  );
}
