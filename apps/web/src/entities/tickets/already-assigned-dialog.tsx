import { can } from '@balcao/domain/policy/policy';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, CardDialog } from '../../ui/index.ts';
import { alreadyAssignedTexts } from './already-assigned.texts.ts';
import css from './already-assigned-dialog.module.css';
import type { Existing } from './conflict.ts';

interface AlreadyAssignedDialogProps {
  existing: Existing;
  onOpen: (uuid: string) => void;
  onClose: () => void;
}

/** Another agent has the contact's conversation: names the agent and the queue, and opens it for those who can read it. */
export function AlreadyAssignedDialog({ existing, onOpen, onClose }: AlreadyAssignedDialogProps) {
  const t = useTexts(alreadyAssignedTexts);
  const { actor } = useSession();
  const name = existing.user?.name ?? t('somebody');
  const assignment = { userId: existing.userId, queueId: existing.queue?.id ?? null, isGroup: false };
  return (
    <CardDialog
      title={t('title')}
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
