import type { Tag } from '@balcao/contract/endpoints/tags';
import { useRemoveTag } from '../../entities/tags/tags.api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { laneTexts } from './lanes.texts.ts';
import { tagTexts } from './tags.texts.ts';

/** Confirmation that names the lane and the number of conversations in it. */
export function RemoveLane({ lane, onClose }: { lane: Tag; onClose: () => void }) {
  const t = useTexts(laneTexts);
  const tTags = useTexts(tagTexts);
  const toast = useToast();
  const remove = useRemoveTag();
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: lane.name })}
      text={t('removeText', { count: formatNumber(lane.ticketsCount) })}
      verb={tTags('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(lane.id, toast.outcome(tTags('laneRemoved'), onClose))}
      onClose={onClose}
    />
  );
}
