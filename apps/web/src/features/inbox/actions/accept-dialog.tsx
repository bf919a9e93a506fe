import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useState, type FormEvent } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, useToast } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';
import css from './actions.module.css';
import type { ActionDialogProps } from './ticket-actions.ts';
import { useOwnQueues } from '../../../entities/queues/own-queues.ts';
import { Progress, useBulkActions } from './bulk-actions.tsx';
import { QueueChoice } from './queue-choice.tsx';

/** Tickets without a queue get one before they are accepted. Of several, none is opened. */
export function AcceptDialog({ tickets, operations, onClose }: { tickets: readonly Ticket[] } & ActionDialogProps) {
  const t = useTexts(actionTexts);
  const toast = useToast();
  const { options, preselected, remember } = useOwnQueues();
  const bulk = useBulkActions(tickets);
  const [picked, pick] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const queueId = picked ?? preselected;
  const withoutQueue = tickets.filter((ticket) => ticket.queueId === null).length;
  const [first, ...more] = tickets;
  const showsOutcome = bulk.run !== null && !bulk.run.isRunning;

  const accept = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ((withoutQueue > 0 && queueId === null) || busy || !first) return;
    setBusy(true);
    if (withoutQueue > 0 && queueId !== null) remember(queueId);
    const isDone = more.length === 0 ? await operations.acceptIn(first, queueId) : await acceptAll();
    setBusy(false);
    if (isDone) onClose();
  };
  const acceptAll = async (): Promise<boolean> => {
    const failures = await bulk.start((ticket) => operations.acceptQuietly(ticket, ticket.queueId ?? queueId));
    if (failures.length === 0) toast.done(t('acceptedMany', { count: tickets.length }));
    return failures.length === 0;
  };

  return (
    <Dialog
      title={
        more.length > 0
          ? t('acceptMany', { count: tickets.length })
          : t('acceptTitle', { name: first?.contact.name ?? '' })
      }
      width={440}
      onClose={onClose}
      onSubmit={accept}
      footer={
        showsOutcome ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <DialogCancel />
            <Button kind="primary" type="submit" busy={busy} data-autofocus={withoutQueue === 0 || undefined}>
              {t('accept')}
            </Button>
          </>
        )
      }
    >
      {!showsOutcome && withoutQueue > 0 && (
        <>
          <p className={css.text}>{more.length > 0 ? t('acceptManyText', { count: withoutQueue }) : t('acceptText')}</p>
          <QueueChoice options={options} value={queueId} onChange={pick} tried={tried} focusFirst />
        </>
      )}
      {!showsOutcome && withoutQueue === 0 && <p className={css.text}>{t('acceptManyOwn')}</p>}
      <Progress run={bulk.run} />
    </Dialog>
  );
}
