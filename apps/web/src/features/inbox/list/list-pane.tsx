/** The ticket list: controls above, rows below, and its shortcuts. */
import { useQueryClient } from '@tanstack/react-query';
import { memo, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { prepareThread } from '../../../entities/messages/thread-store.ts';
import { ticketQuery, type Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useMessageHits, useTicketCounts, useTicketList } from '../../../entities/tickets/tickets.list.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, Tabs } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import { InboxKeys } from '../inbox-keys.tsx';
import { usePhone } from '../../../lib/narrow.ts';
import { useFrozenOrder } from './frozen-order.ts';
import type { InboxView } from './inbox-view.ts';
import { useListFocus } from './list-focus.ts';
import { ListHead } from './list-head.tsx';
import { ListSearch } from './list-search.tsx';
import { ListEmpty, ListFailed, RowSkeletons } from './list-states.tsx';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';
import { SelectBar } from './select-bar.tsx';
import type { RowHandlers } from './ticket-row.tsx';
import { useStillPointer } from './still-pointer.ts';
import { TicketRows, type RowsHandle } from './ticket-rows.tsx';
import { useSelection } from './use-selection.ts';
import { WaitingElsewhere } from './waiting-elsewhere.tsx';

// Loaded with the first search.
const SearchResults = lazyPart(() => import('./search-results.tsx').then((module) => module.SearchResults));

export interface ListPaneProps {
  view: InboxView;
  openUuid: string | undefined;
  onOpen(uuid: string): void;
  onLeave(): void;
}

export const ListPane = memo(function ListPane({ view, openUuid, onOpen, onLeave }: ListPaneProps) {
  const t = useTexts(listTexts);
  const client = useQueryClient();
  const actions = useTicketActions();
  const isPhone = usePhone();
  const handle = useRef<RowsHandle>(null);
  const pane = useRef<HTMLElement>(null);
  const [activeId, setActiveId] = useState<number | null>(null);
  const ticketList = useTicketList(view.list, { enabled: !view.isGrouped || view.searchesConversations });
  const hits = useMessageHits(view.list, { enabled: view.isGrouped && view.searchesMessages });
  const counts = useTicketCounts(view.list).data;
  const order = useFrozenOrder(ticketList.tickets, view.list);
  const selection = useSelection(order.rows, view.list.tab);
  const { rows } = order;
  useListFocus(pane, { list: view.list, rows, openUuid, focusRow: (id) => handle.current?.focus(id) });
  const stillPointer = useStillPointer(rows);

  const latest = useRef({ onOpen, openUuid, pick: selection.pick });
  useLayoutEffect(() => {
    latest.current = { onOpen, openUuid, pick: selection.pick };
  });
  // Never changes, so that rows are not rendered because of their handlers.
  const on = useMemo<RowHandlers>(
    () => ({
      open: (ticket) => {
        // Ticket and messages are not fetched one after the other: the row is the ticket, and its thread is requested now.
        const { queryKey } = ticketQuery(ticket.uuid);
        if (!client.getQueryData(queryKey)) client.setQueryData(queryKey, ticket, { updatedAt: 0 });
        if (latest.current.openUuid !== ticket.uuid) prepareThread(ticket);
        latest.current.onOpen(ticket.uuid);
      },
      pick: (ticket, range) => latest.current.pick(ticket, range),
      focus: (ticket) => setActiveId(ticket.id),
    }),
    [client],
  );

  const openTicket =
    rows.find(({ uuid }) => uuid === openUuid) ??
    (openUuid === undefined ? undefined : client.getQueryData<Ticket>(ticketQuery(openUuid).queryKey));
  // A group that is not searched neither loads nor fails.
  const groups = [
    ...(!view.isGrouped || view.searchesConversations ? [{ ...ticketList, size: rows.length }] : []),
    ...(view.isGrouped && view.searchesMessages ? [{ ...hits, size: hits.hits.length }] : []),
  ];
  const isLoading = groups.some(({ loading }) => loading);
  const isEmpty = groups.every(({ size, error }) => size === 0 && !error);
  const countTexts = {
    conversations: conversationCountText(ticketList, t),
    messages: messageCountText(hits, t),
  };
  const showsGroups = view.isGrouped && (isLoading || !isEmpty);

  return (
    <section ref={pane} className={css.pane} aria-label={t('title')} tabIndex={-1} data-list-pane>
      {selection.picked ? (
        <SelectBar
          picked={[...selection.picked.values()]}
          total={rows.length}
          onAll={selection.pickAll}
          onLeave={selection.leave}
        />
      ) : (
        <ListHead view={view} openTicket={openTicket} onPicking={selection.start} />
      )}
      <ListSearch
        view={view}
        resultText={isLoading ? null : resultText(view, countTexts)}
        openTicket={openTicket}
        onPicking={selection.start}
      />
      {!view.isSearch && <TabBar view={view} counts={counts} />}
      <WaitingElsewhere view={view} count={counts?.waitingElsewhere ?? 0} isFrozen={order.isFrozen} />
      <div
        className={css.body}
        // On every move: a list that appears under a resting pointer is frozen with its first move.
        onPointerMove={(event) => {
          stillPointer.onPointerMove(event);
          if (event.pointerType === 'mouse' && !order.isFrozen) order.freeze();
        }}
        onPointerLeave={() => {
          stillPointer.forget();
          order.release();
        }}
        onWheel={stillPointer.forget}
        onClickCapture={stillPointer.onClickCapture}
      >
        {order.waiting > 0 && (
          <NewOnes
            count={order.waiting}
            onShow={() => {
              order.release();
              handle.current?.toTop();
            }}
          />
        )}
        {!view.isGrouped && ticketList.error && (
          <ListFailed error={ticketList.error} onRetry={ticketList.retry} compact={rows.length > 0} />
        )}
        {isEmpty && !isLoading && order.waiting === 0 && <ListEmpty view={view} waiting={counts?.pending ?? 0} />}
        {showsGroups && (
          <Suspense fallback={<RowSkeletons count={6} />}>
            <SearchResults
              ref={handle}
              view={view}
              conversations={{ ...ticketList, rows, countText: countTexts.conversations }}
              messages={{ ...hits, countText: countTexts.messages }}
              openUuid={openUuid}
              activeId={activeId}
              picked={selection.picked}
              on={on}
            />
          </Suspense>
        )}
        {!view.isGrouped && (
          <TicketRows
            ref={handle}
            tickets={rows}
            openUuid={openUuid}
            activeId={activeId}
            picked={selection.picked}
            on={on}
            hasMore={ticketList.hasMore && !ticketList.error}
            loading={ticketList.loading}
            onMore={ticketList.more}
          />
        )}
      </div>
      {isPhone && (
        <button type="button" className={css.fab} aria-label={t('startNewLong')} onClick={() => actions.startNew()}>
          <Icon name="plus" size={24} />
        </button>
      )}
      <InboxKeys
        view={view}
        rows={rows}
        openUuid={openUuid}
        activeId={activeId}
        isPicking={selection.picked !== null}
        onFocus={(ticket) => handle.current?.focus(ticket.id)}
        onPick={selection.pick}
        onPickAll={selection.pickAll}
        onLeavePicking={selection.leave}
        onLeave={onLeave}
      />
    </section>
  );
});

/** Conversations that changed while the order is frozen. */
function NewOnes({ count, onShow }: { count: number; onShow(): void }) {
  const t = useTexts(listTexts);
  return (
    <button type="button" className={css.newOnes} onClick={onShow}>
      <Icon name="arrow-u" size={14} />
      {count === 1 ? t('newOne') : t('newOnes', { n: count })}
    </button>
  );
}

const TabBar = memo(function TabBar({ view, counts }: { view: InboxView; counts: Counts | undefined }) {
  const t = useTexts(listTexts);
  const tabs = view.tabs.map((key) => ({
    key,
    label: t(key),
    ...(key !== 'closed' && counts ? { count: counts[key] } : {}),
  }));
  return (
    <div className={css.tabs}>
      <Tabs label={t('tabs')} active={view.tab} onChange={view.goTo} tabs={tabs} />
    </div>
  );
});
type Counts = Record<'open' | 'pending' | 'group', number>;

type T = (key: keyof typeof listTexts, values?: Record<string, string | number>) => string;

const conversationCountText = ({ count, isCountExact }: { count: number; isCountExact: boolean }, t: T): string =>
  count === 1 ? t('foundOne') : t('found', { n: isCountExact ? count : `${count - 1}+` });

const messageCountText = ({ hits, hasMore }: { hits: readonly unknown[]; hasMore: boolean }, t: T): string =>
  hits.length === 1 && !hasMore ? t('hitOne') : t('hits', { n: `${hits.length}${hasMore ? '+' : ''}` });

function resultText(view: InboxView, texts: { conversations: string; messages: string }): string {
  if (!view.isGrouped) return texts.conversations;
  return [view.searchesConversations && texts.conversations, view.searchesMessages && texts.messages]
    .filter(Boolean)
    .join(' · ');
}
