/** The form of an announcement, beside the list, with what readers will see. */
import { AnnouncementDraft } from '@balcao/contract/endpoints/announcements';
import { useRef, useState, type RefObject } from 'react';
import { z } from 'zod';
import {
  useChangePicture,
  useSaveAnnouncement,
  type Announcement,
  type PictureChange,
} from '../../entities/announcements/announcements.api.ts';
import { PriorityMark, type Priority } from '../../entities/announcements/priority-mark.tsx';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ImageField } from '../../ui/attachment-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import {
  Button,
  Field,
  FieldRow,
  Segments,
  SidePanel,
  type SidePanelHandle,
  TextArea,
  TextField,
  useToast,
} from '../../ui/index.ts';
import css from './announcements.module.css';
import { announcementTexts } from './announcements.texts.ts';

/** What a date field holds: 2026-07-27, or nothing. */
const day = z.string();
const { title, text } = AnnouncementDraft.shape;
const Draft = z
  .object({
    title,
    text,
    priority: z.enum(['1', '2', '3']),
    status: z.boolean(),
    startsAt: day,
    endsAt: day,
  })
  .refine(({ startsAt, endsAt }) => startsAt === '' || endsAt === '' || startsAt <= endsAt, {
    path: ['endsAt'],
    params: { rule: 'tooSmall' },
  });

/** Days of the browser's time zone: from the beginning of the first to the end of the last. */
const dayOf = (iso: string | null): string => {
  if (iso === null) return '';
  const date = new Date(iso);
  return new Date(+date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};
const timeOf = (chosen: string, clock: string): string | null =>
  chosen === '' ? null : new Date(`${chosen}T${clock}`).toISOString();

interface AnnouncementPanelProps {
  announcement: Announcement | undefined;
  handle: RefObject<SidePanelHandle | null>;
  onClose: () => void;
}

export function AnnouncementPanel({ announcement, handle, onClose }: AnnouncementPanelProps) {
  const t = useTexts(announcementTexts);
  const toast = useToast();
  const save = useSaveAnnouncement();
  const changePicture = useChangePicture();
  // Saved in two steps: a retry after a failed upload must not publish a second one.
  const savedId = useRef(announcement?.id);
  const [picture, setPicture] = useState<PictureChange>(undefined);
  const form = useDraftForm({
    schema: Draft,
    values: {
      title: announcement?.title ?? '',
      text: announcement?.text ?? '',
      priority: String(announcement?.priority ?? 3) as '1' | '2' | '3',
      status: announcement?.status ?? true,
      startsAt: dayOf(announcement?.startsAt ?? null),
      endsAt: dayOf(announcement?.endsAt ?? null),
    },
    save: async (draft) => {
      const { id } = await save.mutateAsync({
        ...draft,
        id: savedId.current,
        startsAt: timeOf(draft.startsAt, '00:00:00'),
        endsAt: timeOf(draft.endsAt, '23:59:59'),
      });
      savedId.current = id;
      if (picture === undefined || (picture === null && !announcement?.mediaName)) return;
      await changePicture.mutateAsync({ id, picture }).catch((error: unknown) => {
        toast.warn(t('attachFailed'));
        throw error;
      });
    },
    ...toast.saved(t('saved'), onClose),
  });
  const pictureName = picture === null ? null : (picture?.name ?? announcement?.mediaName ?? null);
  const priority = Number(form.watch('priority')) as Priority;
  const heading = t(announcement ? 'editTitle' : 'add');

  return (
    <SidePanel
      label={heading}
      title={heading}
      subtitle={t('forAll')}
      dirty={form.dirty || picture !== undefined}
      handle={handle}
      onClose={onClose}
    >
      <form className={css.form} onSubmit={(event) => void form.submit(event)}>
        <TextField label={t('name')} required maxLength={150} {...form.text('title')} />
        <TextArea label={t('text')} required rows={4} maxLength={8000} {...form.text('text')} />
        <FieldRow>
          <Field label={t('priority')} as="group">
            {() => (
              <Segments
                full
                label={t('priority')}
                segments={[
                  { key: '1', label: t('high') },
                  { key: '2', label: t('medium') },
                  { key: '3', label: t('low') },
                ]}
                value={form.watch('priority')}
                onChange={form.set('priority')}
              />
            )}
          </Field>
          <Field label={t('status')} as="group">
            {() => (
              <Segments
                full
                label={t('status')}
                segments={[
                  { key: 'active', label: t('active') },
                  { key: 'inactive', label: t('inactive') },
                ]}
                value={form.watch('status') ? 'active' : 'inactive'}
                onChange={(value) => form.set('status')(value === 'active')}
              />
            )}
          </Field>
        </FieldRow>
        <FieldRow>
          <DateField label={t('startsAt')} hint={t('timesHint')} {...form.date('startsAt')} />
          <DateField label={t('endsAt')} {...form.date('endsAt')} />
        </FieldRow>
        <ImageField
          label={t('attachment')}
          name={pictureName}
          attachIcon="upload"
          texts={{
            attach: t('attach'),
            replace: t('replace'),
            detach: t('detach'),
            onlyImages: t('onlyImages'),
          }}
          onFile={setPicture}
        />
        <div className={css.preview}>
          <h3>{t('preview')}</h3>
          <div className={css.card} data-priority={priority}>
            <b>{form.watch('title') || '—'}</b>
            <p>
              <PreviewLine text={form.watch('text')} maxLength={200} />
            </p>
            <PriorityMark priority={priority} hasBar={false}>
              {t(({ 1: 'high', 2: 'medium', 3: 'low' } as const)[priority])}
            </PriorityMark>
          </div>
        </div>
        <div className={css.foot}>
          <span>{t('atOnce')}</span>
          <Button onClick={() => handle.current?.leave(onClose)}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
