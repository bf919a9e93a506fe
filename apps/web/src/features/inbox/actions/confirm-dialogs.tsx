/** Confirmations before a ticket action. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, CardDialog, ConfirmDialog } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';
import css from './actions.module.css';
import type { ActionDialogProps } from './ticket-actions.ts';
import { useOwnQueues } from '../../../entities/queues/own-queues.ts';
import { QueueChoice } from './queue-choice.tsx';

export function RemoveTicket({ ticket, operations, onClose }: { ticket: Ticket } & ActionDialogProps) {
  const t = useTexts(actionTexts);
  const [busy, setBusy] = useState(false);
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: ticket.contact.name })}
      text={t('removeText')}
      safe={t('keep')}
      verb={t('remove')}
      busy={busy}
      onConfirm={() => {
        setBusy(true);
        void operations.remove(ticket).then(onClose);
      }}
      onClose={onClose}
    />
  );
}

/** Names the current agent, so that no agent loses a conversation by mistake. A ticket without a queue needs one first. */
export function TakeOver({ ticket, operations, onClose }: { ticket: Ticket } & ActionDialogProps) {
  const t = useTexts(actionTexts);
  const { options, preselected } = useOwnQueues();
  const [picked, pick] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const queueId = ticket.queueId ?? picked ?? preselected;

  const take = () => {
    setTried(true);
    if (queueId === null) return;
    setBusy(true);
    void operations.takeOver(ticket, queueId).then(onClose);
  };
  return (
    <CardDialog
      title={t('takeOverTitle', { name: ticket.contact.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t('cancel')}
          </Button>
          <Button kind="primary" busy={busy} onClick={take}>
            {t('takeOver')}
          </Button>
        </>
      }
    >
      <p className={css.text}>{t('takeOverText', { user: ticket.user?.name ?? t('somebody') })}</p>
      {ticket.queueId === null && <QueueChoice options={options} value={queueId} onChange={pick} tried={tried} />}
    </CardDialog>
  );
}
