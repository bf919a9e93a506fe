/** Beside the list while no conversation is open: what can be done next, one press away. */
import { useEffect, useRef } from 'react';
import { useTicketList } from '../../../entities/tickets/tickets.list.ts';
import type { ListView } from '../../../entities/tickets/tickets.updates.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, EmptyState, Kbd } from '../../../ui/index.ts';
import { isTouch } from '../composer/type-ahead.ts';
import css from '../inbox.module.css';
import { inboxTexts } from '../inbox.texts.ts';
import { nameOf } from './row-text.ts';
import { useAcceptNext } from './use-accept-next.ts';

export interface NoConversationProps {
  view: ListView;
  counts: { unread: number; pending: number } | undefined;
  /** The user has just left a conversation: the offer gets the focus, so that Enter goes on. */
  isLeft: boolean;
  onOpen(uuid: string): void;
}

export function NoConversation({ view, counts, isLeft, onOpen }: NoConversationProps) {
  const t = useTexts(inboxTexts);
  const acceptNext = useAcceptNext(view);
  const { tickets } = useTicketList({ ...view, tab: 'open', search: '', statuses: [] });
  // A customer who waits for an answer comes before the one who wrote last.
  const next = tickets.find(({ unreadMessages }) => unreadMessages > 0) ?? tickets[0];
  const box = useRef<HTMLDivElement>(null);
  const hasOffer = next !== undefined || (counts?.pending ?? 0) > 0;
  useEffect(() => {
    if (isLeft && hasOffer && !isTouch() && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('[data-focus-home]')?.focus();
  }, [isLeft, hasOffer]);
  const text =
    counts &&
    t('chooseText', {
      unread: counts.unread === 1 ? t('conversationOne') : t('conversations', { n: counts.unread }),
      waiting: counts.pending === 1 ? t('personOne') : t('people', { n: counts.pending }),
    });
  return (
    <div className={css.middle} ref={box}>
      <EmptyState
        icon="chats"
        title={t('chooseTitle')}
        text={text}
        action={
          hasOffer && (
            <div className={css.offers}>
              {next && (
                <Button kind="primary" className={css.next} data-focus-home onClick={() => onOpen(next.uuid)}>
                  {t('openNext', { name: nameOf(next.contact.name) })}
                </Button>
              )}
              {counts !== undefined && counts.pending > 0 && (
                <Button
                  kind={next ? 'default' : 'primary'}
                  className={css.next}
                  data-focus-home={!next || undefined}
                  onClick={() => void acceptNext()}
                >
                  {t('attendNext')} <Kbd>A</Kbd>
                </Button>
              )}
            </div>
          )
        }
      />
    </div>
  );
}
