/** Short questions before an act, and the notice that somebody else came first. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { can } from '@balcao/domain/policy/policy';
import { useState } from 'react';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, ConfirmDialog, Window, WindowTitle } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';
import css from './actions.module.css';
import type { ActionDialogProps } from './ticket-actions.ts';
import type { Existing } from '../../../entities/tickets/conflict.ts';
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

/** Names who attends now: nobody is relieved by mistake. A conversation without queue gets one on the way. */
export function TakeOver({ ticket, operations, onClose }: { ticket: Ticket } & ActionDialogProps) {
  const t = useTexts(actionTexts);
  const { options, only } = useOwnQueues();
  const [picked, pick] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const queueId = ticket.queueId ?? picked ?? only;

  const take = () => {
    setTried(true);
    if (queueId === null) return;
    setBusy(true);
    void operations.takeOver(ticket, queueId).then(onClose);
  };
  return (
    <Window onClose={onClose} width={440} shape="card">
      <div className={css.notice}>
        <WindowTitle>{t('takeOverTitle', { name: ticket.contact.name })}</WindowTitle>
        <p className={css.text}>{t('takeOverText', { user: ticket.user?.name ?? t('somebody') })}</p>
        {ticket.queueId === null && <QueueChoice options={options} value={queueId} onChange={pick} tried={tried} />}
      </div>
      <footer className={css.foot}>
        <Button onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button kind="primary" busy={busy} onClick={take}>
          {t('takeOver')}
        </Button>
      </footer>
    </Window>
  );
}

/** The conversation is somebody else's: who and where. Who may look at it is led there. */
export function AlreadyAssignedDialog({ existing, operations, onClose }: { existing: Existing } & ActionDialogProps) {
  const t = useTexts(actionTexts);
  const { actor } = useSession();
  const name = existing.user?.name ?? t('somebody');
  const assignment = { userId: existing.userId, queueId: existing.queue?.id ?? null, isGroup: false };
  return (
    <Window onClose={onClose} width={440} shape="card">
      <div className={css.notice}>
        <WindowTitle>{t('takenTitle')}</WindowTitle>
        <div className={css.owner}>
          <Avatar name={name} size={36} />
          <p className={css.text}>
            {existing.queue
              ? t('taken', { user: name, queue: existing.queue.name })
              : t('takenWithoutQueue', { user: name })}
          </p>
        </div>
      </div>
      <footer className={css.foot}>
        <Button onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
        {can(actor, 'ticket.read', assignment) && (
          <Button
            kind="primary"
            onClick={() => {
              onClose();
              operations.open(existing.uuid);
            }}
          >
            {t('openConversation')}
          </Button>
        )}
      </footer>
    </Window>
  );
}
