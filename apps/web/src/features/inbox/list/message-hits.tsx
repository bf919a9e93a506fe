/** Messages that contain the search text; a click opens the conversation at the message. */
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { ChannelGlyph } from '../../../entities/connections/channel-glyph.tsx';
import { pictureOf } from '../../../entities/contacts/contact-picture.ts';
import type { MessageHit } from '../../../entities/tickets/tickets.list.ts';
import { formatDate } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, cx, Icon } from '../../../ui/index.ts';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';
import { useMinute } from './minute.ts';
import { RowSkeletons } from './list-states.tsx';
import { QueueName } from './row-badges.tsx';
import { faceOf, nameOf, whenOf } from './row-text.ts';
import row from './row.module.css';

const NEAR_PX = 100;

export function MessageHits({
  hits,
  openUuid,
  loading,
  hasMore,
  onMore,
}: {
  hits: readonly MessageHit[];
  openUuid: string | undefined;
  loading: boolean;
  hasMore: boolean;
  onMore: () => void;
}) {
  const t = useTexts(listTexts);
  const { user } = useSession();
  const timeZone = user.company.timeZone;
  const today = formatDate(useMinute(), timeZone);
  return (
    <div
      className={css.scroll}
      data-inbox-list
      onScroll={({ currentTarget: box }) => {
        if (hasMore && !loading && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX) onMore();
      }}
    >
      <div role="list" aria-label={t('listLabel')} aria-busy={loading} className={css.hits}>
        {hits.map((hit, at) => (
          <div key={hit.id} role="listitem" className={cx(css.hit, at > 0 && css.lined)}>
            <Hit hit={hit} isOpen={hit.ticketUuid === openUuid} when={whenOf(hit.createdAt, timeZone, today)} />
          </div>
        ))}
      </div>
      {loading && <RowSkeletons count={hits.length === 0 ? 6 : 1} />}
    </div>
  );
}

function Hit({ hit, isOpen, when }: { hit: MessageHit; isOpen: boolean; when: string }) {
  const t = useTexts(listTexts);
  const navigate = useNavigate();
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
              onClick={open}
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
              <bdi>{highlighted(hit.snippet, hit.marks)}</bdi>
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

/** The snippet with the matches highlighted; invalid ranges are skipped. */
export function highlighted(snippet: string, ranges: readonly (readonly [number, number])[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const [from, to] of ranges) {
    if (from < done || to <= from || to > snippet.length) continue;
    parts.push(snippet.slice(done, from));
    parts.push(
      <mark key={from} className={row.mark}>
        {snippet.slice(from, to)}
      </mark>,
    );
    done = to;
  }
  return [...parts, snippet.slice(done)];
}
