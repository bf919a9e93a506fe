import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useState, type FormEvent } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';
import css from './actions.module.css';
import type { ActionDialogProps } from './ticket-actions.ts';
import { useOwnQueues } from '../../../entities/queues/own-queues.ts';
import { QueueChoice } from './queue-choice.tsx';

/** A ticket without a queue gets one before it is accepted. */
export function AcceptDialog({ ticket, operations, onClose }: { ticket: Ticket } & ActionDialogProps) {
  const t = useTexts(actionTexts);
  const { options, only } = useOwnQueues();
  const [picked, pick] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const queueId = picked ?? only;

  const accept = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (queueId === null) return;
    setBusy(true);
    if (await operations.acceptIn(ticket, queueId)) onClose();
    else setBusy(false);
  };

  return (
    <Dialog
      title={t('acceptTitle', { name: ticket.contact.name })}
      width={440}
      onClose={onClose}
      onSubmit={accept}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" busy={busy}>
            {t('accept')}
          </Button>
        </>
      }
    >
      <p className={css.text}>{t('acceptText')}</p>
      <QueueChoice options={options} value={queueId} onChange={pick} tried={tried} />
    </Dialog>
  );
}
