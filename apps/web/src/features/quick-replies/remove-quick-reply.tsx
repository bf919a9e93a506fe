import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { useRemoveQuickReply } from '../../entities/quick-replies/quick-replies.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { quickReplyTexts } from './quick-replies.texts.ts';

/** Confirmation that names the reply and the users who lose it. */
export function RemoveQuickReply({ reply, onClose }: { reply: QuickMessage; onClose: () => void }) {
  const t = useTexts(quickReplyTexts);
  const toast = useToast();
  const remove = useRemoveQuickReply();

  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: reply.shortcode })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(reply.id, toast.outcome(t('removed'), onClose))}
      onClose={onClose}
    />
  );
}
