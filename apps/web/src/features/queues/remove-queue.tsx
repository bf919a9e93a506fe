import type { Queue } from '@balcao/contract/endpoints/queues';
import { useRemoveQueue } from '../../entities/queues/queues.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { queueTexts } from './queues.texts.ts';

export function RemoveQueue({ queue, onClose }: { queue: Queue; onClose: () => void }) {
  const t = useTexts(queueTexts);
  const toast = useToast();
  const remove = useRemoveQueue();

  const confirm = () => remove.mutate(queue.id, toast.outcome(t('removed'), onClose));

  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: queue.name })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
