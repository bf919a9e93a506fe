import type { Message } from '@balcao/contract/endpoints/messages';
import { useRemoveMessage } from '../../../entities/messages/messages.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../../ui/index.ts';
import { messageActionTexts } from './thread.texts.ts';

export function RemoveMessage({
  message,
  onSaved,
  onClose,
}: {
  message: Message;
  onSaved(message: Message): void;
  onClose(): void;
}) {
  const t = useTexts(messageActionTexts);
  const toast = useToast();
  const remove = useRemoveMessage();
  const confirm = () =>
    remove.mutate(message.id, {
      // A note is removed completely, by socket update; other messages stay as deleted.
      onSuccess: () => !message.isPrivate && onSaved({ ...message, isDeleted: true }),
      onError: toast.failed,
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      text={t(message.isPrivate ? 'removeNoteText' : 'removeText')}
      verb={t('remove')}
      safe={t('keepIt')}
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
