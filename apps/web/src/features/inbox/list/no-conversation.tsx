/** Beside the list while no conversation is open: pending tickets, and the button to accept the next one. */
import type { ListView } from '../../../entities/tickets/tickets.updates.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, EmptyState, Kbd } from '../../../ui/index.ts';
import css from '../inbox.module.css';
import { inboxTexts } from '../inbox.texts.ts';
import { useAcceptNext } from './use-accept-next.ts';

export function NoConversation({
  view,
  counts,
}: {
  view: ListView;
  counts: { unread: number; pending: number } | undefined;
}) {
  const t = useTexts(inboxTexts);
  const acceptNext = useAcceptNext(view);
  const text =
    counts &&
    t('chooseText', {
      unread: counts.unread === 1 ? t('conversationOne') : t('conversations', { n: counts.unread }),
      waiting: counts.pending === 1 ? t('personOne') : t('people', { n: counts.pending }),
    });
  return (
    <div className={css.middle}>
      <EmptyState
        icon="chats"
        title={t('chooseTitle')}
        text={text}
        action={
          counts !== undefined &&
          counts.pending > 0 && (
            <Button kind="primary" className={css.next} onClick={() => void acceptNext()}>
              {t('attendNext')} <Kbd>A</Kbd>
            </Button>
          )
        }
      />
    </div>
  );
}
