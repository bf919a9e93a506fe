import type { User } from '@balcao/contract/endpoints/access';
import { useRemoveUser } from '../../entities/users/users.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { userTexts } from './users.texts.ts';

export function RemoveUser({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTexts(userTexts);
  const toast = useToast();
  const remove = useRemoveUser();

  const confirm = () => remove.mutate(user.id, toast.outcome(t('removed'), onClose));

  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: user.name })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
