import type { Schedule } from '@balcao/contract/endpoints/schedules';
import { useRef, useState } from 'react';
import { useChangeScheduleFile, useSaveSchedule } from '../../entities/schedules/schedules.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { dialogTexts } from './dialog.texts.ts';
import { draftFrom, hasSameDates, instantIn, ScheduleForm, type ScheduleValues } from './schedule-form.ts';
import type { ImageChange } from './schedule-image.tsx';

interface Options {
  /** The stored schedule; without one a new one is created. */
  schedule?: Schedule | undefined;
  values: ScheduleValues;
  timeZone: string;
  onClose: () => void;
}

/** Saves the text and the dates, then the image. */
export function useScheduleForm({ schedule, values, timeZone, onClose }: Options) {
  const t = useTexts(dialogTexts);
  const toast = useToast();
  const save = useSaveSchedule();
  const changeFile = useChangeScheduleFile();
  // Saved in two steps: a retry after a failed upload must not create a second one.
  const savedId = useRef(schedule?.id);
  const [image, setImage] = useState<ImageChange>(undefined);
  const imageName = image === undefined ? (schedule?.mediaName ?? null) : (image?.name ?? null);

  const form = useDraftForm({
    schema: ScheduleForm,
    values,
    save: async (typed) => {
      const isSame = schedule?.status === 'PENDENTE' && hasSameDates(typed, values);
      const sendAt = isSame ? new Date(schedule.sendAt) : instantIn(typed, timeZone)!;
      const { id } = await save.mutateAsync({ id: savedId.current, ...draftFrom(typed, sendAt) });
      savedId.current = id;
      if (image === undefined || (image === null && !schedule?.mediaName)) return;
      await changeFile.mutateAsync({ id, file: image }).catch((error: unknown) => {
        toast.warn(t('attachFailed'));
        throw error;
      });
    },
    onSaved: () => {
      toast.done(t(schedule ? 'saved' : 'scheduled'));
      onClose();
    },
    onError: toast.failed,
    ruleText: (field, rule) => (field === 'body' && rule === 'tooShort' ? t('tooShort') : undefined),
  });
  return { form, imageName, hasNewImage: image !== undefined, setImage };
}
