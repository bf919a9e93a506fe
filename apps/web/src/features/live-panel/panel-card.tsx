/** A conversation on the panel. */
import { can } from '@balcao/domain/policy/policy';
import { splitSignature } from '@balcao/domain/message/variables';
import { useDraggable } from '@dnd-kit/core';
import { Link } from '@tanstack/react-router';
import { memo, type CSSProperties } from 'react';
import type { PanelAgent, PanelTicket } from '../../entities/live-panel/live-panel.api.ts';
import { pictureOf } from '../../entities/contacts/contact-picture.ts';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { usePreviewText } from '../../entities/messages/preview.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Counter, cx } from '../../ui/index.ts';
import css from './panel-columns.module.css';
import { panelTexts } from './live-panel.texts.ts';
import { TransferMenu } from './transfer-menu.tsx';
import { WaitTime } from './wait-time.tsx';

/** Names and messages are cut here, as the specification says. */
const MAX_LENGTH = 30;
const letters = new Intl.Segmenter('pt', { granularity: 'grapheme' });
function cut(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const first = [...letters.segment(text.slice(0, MAX_LENGTH * 20))].slice(0, MAX_LENGTH + 1);
  return first.length <= MAX_LENGTH
    ? text
    : `${first
        .slice(0, -1)
        .map(({ segment }) => segment)
        .join('')}…`;
}

/** The same object in every render: hundreds of cards render only when their ticket changes. */
export interface PanelTransfer {
  agents: readonly PanelAgent[];
  onTransfer: (ticket: PanelTicket, agent: PanelAgent | null) => void;
}
export interface PanelCardProps {
  ticket: PanelTicket;
  target: number | null;
  /** Null for users who may not transfer. */
  transfer: PanelTransfer | null;
  /** Pending cards show the picture, cards of an agent a bar in the queue's color. */
  isPending: boolean;
}

export const PanelCard = memo(function PanelCard({ ticket, target, transfer, isPending }: PanelCardProps) {
  const t = useTexts(panelTexts);
  const { actor } = useSession();
  const previewText = usePreviewText();
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: ticket.id, disabled: transfer === null });
  const { contact, queue, whatsapp, unreadMessages: unread } = ticket;
  const name = <bdi>{cut(contact.name)}</bdi>;
  const canOpen = can(actor, 'ticket.see-agent') || ticket.userId === actor.userId;
  return (
    <li
      ref={setNodeRef}
      className={cx(css.item, transfer !== null && css.movable, isDragging && css.lifted)}
      data-ticket={ticket.id}
      title={t('updated', { time: formatDateTime(ticket.updatedAt) })}
      {...listeners}
    >
      {isPending ? (
        <Avatar name={contact.name} src={pictureOf(contact.urlPicture)} size={32} />
      ) : (
        <span className={cx(css.queueBar, queue && 'c-mark')} style={colorOf(queue?.color)} />
      )}
      <span className={css.texts}>
        {canOpen ? (
          <Link to="/tickets/{-$uuid}" params={{ uuid: ticket.uuid }} className={css.name} draggable={false}>
            {name}
          </Link>
        ) : (
          <span className={css.name}>{name}</span>
        )}
        <span className={css.message}>
          <PreviewLine text={cut(splitSignature(previewText(ticket.lastMessage))[1])} />
        </span>
      </span>
      <span className={css.facts}>
        <span className={css.first}>
          {unread > 0 && (
            <>
              <span aria-hidden="true">
                <Counter accent>{unread > 99 ? '99+' : unread}</Counter>
              </span>
              <span className="sr">{t('unread', { n: unread })}</span>
            </>
          )}
          <WaitTime since={ticket.waitingSince} target={target} />
        </span>
        <span className={cx(css.queue, 'cut')}>
          <b className={cx(queue && 'c-text')} style={colorOf(queue?.color)} translate={queue ? 'no' : 'yes'}>
            {queue?.name ?? t('noQueue')}
          </b>
          {whatsapp && ` · ${whatsapp.name}`}
        </span>
      </span>
      {transfer && (
        <span className={css.action}>
          <TransferMenu ticket={ticket} agents={transfer.agents} onTransfer={transfer.onTransfer} />
        </span>
      )}
    </li>
  );
});

export const colorOf = (color: string | undefined): CSSProperties | undefined =>
  color === undefined ? undefined : ({ '--c': color } as CSSProperties);
