/** A message that contains the search text; a click opens the conversation at the message. */
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { ChannelGlyph } from '../../../entities/connections/channel-glyph.tsx';
import { pictureOf } from '../../../entities/contacts/contact-picture.ts';
import type { MessageHit } from '../../../entities/tickets/tickets.list.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, cx, Icon } from '../../../ui/index.ts';
import { highlighted } from './highlighted.tsx';
import { listTexts } from './list.texts.ts';
import { aroundMatch } from './marked-text.ts';
import { QueueName } from './row-badges.tsx';
import { faceOf, nameOf } from './row-text.ts';
import row from './row.module.css';

export interface HitRowProps {
  hit: MessageHit;
  isOpen: boolean;
  /** The one hit that the Tab key reaches. */
  isActive: boolean;
  onFocus(): void;
  when: string;
}

export function HitRow({ hit, isOpen, isActive, onFocus, when }: HitRowProps) {
  const t = useTexts(listTexts);
  const navigate = useNavigate();
  const visible = aroundMatch(hit.snippet, hit.marks);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate({ to: `/tickets/${hit.ticketUuid}`, search: { m: hit.id } });
  };
  return (
    <div className={cx(row.row, isOpen && row.on)}>
      <div className={row.body}>
        <span
          className={cx(row.queue, hit.queue ? 'c-mark' : row.noQueue)}
          style={hit.queue ? { ['--c' as string]: hit.queue.color } : undefined}
        />
        <span className={row.face}>
          <Avatar name={faceOf(hit.contact.name)} src={pictureOf(hit.contact.urlPicture)} size={44} />
          <span className={row.channel}>
            <ChannelGlyph channel={hit.channel} size={15} />
          </span>
        </span>
        <div className={row.lines}>
          <div className={row.first}>
            <a
              className={cx(row.name, 'cut')}
              href={`/tickets/${hit.ticketUuid}?m=${hit.id}`}
              aria-current={isOpen || undefined}
              data-hit={hit.id}
              tabIndex={isActive ? 0 : -1}
              onClick={open}
              onFocus={onFocus}
            >
              <bdi>{nameOf(hit.contact.name)}</bdi>
            </a>
            <time className={row.time} dateTime={hit.createdAt}>
              {when}
            </time>
          </div>
          <div className={row.second}>
            {hit.isPrivate ? (
              <span className={row.sign} role="img" aria-label={t('note')}>
                <Icon name="lock" size={14} />
              </span>
            ) : (
              hit.fromMe && (
                <span className={row.sign} role="img" aria-label={t('sentByUs')}>
                  <Icon name="ack" size={16} />
                </span>
              )
            )}
            <span className={cx(row.preview, 'cut')}>
              <bdi>{highlighted(visible)}</bdi>
            </span>
          </div>
          <div className={row.third}>
            <QueueName queue={hit.queue} />
            {hit.whatsapp && <span className={cx(row.connection, 'cut')}>{hit.whatsapp.name}</span>}
            {hit.user && <span className={cx(row.connection, 'cut')}>{hit.user.name}</span>}
          </div>
        </div>
      </div>
    </div>
  );
}
