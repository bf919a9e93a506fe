import { useRemoveSchedule } from '../../entities/schedules/schedules.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { scheduleTexts } from './schedules.texts.ts';

interface RemoveScheduleProps {
  scheduleId: number;
  /** Name of the contact. */
  name: string;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Confirmation that names the contact and what no longer happens. */
export function RemoveSchedule({ scheduleId, name, onClose, onRemoved }: RemoveScheduleProps) {
  const t = useTexts(scheduleTexts);
  const toast = useToast();
  const remove = useRemoveSchedule();
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(scheduleId, toast.outcome(t('removed'), onClose, onRemoved))}
      onClose={onClose}
    />
  );
}
