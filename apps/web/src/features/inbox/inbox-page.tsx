/** The inbox: the ticket list beside the open ticket; one of them at a time on a narrow screen. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTicketCounts } from '../../entities/tickets/tickets.list.ts';
import { useTicketsLive } from '../../entities/tickets/tickets.live.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import { TicketActionsProvider } from './actions/provider.tsx';
import { beginOpening, focusComposer, useTypeAhead } from './composer/type-ahead.ts';
import { Conversation, IsLeaving } from './conversation/conversation.tsx';
import { Unavailable } from './conversation/unavailable.tsx';
import css from './inbox.module.css';
import { inboxTexts } from './inbox.texts.ts';
import { useInboxView, type InboxView } from './list/inbox-view.ts';
import { ListPane } from './list/list-pane.tsx';
import { NoConversation } from './list/no-conversation.tsx';
import { useListWidth, WidthHandle } from './list/width-handle.tsx';
import { useNarrow } from '../../lib/narrow.ts';
import { usePinnedPanel } from './panel/pinned-panel.ts';
import { InboxTabs, type Pane } from './inbox-tabs.tsx';

export function InboxPage() {
  const view = useInboxView();
  return (
    <TicketActionsProvider onAccepted={view.follow}>
      <Inbox view={view} />
    </TicketActionsProvider>
  );
}

function Inbox({ view }: { view: InboxView }) {
  const t = useTexts(inboxTexts);
  const navigate = useNavigate();
  const { uuid } = useParams({ strict: false }) as { uuid?: string };
  const narrow = useNarrow();
  const { isWide, isPinned } = usePinnedPanel();
  const counts = useTicketCounts(view.list).data;
  const list = useRef<HTMLDivElement>(null);
  const width = useListWidth(list);
  const [pane, setPane] = useState<Pane>(uuid === undefined ? 'list' : 'ticket');
  const [lost, setLost] = useState<{ uuid: string; error: unknown } | null>(null);
  useTicketsLive();
  useTypeAhead(uuid);
  const [wasOpen, setWasOpen] = useState(false);
  if (uuid !== undefined && !wasOpen) setWasOpen(true);
  const followAddress = useEffectEvent((address: string | undefined) => {
    if (address !== undefined) setLost(null);
    setPane(address === undefined && lost === null ? 'list' : 'ticket');
  });
  useEffect(() => followAddress(uuid), [uuid]);

  // Stable, so that the list is not rendered again with the conversation.
  const open = useCallback(
    (ticket: string) => {
      setPane('ticket');
      if (ticket === uuid) return focusComposer(ticket);
      beginOpening(ticket);
      void navigate({ to: `/tickets/${ticket}` });
    },
    [uuid, navigate],
  );
  const leave = useCallback(() => void navigate({ to: '/tickets' }), [navigate]);
  // The row is marked at once; the ticket is rendered with low priority, and the previous one accepts no more input.
  const latestUuid = useDeferredValue(uuid);
  // Leaving is not deferred: a conversation that was transferred is not asked for any more.
  const deferredUuid = uuid === undefined ? undefined : latestUuid;
  const showList = () => {
    setLost(null);
    setPane('list');
  };
  const focusSearch = () => {
    showList();
    // After the list is visible again on a narrow screen.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role="search"] input')?.focus());
  };

  return (
    <div className={css.inbox} data-pane={narrow ? pane : undefined} data-panel={(isWide && isPinned) || undefined}>
      {narrow && <InboxTabs active={pane} onChange={setPane} count={counts?.open} />}
      <div className={css.list} ref={list} style={{ '--list': `${width.px}px` } as React.CSSProperties}>
        {/* Before the rows, so that Tab leads from them to the conversation. */}
        {!narrow && <WidthHandle width={width} />}
        <ListPane view={view} openUuid={uuid} onOpen={open} onLeave={leave} />
      </div>
      <div className={css.conversation} inert={deferredUuid !== uuid}>
        {deferredUuid !== undefined ? (
          <IsLeaving value={deferredUuid !== uuid}>
            <Conversation
              uuid={deferredUuid}
              onBack={leave}
              onUnavailable={(error) => setLost({ uuid: deferredUuid, error })}
            />
          </IsLeaving>
        ) : lost ? (
          <Unavailable error={lost.error} onRetry={() => open(lost.uuid)} onList={showList} onSearch={focusSearch} />
        ) : narrow ? (
          <div className={css.middle}>
            <EmptyState
              icon="inbox"
              title={t('chooseTitle')}
              action={
                <Button kind="primary" onClick={() => setPane('list')}>
                  {t('chooseTicket')}
                </Button>
              }
            />
          </div>
        ) : (
          <NoConversation view={view.list} counts={counts} isLeft={wasOpen} onOpen={open} />
        )}
      </div>
    </div>
  );
}
