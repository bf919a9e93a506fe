import type { Tag } from '@balcao/contract/endpoints/tags';
import { useRemoveTag } from '../../entities/tags/tags.api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { tagTexts } from './tags.texts.ts';

/** Confirmation that names the tag and what is removed with it. */
export function RemoveTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const t = useTexts(tagTexts);
  const toast = useToast();
  const remove = useRemoveTag();

  const confirm = () => remove.mutate(tag.id, toast.outcome(t('removed'), onClose));

  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: tag.name })}
      text={t('removeText', { count: formatNumber(tag.contactsCount) })}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
