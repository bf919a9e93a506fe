/** Short questions before an act, and the notice that somebody else came first. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { may } from '@balcao/domain/policy/policy';
import { useState } from 'react';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, ConfirmDialog, Window, WindowTitle } from '../../../ui/index.ts';
import { actsTexts } from './acts.texts.ts';
import css from './acts.module.css';
import type { ActDialogProps } from './perform.ts';
import type { Existing } from '../../../entities/tickets/conflict.ts';
import { useOwnQueues } from '../../../entities/queues/own-queues.ts';
import { QueueChoice } from './queue-choice.tsx';

export function RemoveTicket({ ticket, performer, onClose }: { ticket: Ticket } & ActDialogProps) {
  const t = useTexts(actsTexts);
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
        void performer.remove(ticket).then(onClose);
      }}
      onClose={onClose}
    />
  );
}

/** Names who attends now: nobody is relieved by mistake. A conversation without queue gets one on the way. */
export function TakeOver({ ticket, performer, onClose }: { ticket: Ticket } & ActDialogProps) {
  const t = useTexts(actsTexts);
  const { options, only } = useOwnQueues();
  const [picked, pick] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const queueId = ticket.queueId ?? picked ?? only;

  const take = () => {
    setTried(true);
    if (queueId === null) return;
    setBusy(true);
    void performer.takeOver(ticket, queueId).then(onClose);
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
export function Taken({ existing, performer, onClose }: { existing: Existing } & ActDialogProps) {
  const t = useTexts(actsTexts);
  const { actor } = useSession();
  const name = existing.user?.name ?? t('somebody');
  const place = { userId: existing.userId, queueId: existing.queue?.id ?? null, isGroup: false };
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
        {may(actor, 'ticket.read', place) && (
          <Button
            kind="primary"
            onClick={() => {
              onClose();
              performer.open(existing.uuid);
            }}
          >
            {t('openConversation')}
          </Button>
        )}
      </footer>
    </Window>
  );
}
