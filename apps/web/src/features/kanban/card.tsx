/** One ticket on the board. A stretched link with the menu above it, never inside. */
import { useDraggable } from '@dnd-kit/core';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { previewKindOf } from '@balcao/domain/message/preview';
import { splitSignature } from '@balcao/domain/message/variables';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { dayOf } from '../../entities/kanban/board.api.ts';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { usePreviewText } from '../../entities/messages/preview.ts';
import { TagChips } from '../../entities/tags/tag-chips.tsx';
import { ticketNumber } from '../../entities/tickets/ticket-number.ts';
import { formatDate, formatPhone, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Chip, Counter, cx } from '../../ui/index.ts';
import css from './kanban.module.css';
import { kanbanTexts } from './kanban.texts.ts';

export interface CardProps {
  ticket: Ticket;
  today: string;
  isOpen: boolean;
  onOpen(ticket: Ticket): void;
  /** Moves the card without dragging. */
  menu: ReactNode;
}

export const Card = memo(function Card({ ticket, today, isOpen, onOpen, menu }: CardProps) {
  const t = useTexts(kanbanTexts);
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({ id: ticket.id });
  const open = (event: MouseEvent) => {
    // The browser handles opening in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(ticket);
  };
  return (
    <article
      ref={setNodeRef}
      className={cx(css.card, isOpen && css.isOpen, isDragging && css.lifted)}
      data-card={ticket.id}
      {...listeners}
    >
      <Face
        ticket={ticket}
        today={today}
        name={(children) => (
          <a
            ref={setActivatorNodeRef}
            className={cx(css.name, 'cut')}
            href={`/tickets/${ticket.uuid}`}
            title={nameOf(ticket.contact.name)}
            draggable={false}
            aria-current={isOpen || undefined}
            aria-roledescription={t('draggable')}
            aria-describedby={attributes['aria-describedby']}
            onClick={open}
          >
            {children}
          </a>
        )}
      />
      {menu && <span className={css.action}>{menu}</span>}
    </article>
  );
});

/** The card while it is dragged. */
export const DraggedCard = ({ ticket, today }: { ticket: Ticket; today: string }) => (
  <article className={cx(css.card, css.drag)}>
    <Face ticket={ticket} today={today} name={(children) => <span className={cx(css.name, 'cut')}>{children}</span>} />
  </article>
);

function Face({ ticket, today, name }: { ticket: Ticket; today: string; name: (children: ReactNode) => ReactNode }) {
  const t = useTexts(kanbanTexts);
  const channelName = useTexts(connectionLabels);
  const { contact, unreadMessages: unread, user, whatsapp } = ticket;
  const preview = useCardPreview(ticket.lastMessage);
  const isToday = dayOf(ticket.updatedAt) === today;
  return (
    <>
      <div className={css.who}>
        <ContactAvatar contact={contact} channel={ticket.channel} size={32} />
        <div className={css.lines}>
          <div className={css.line}>
            {name(
              <>
                <bdi>{nameOf(contact.name)}</bdi>
                {unread > 0 && (
                  <span className="sr">, {unread === 1 ? t('unreadOne') : t('unread', { n: unread })}</span>
                )}
              </>,
            )}
            <time className={css.time} dateTime={ticket.updatedAt}>
              {isToday ? formatTime(ticket.updatedAt) : formatDate(ticket.updatedAt)}
            </time>
          </div>
          <div className={css.line}>
            <span className={cx(css.number, 'cut')}>
              {contact.number === '' ? channelName(ticket.channel) : formatPhone(contact.number)}
            </span>
            {unread > 0 && (
              <span aria-hidden="true">
                <Counter accent>{unread > 99 ? '99+' : unread}</Counter>
              </span>
            )}
          </div>
        </div>
      </div>
      {preview !== '' && (
        <p className={css.preview} title={preview}>
          <PreviewLine text={preview} />
        </p>
      )}
      <div className={css.foot}>
        <CardTags tags={contact.tags} />
        <span className={css.grow} />
        <span className={cx(css.connection, 'cut')} title={whatsapp?.name}>
          {[ticketNumber(ticket), whatsapp?.name].filter(Boolean).join(' · ')}
        </span>
        {user && (
          <span role="img" aria-label={t('attendant', { name: user.name })} title={t('attendant', { name: user.name })}>
            <Avatar name={user.name} size={20} />
          </span>
        )}
      </div>
    </>
  );
}

function CardTags({ tags }: { tags: Ticket['contact']['tags'] }) {
  const t = useTexts(kanbanTexts);
  return (
    <TagChips
      tags={tags}
      className={css.tags}
      renderMore={(count, names) => (
        <span title={names}>
          <span aria-hidden="true">
            <Chip small>+{count}</Chip>
          </span>
          <span className="sr">{t('moreTags', { names })}</span>
        </span>
      )}
    />
  );
}

/** Without signature, and without the emoji of a message without text: the translated word says the same. */
function useCardPreview(lastMessage: string): string {
  const previewText = usePreviewText();
  const text = splitSignature(lastMessage)[1];
  return previewKindOf(text) ? previewText(text).replace(/^\p{Extended_Pictographic}\uFE0F?\s+/u, '') : text;
}

/** A contact without a name is shown by its formatted number. */
export const nameOf = (name: string): string => (/^\+?\d{8,}$/.test(name) ? formatPhone(name) : name);
