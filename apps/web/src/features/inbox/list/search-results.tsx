/** One search: conversations by name, number or ticket number, and messages. Each group loads and continues on its own. */
import { useSearch } from '@tanstack/react-router';
import { useImperativeHandle, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import type { MessageHit } from '../../../entities/tickets/tickets.list.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx } from '../../../ui/index.ts';
import type { InboxView } from './inbox-view.ts';
import { highlighted } from './highlighted.tsx';
import { ListFailed, RowSkeletons } from './list-states.tsx';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';
import { markedName, markedNumber } from './marked-text.ts';
import { HitRow } from './message-hit.tsx';
import { TicketRow } from './ticket-row.tsx';
import type { RowsHandle } from './ticket-rows.tsx';
import { nameOf, whenOf } from './row-text.ts';
import { useRowProps, type RowsState } from './use-row-props.ts';

/** Conversations shown at first, so that the messages below them are in sight; «show more» adds a screenful. */
const FIRST_ROWS = 5;
const MORE_ROWS = 20;

interface Group {
  loading: boolean;
  error: Error | null;
  hasMore: boolean;
  more(): void;
  retry(): void;
}
export interface SearchResultsProps extends RowsState {
  view: InboxView;
  conversations: Group & { rows: readonly Ticket[]; countText: string };
  messages: Group & { hits: readonly MessageHit[]; countText: string };
  ref?: Ref<RowsHandle>;
}

export function SearchResults({ view, conversations, messages, ref, ...state }: SearchResultsProps) {
  const t = useTexts(listTexts);
  const { m: openMessage } = useSearch({ strict: false }) as { m?: unknown };
  const scroller = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState({ list: view.list, count: FIRST_ROWS });
  if (visible.list !== view.list) setVisible({ list: view.list, count: FIRST_ROWS });
  const [activeHit, setActiveHit] = useState<MessageHit['id'] | null>(null);

  const rows = conversations.rows.slice(0, visible.count);
  const { timeZone, today, heightOf, propsOf } = useRowProps(rows, state);
  const showMoreRows = () => {
    const count = visible.count + MORE_ROWS;
    setVisible({ list: view.list, count });
    if (count > conversations.rows.length && conversations.hasMore) conversations.more();
  };
  useImperativeHandle(ref, () => ({
    focus: (ticketId) => scroller.current?.querySelector<HTMLElement>(`[data-row="${ticketId}"]`)?.focus(),
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
  }));

  const firstHit = messages.hits.some(({ id }) => id === activeHit) ? activeHit : messages.hits[0]?.id;
  return (
    <div className={css.scroll} ref={scroller} data-inbox-list onKeyDown={moveBetweenResults}>
      {view.searchesConversations && (
        <ResultGroup
          title={t('conversationsGroup')}
          count={conversations.countText}
          group={conversations}
          isEmpty={rows.length === 0}
          empty={
            <>
              {t('noConversations')}
              {view.canSeeAll && !view.showAll && (
                <button type="button" className={css.clear} onClick={() => view.setShowAll(true)}>
                  {t('searchAll')}
                </button>
              )}
            </>
          }
          moreLabel={t('moreConversations')}
          hasMore={conversations.rows.length > rows.length || conversations.hasMore}
          onMore={showMoreRows}
        >
          {rows.map((ticket, at) => (
            <div
              key={ticket.id}
              role="listitem"
              className={cx(css.result, at > 0 && css.lined)}
              style={{ height: heightOf(ticket) }}
            >
              <TicketRow {...propsOf(ticket)} found={foundIn(ticket, view.list.search)} />
            </div>
          ))}
        </ResultGroup>
      )}
      {view.searchesMessages ? (
        <ResultGroup
          title={t('messagesGroup')}
          count={messages.countText}
          group={messages}
          isEmpty={messages.hits.length === 0}
          empty={t('noMessages')}
          moreLabel={t('moreMessages')}
          hasMore={messages.hasMore}
          onMore={messages.more}
        >
          {messages.hits.map((hit, at) => (
            <div key={hit.id} role="listitem" className={cx(css.hit, at > 0 && css.lined)}>
              <HitRow
                hit={hit}
                isOpen={
                  hit.ticketUuid === state.openUuid && (openMessage === undefined || Number(openMessage) === hit.id)
                }
                isActive={hit.id === firstHit}
                onFocus={() => setActiveHit(hit.id)}
                when={whenOf(hit.createdAt, timeZone, today)}
              />
            </div>
          ))}
        </ResultGroup>
      ) : (
        <p className={css.groupNote}>{t('messagesFromThree')}</p>
      )}
    </div>
  );
}

function ResultGroup({
  title,
  count,
  group: { loading, error, retry },
  isEmpty,
  empty,
  moreLabel,
  hasMore,
  onMore,
  children,
}: {
  title: string;
  count: string;
  group: Group;
  isEmpty: boolean;
  empty: ReactNode;
  moreLabel: string;
  hasMore: boolean;
  onMore(): void;
  children: ReactNode;
}) {
  return (
    <section className={css.group}>
      <h3 className={css.groupHead}>
        {title}
        <span>{loading && isEmpty ? '' : count}</span>
      </h3>
      {!isEmpty && (
        <div role="list" aria-label={title} aria-busy={loading}>
          {children}
        </div>
      )}
      {error && <ListFailed error={error} onRetry={retry} compact />}
      {isEmpty && !loading && !error && <p className={css.groupNote}>{empty}</p>}
      {loading && <RowSkeletons count={isEmpty ? 3 : 1} />}
      {hasMore && !loading && !error && (
        <div className={css.more}>
          <Button kind="ghost" size="sm" icon="chev-d" data-result-more onClick={onMore}>
            {moreLabel}
          </Button>
        </div>
      )}
    </section>
  );
}

/** A search for digits shows the number instead of the last message. */
function foundIn({ contact }: Ticket, searchText: string): { name: ReactNode; number: ReactNode } {
  const number = contact.number === '' ? undefined : markedNumber(formatPhone(contact.number), searchText);
  return { name: highlighted(markedName(nameOf(contact.name), searchText)), number: number && highlighted(number) };
}

/** The arrow keys go through both groups and their buttons in the order of the screen. */
function moveBetweenResults(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const isEdge = event.key === 'Home' || event.key === 'End';
  if ((step === undefined && !isEdge) || event.ctrlKey || event.metaKey || event.altKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row], [data-hit], [data-result-more]')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? stops.length - 1 : at + step!;
  event.preventDefault();
  event.stopPropagation();
  if (to < 0) document.querySelector<HTMLElement>('[role="search"] input')?.focus();
  else stops[to]?.focus();
}
