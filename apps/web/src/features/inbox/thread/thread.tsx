/** The messages, oldest at the top, virtualized: only rows near the viewport are rendered. */
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useMarkSeen } from '../../../entities/messages/mark-seen.ts';
import { useThread, type ThreadState, type ThreadStore } from '../../../entities/messages/thread-store.ts';
import { outbox } from '../../../entities/outbox/outbox.ts';
import { useAfterPaint } from '../../../lib/after-paint.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { ErrorState } from '../../../ui/index.ts';
import { useConversation } from '../conversation/conversation-state.tsx';
import { Announcer } from './announcer.tsx';
import { DayPill } from './separators.tsx';
import { player } from './player.ts';
import { RemoveMessage } from './remove-message.tsx';
import { RowView } from './row-view.tsx';
import type { Row } from './rows.ts';
import { ThreadContext, type InThread } from './thread-context.ts';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import css from './thread.module.css';
import { threadTexts } from './thread.texts.ts';
import { ToEnd } from './to-end.tsx';
import { useJump } from './use-jump.ts';
import { useRows } from './use-rows.ts';
import { useScroll } from './use-scroll.ts';
import { useThreadKeys } from './use-thread-keys.ts';

const Gallery = lazyPart(() => import('./gallery.tsx').then((module) => module.Gallery));

interface ThreadProps {
  ticket: Ticket;
  /** The messages are on the screen, or cannot be loaded. */
  onPainted?(): void;
}

export const Thread = memo(function Thread({ ticket, onPainted }: ThreadProps) {
  const t = useTexts(threadTexts);
  const { target } = useConversation();
  const [thread, store] = useThread(ticket, target?.messageId);
  // The first page is rendered with low priority: a slow computer stays responsive.
  const isReady = useDeferredValue(thread.isReady);
  useEffect(
    () => outbox.onSaved((messages) => store.addSent(...messages.filter((message) => message.ticketId === ticket.id))),
    [store, ticket.id],
  );
  useEffect(() => player.stop, []);
  const isShown = isReady && thread.isReady;
  useAfterPaint(isShown || thread.error !== null, () => onPainted?.());
  if (isShown) return <ThreadContent ticket={ticket} thread={thread} store={store} />;
  return thread.error === null ? (
    <ThreadSkeleton />
  ) : (
    <div className={css.wrap}>
      <ErrorState title={t('loadFailed')} onRetry={store.retry} />
    </div>
  );
});

function ThreadContent({ ticket, thread, store }: { ticket: Ticket; thread: ThreadState; store: ThreadStore }) {
  const t = useTexts(threadTexts);
  const { target, jumpTo, picked, pick } = useConversation();
  const rows = useRows(ticket, thread);
  const { scroller, column, virtual, isAtEnd, onScroll, leaveEnd, toEnd } = useScroll(
    rows,
    thread,
    store,
    target !== null,
  );
  const flash = useJump(target, { rows, virtual, store, isReady: thread.isReady, leaveEnd });
  const onKeyDown = useThreadKeys(rows, virtual);
  const [galleryStartId, openGallery] = useState<number | null>(null);
  const [removing, confirmRemoval] = useState<Message | null>(null);
  useMarkSeen(ticket, thread);

  const inThread = useMemo<InThread>(
    () => ({
      ticketId: ticket.id,
      contactId: ticket.contactId,
      isGroup: ticket.isGroup,
      addSent: store.addSent,
      applyReply: store.applyReply,
      show: store.show,
      jumpTo,
      openGallery,
      confirmRemoval,
    }),
    [ticket.id, ticket.contactId, ticket.isGroup, store, jumpTo],
  );
  const onPick = usePick(picked, pick);
  const items = virtual.getVirtualItems();
  const top = topDay(
    items.map((item) => ({ ...item, row: rows[item.index]! })),
    virtual.scrollOffset ?? 0,
    thread.hasOlder,
  );

  return (
    <ThreadContext value={inThread}>
      <div className={css.wrap}>
        {top !== null && (
          <div className={css.stuck} aria-hidden="true">
            <DayPill day={top} />
          </div>
        )}
        <div
          ref={scroller}
          className={css.scroller}
          role="log"
          aria-live="off"
          aria-label={t('messages')}
          aria-busy={thread.loading !== null}
          // Focusable, so that the shortcuts of the thread work.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          data-scroller
          onScroll={onScroll}
          onKeyDown={onKeyDown}
        >
          {rows.length === 0 && <p className={css.empty}>{t('empty')}</p>}
          {/* Full height before anything is scrolled to, or a page added above would be placed wrongly. */}
          <div ref={column} className={css.column} style={{ height: virtual.getTotalSize() }}>
            {items.map((item) => {
              const row = rows[item.index]!;
              const id = row.type === 'message' ? row.message.id : null;
              return (
                <div key={item.key} ref={virtual.measureElement} data-index={item.index} className={css.slot}>
                  <RowView
                    row={row}
                    flash={id !== null && id === flash?.messageId ? flash.nonce : null}
                    isPicked={picked === null || id === null || !canForward(row) ? null : picked.has(id)}
                    onPick={onPick}
                  />
                </div>
              );
            })}
          </div>
        </div>
        {thread.error !== null && (
          <div className={css.failed}>
            <ErrorState compact text={t('loadFailed')} onRetry={store.retry} />
          </div>
        )}
        <ToEnd isAtEnd={isAtEnd} thread={thread} onClick={() => void toEnd()} />
        <Announcer messages={thread.messages} isLive={thread.grew === 'live'} />
      </div>
      {galleryStartId !== null && (
        <Suspense fallback={null}>
          <Gallery messages={thread.messages} startAt={galleryStartId} onClose={() => openGallery(null)} />
        </Suspense>
      )}
      {removing && <RemoveMessage message={removing} onSaved={store.applyReply} onClose={() => confirmRemoval(null)} />}
    </ThreadContext>
  );
}

/** Notes and messages without a channel id or with an error cannot be forwarded. */
const canForward = (row: Row): boolean =>
  row.type === 'message' && !row.message.isPrivate && !row.message.isDeleted && row.message.wid !== '';

/** Changes only when the selection starts or ends, so that rows are not rendered for it. */
function usePick(picked: ReadonlySet<number> | null, pick: (ids: ReadonlySet<number> | null) => void) {
  return useCallback(
    (id: number) => {
      const next = new Set(picked);
      if (!next.delete(id)) next.add(id);
      pick(next);
    },
    [picked, pick],
  );
}

/** The day at the upper edge, unless its own pill is visible there. */
function topDay(
  items: readonly { start: number; end: number; row: { type: string; day: string } }[],
  offset: number,
  hasOlder: boolean,
): string | null {
  const first = items.find(({ end }) => end > offset + TOP_PX);
  if (!first || (offset < TOP_PX && !hasOlder)) return null;
  const isDayVisible = items.some(
    ({ row, start, end }) => row.type === 'day' && end > offset && start < offset + 2 * TOP_PX,
  );
  return isDayVisible ? null : first.row.day;
}
const TOP_PX = 24;
