import type { Schedule } from '@balcao/contract/endpoints/schedules';
import { useRef, useState } from 'react';
import {
  downloadScheduleFile,
  useChangeScheduleFile,
  useSaveSchedule,
} from '../../entities/schedules/schedules.api.ts';
import { useChosenPlaceholders, usePlaceholderKeys } from '../../entities/templates/placeholder-rule.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { dialogTexts } from './dialog.texts.ts';
import { draftFrom, hasSameDates, instantIn, NONE, scheduleForm, type ScheduleValues } from './schedule-form.ts';
import type { ImageChange } from './schedule-image.tsx';

interface Options {
  /** The stored schedule; without one a new one is created. */
  schedule?: Schedule | undefined;
  /** The original of a copy: its image is copied too. */
  copied?: Schedule | undefined;
  values: ScheduleValues;
  timeZone: string;
  onClose: () => void;
}

/** Saves the text and the dates, then the image. */
export function useScheduleForm({ schedule, copied, values, timeZone, onClose }: Options) {
  const t = useTexts(dialogTexts);
  const toast = useToast();
  const save = useSaveSchedule();
  const changeFile = useChangeScheduleFile();
  // Saved in two steps: a retry after a failed upload must not create a second one.
  const savedId = useRef(schedule?.id);
  const [image, setImage] = useState<ImageChange>(undefined);
  const imageName = image === undefined ? ((schedule ?? copied)?.mediaName ?? null) : (image?.name ?? null);

  const download = ({ id, mediaName }: Schedule) =>
    downloadScheduleFile(id).catch((error: unknown) => {
      toast.warn(t('copyFailed', { name: mediaName ?? '' }));
      throw error;
    });
  const placeholderKeys = usePlaceholderKeys();
  const [schema] = useState(() => scheduleForm(placeholderKeys));
  const form = useDraftForm({
    schema,
    values,
    save: async (typed) => {
      const isSame = schedule?.status === 'PENDENTE' && hasSameDates(typed, values);
      const sendAt = isSame ? new Date(schedule.sendAt) : instantIn(typed, timeZone)!;
      // Before the copy exists: a failed download must not leave a scheduled message without its image.
      const attachment = image === undefined && copied?.mediaName ? await download(copied) : image;
      const { id } = await save.mutateAsync({ id: savedId.current, ...draftFrom(typed, sendAt) });
      savedId.current = id;
      if (attachment === undefined || (attachment === null && !schedule?.mediaName)) return;
      await changeFile.mutateAsync({ id, file: attachment }).catch((error: unknown) => {
        toast.warn(t('attachFailed'));
        throw error;
      });
    },
    ...toast.saved(t(schedule ? 'saved' : 'scheduled'), onClose),
    ruleText: (field, rule) => (field === 'body' && rule === 'tooShort' ? t('tooShort') : undefined),
    fieldByCode: { ERR_NO_TEMPLATE_FOUND: 'templateId', ERR_TEMPLATE_NOT_SENDABLE: 'templateId' },
    fieldByApiName: { values: 'templateValues' },
  });
  const templateId = form.watch('templateId');
  useChosenPlaceholders(placeholderKeys, form.watch('whatsappId'), templateId === NONE ? null : templateId);
  return { form, imageName, hasNewImage: image !== undefined, setImage };
}
