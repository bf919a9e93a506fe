import { can } from '@balcao/domain/policy/policy';
import { useSession } from '../../lib/session.tsx';
import type { Values } from '../../lib/texts.ts';
import { Avatar, Button, CardDialog } from '../../ui/index.ts';
import css from './already-assigned-dialog.module.css';
import type { Existing } from './conflict.ts';

type AssignedText = 'takenTitle' | 'taken' | 'takenWithoutQueue' | 'somebody' | 'openConversation' | 'close';

interface AlreadyAssignedDialogProps {
  existing: Existing;
  /** Texts of the feature that shows the dialog. */
  t: (key: AssignedText, values?: Values) => string;
  onOpen: (uuid: string) => void;
  onClose: () => void;
}

/** Another agent has the contact's conversation: names the agent and the queue, and opens it for those who can read it. */
export function AlreadyAssignedDialog({ existing, t, onOpen, onClose }: AlreadyAssignedDialogProps) {
  const { actor } = useSession();
  const name = existing.user?.name ?? t('somebody');
  const assignment = { userId: existing.userId, queueId: existing.queue?.id ?? null, isGroup: false };
  return (
    <CardDialog
      title={t('takenTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
          {can(actor, 'ticket.read', assignment) && (
            <Button
              kind="primary"
              onClick={() => {
                onClose();
                onOpen(existing.uuid);
              }}
            >
              {t('openConversation')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.owner}>
        <Avatar name={name} size={36} />
        <p>
          {existing.queue
            ? t('taken', { user: name, queue: existing.queue.name })
            : t('takenWithoutQueue', { user: name })}
        </p>
      </div>
    </CardDialog>
  );
}
