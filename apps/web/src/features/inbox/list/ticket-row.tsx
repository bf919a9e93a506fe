/** One ticket of the list. A stretched link with the buttons beside it, never inside. */
import { isAttended, isWaiting } from '@balcao/domain/ticket/ticket';
import { memo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useLocalDraft } from '../../../entities/tickets/local-draft.ts';
import { DeliverySign } from '../../../entities/messages/delivery-sign.tsx';
import { PreviewLine } from '../../../entities/messages/formatted-text.tsx';
import { previewTexts } from '../../../entities/messages/preview.texts.ts';
import { ChannelGlyph } from '../../../entities/connections/channel-glyph.tsx';
import { pictureOf } from '../../../entities/contacts/contact-picture.ts';
import { ticketNumber } from '../../../entities/tickets/ticket-number.ts';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, cx, Icon } from '../../../ui/index.ts';
import { listTexts } from './list.texts.ts';
import { AcceptButton, RowActions, SwipeActions } from './row-actions.tsx';
import { AssignedAgent, QueueName, Rating, RowTags, Waiting } from './row-badges.tsx';
import { faceOf, MAX_PREVIEW_LENGTH, nameOf, previewOf, whenOf } from './row-text.ts';
import css from './row.module.css';
import { useSwipe } from './use-swipe.ts';

export interface RowHandlers {
  open(ticket: Ticket): void;
  pick(ticket: Ticket, range: boolean): void;
  focus(ticket: Ticket): void;
}
export interface TicketRowProps {
  ticket: Ticket;
  isOpen: boolean;
  /** The row that Tab reaches. */
  isActive: boolean;
  /** Null while no tickets are being selected. */
  isPicked: boolean | null;
  on: RowHandlers;
  timeZone: string;
  today: string;
  canSeeAgent: boolean;
  /** In the results of a search: the name and the number with what was found highlighted. */
  found?: { name: ReactNode; number: ReactNode };
}

export const TicketRow = memo(function TicketRow({
  ticket,
  isOpen,
  isActive,
  isPicked,
  on,
  timeZone,
  today,
  canSeeAgent,
  found,
}: TicketRowProps) {
  const t = useTexts(listTexts);
  const [isUnder, setUnder] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const name = nameOf(ticket.contact.name);
  const { unreadMessages: unread, status } = ticket;
  const waits = isWaiting(ticket);
  const picking = isPicked !== null;
  const body = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(body, isAttended(ticket) && !picking);

  const onClick = (event: MouseEvent) => {
    // The browser handles opening in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.button !== 0) return;
    event.preventDefault();
    if (picking || event.shiftKey) on.pick(ticket, event.shiftKey);
    else on.open(ticket);
  };

  return (
    <div
      className={cx(
        css.row,
        unread > 0 && css.unread,
        isOpen && css.on,
        waits && css.pending,
        isPicked && css.pickedRow,
      )}
      onPointerEnter={(event) => event.pointerType !== 'touch' && setUnder(true)}
      onPointerLeave={() => setUnder(false)}
      // A click also focuses the row, but mouse users see the buttons on hover.
      onFocus={(event) => setFocus(event.target.matches(':focus-visible'))}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setFocus(false)}
      {...swipe.handlers}
    >
      <div className={css.body} ref={body}>
        <span
          className={cx(css.queue, ticket.queue ? 'c-mark' : css.noQueue)}
          style={ticket.queue ? { ['--c' as string]: ticket.queue.color } : undefined}
        />
        {picking ? (
          <label className={css.pick}>
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isPicked}
              aria-label={t('pick', { name })}
              onChange={() => {}}
              onClick={(event) => on.pick(ticket, event.shiftKey)}
            />
          </label>
        ) : (
          <span className={css.face}>
            <Avatar name={faceOf(ticket.contact.name)} src={pictureOf(ticket.contact.urlPicture)} size={44} />
            <span className={css.channel}>
              <ChannelGlyph channel={ticket.channel} size={15} />
            </span>
          </span>
        )}
        <div className={css.lines}>
          <div className={css.first}>
            <a
              className={cx(css.name, 'cut')}
              href={`/tickets/${ticket.uuid}`}
              data-row={ticket.id}
              tabIndex={isActive ? 0 : -1}
              aria-current={isOpen || undefined}
              onClick={onClick}
              onFocus={() => on.focus(ticket)}
              draggable={false}
            >
              <bdi>{found?.name ?? name}</bdi>
              {unread > 0 && <span className="sr">, {unread === 1 ? t('unreadOne') : t('unread', { n: unread })}</span>}
            </a>
            {waits && <Waiting since={ticket.createdAt} timeZone={timeZone} />}
            <time className={css.time} dateTime={ticket.updatedAt}>
              {whenOf(ticket.updatedAt, timeZone, today)}
            </time>
          </div>
          <div className={css.second}>
            {found?.number ? (
              <span className={cx(css.preview, 'cut', 'num')}>
                <bdi>{found.number}</bdi>
              </span>
            ) : (
              <LastMessage ticket={ticket} isOpen={isOpen} />
            )}
            {status === 'closed' && ticket.userRating && <Rating {...ticket.userRating} />}
            {unread > 0 && (
              <span className={css.badge} aria-hidden="true">
                {unread > 99 ? '99+' : unread}
              </span>
            )}
            {waits && !picking && <AcceptButton ticket={ticket} name={name} />}
          </div>
          <div className={css.third}>
            <QueueName queue={ticket.queue} />
            <span className={cx(css.connection, 'cut')}>
              {[ticketNumber(ticket), ticket.whatsapp?.name].filter(Boolean).join(' · ')}
            </span>
            <RowTags tags={ticket.contact.tags} />
            {canSeeAgent && ticket.user && <AssignedAgent user={ticket.user} />}
          </div>
        </div>
      </div>
      {(isUnder || hasFocus) && !picking && <RowActions ticket={ticket} name={name} />}
      {swipe.isOut && <SwipeActions ticket={ticket} onDone={swipe.close} />}
    </div>
  );
});

/** An unsent text of this user, or the last message with its delivery as in the bubble. */
function LastMessage({ ticket, isOpen }: { ticket: Ticket; isOpen: boolean }) {
  const t = useTexts(listTexts);
  const kindText = useTexts(previewTexts);
  const draft = useLocalDraft(ticket.id);
  // The composer of the open conversation shows the text itself.
  if (draft && !isOpen)
    return (
      <span className={cx(css.preview, 'cut')}>
        <b className={css.draft}>{t('draft')}</b>{' '}
        <bdi>{draft.body.replace(/\s+/g, ' ').slice(0, MAX_DRAFT_LENGTH)}</bdi>
      </span>
    );
  const { icon, kind, text } = previewOf(ticket.lastMessage);
  return (
    <>
      {ticket.lastDelivery && (
        <span className={css.sign}>
          <DeliverySign of={ticket.lastDelivery} />
        </span>
      )}
      {icon && (
        <span className={css.sign}>
          <Icon name={icon} size={14} />
        </span>
      )}
      <span className={cx(css.preview, 'cut')}>
        <bdi>
          {kind !== null && kindText(kind)}
          {kind !== null && text !== '' && ' · '}
          <PreviewLine text={text} maxLength={MAX_PREVIEW_LENGTH} />
        </bdi>
      </span>
    </>
  );
}
const MAX_DRAFT_LENGTH = 80;
