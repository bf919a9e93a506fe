/** One open conversation: header, messages, composer and contact panel. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useSearch } from '@tanstack/react-router';
import {
  createContext,
  memo,
  Suspense,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { isChanging } from '../../../entities/tickets/own-changes.ts';
import { useTicket } from '../../../entities/tickets/tickets.api.ts';
import { ApiError } from '../../../lib/api.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useTopic, useRoom } from '../../../lib/topics.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { Composer } from '../composer/composer.tsx';
import { usePinnedPanel } from '../panel/pinned-panel.ts';
import { ForwardBar } from '../thread/forward-bar.tsx';
import { Thread } from '../thread/thread.tsx';
import { ConversationScope, useConversation } from './conversation-state.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import css from './conversation.module.css';
import { conversationTexts } from './conversation.texts.ts';
import { DropZone } from './drop-zone.tsx';
import { ConversationHeader } from './header.tsx';
import { PresenceIndicator } from './presence-indicator.tsx';
import { WindowBanner } from './window-banner.tsx';

// Loaded while the first messages are fetched, which take longer.
const ContactPanel = lazyPart(() => import('../panel/contact-panel.tsx').then((module) => module.ContactPanel));

/** True while the next conversation is opened: a context, so that the one on screen is not rendered again for it. */
export const IsLeaving = createContext(false);

/** A ticket that only moved is published again within this time. */
const REFETCH_DELAY_MS = 400;

export interface ConversationProps {
  uuid: string;
  onBack(): void;
  /** Explains on the screen why the conversation was left; otherwise a notification does. */
  onUnavailable?(error: unknown): void;
  /** Beside another screen there is no space for the contact panel, so it overlays the conversation. */
  isSide?: true;
}

export function Conversation({ uuid, onBack, onUnavailable, isSide }: ConversationProps) {
  const { data, error, refetch } = useTicket(uuid);
  // Rendered in slices, so that a slow computer stays responsive; never one conversation under the name of another.
  const drawn = useDeferredValue(data);
  const ticket = drawn?.uuid === uuid ? drawn : undefined;
  const toast = useToast();
  const search = useSearch({ strict: false }) as { m?: unknown };
  const startAt = Number(search.m);
  const leave = useEffectEvent((reason: unknown) => {
    // What was on screen and is gone needs a notification; a link that never opened needs an explanation.
    if (onUnavailable && !data) onUnavailable(reason);
    else toast.failed(reason);
    onBack();
  });
  // The ticket moved or was removed: the event is the same, and only the server knows which.
  const refetchTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(refetchTimer.current), []);
  const refetchSoon = (ticketId: number) => {
    clearTimeout(refetchTimer.current);
    // An action of this user leaves the conversation itself, or reports why it could not.
    const check = () => (isChanging(ticketId) ? refetchSoon(ticketId) : void refetch());
    refetchTimer.current = setTimeout(check, REFETCH_DELAY_MS);
  };
  useTopic('ticket', (update) => {
    if (update.action === 'delete') {
      if (update.ticketId === data?.id) refetchSoon(update.ticketId);
    } else if (update.action !== 'updateUnread' && update.ticket.id === data?.id) clearTimeout(refetchTimer.current);
  });
  // A failed refetch keeps what is on screen, unless the ticket is no longer accessible.
  const isInaccessible = error instanceof ApiError && (error.status === 404 || error.status === 403);
  const isLost = error !== null && (!data || isInaccessible);
  useEffect(() => {
    if (isLost) leave(error);
  }, [isLost, error]);

  if (!ticket) return <ConversationSkeleton />;
  return (
    <ConversationScope key={uuid} startAt={Number.isSafeInteger(startAt) && startAt > 0 ? startAt : undefined}>
      <Open ticket={ticket} onBack={onBack} isSide={isSide} />
    </ConversationScope>
  );
}

interface OpenProps {
  ticket: Ticket;
  onBack(): void;
  isSide: true | undefined;
}

const Open = memo(function Open({ ticket, onBack, isSide }: OpenProps) {
  const t = useTexts(conversationTexts);
  useRoom('conversation', ticket.uuid);
  const { picked } = useConversation();
  const [isPanelOpen, togglePanel] = usePanel(isSide);
  // The panel and its requests follow the first paint of the messages.
  const [isPanelDue, setPanelDue] = useState(false);
  const showPanel = useCallback(() => setPanelDue(true), []);
  return (
    <div className={css.both} data-beside={isSide}>
      <section
        className={css.conversation}
        data-channel={ticket.channel}
        data-conversation={ticket.uuid}
        aria-label={t('conversationWith', { name: ticket.contact.name })}
      >
        <ConversationHeader ticket={ticket} onBack={onBack} panelOpen={isPanelOpen} onPanel={togglePanel} />
        <WindowBanner ticket={ticket} />
        <DropZone>
          <Thread ticket={ticket} onPainted={showPanel} />
          <PresenceIndicator ticketId={ticket.id} />
          {/* Hidden but mounted: the text stays while messages are selected. */}
          <div className={css.composer} hidden={picked !== null}>
            <Composer ticket={ticket} />
          </div>
          <ForwardBar />
        </DropZone>
      </section>
      {isPanelOpen && (
        <aside className={css.panel} data-contact-panel>
          {isPanelDue && (
            <UnlessLeaving>
              <Suspense fallback={null}>
                <ContactPanel ticket={ticket} onClose={togglePanel} />
              </Suspense>
            </UnlessLeaving>
          )}
        </aside>
      )}
    </div>
  );
});

/** The next conversation does not wait for what the one that is left does not show yet. */
function UnlessLeaving({ children }: { children: ReactNode }) {
  const isLeaving = useContext(IsLeaving);
  const [isShown, setShown] = useState(false);
  if (!isLeaving && !isShown) setShown(true);
  return isShown && children;
}

/** Beside the conversation the panel stays open from one to the next; as an overlay it opens closed. */
function usePanel(isSide: true | undefined): [isOpen: boolean, toggle: () => void] {
  const { isWide, isPinned, setPinned } = usePinnedPanel();
  const [isOver, setOver] = useState(false);
  const togglePinned = useCallback(() => setPinned(!isPinned), [isPinned, setPinned]);
  const toggleOver = useCallback(() => setOver((before) => !before), []);
  return isWide && !isSide ? [isPinned, togglePinned] : [isOver, toggleOver];
}
