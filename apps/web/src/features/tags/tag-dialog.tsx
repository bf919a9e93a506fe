import { DEFAULT_TAG_COLOR, TagDraft, type Tag } from '@balcao/contract/endpoints/tags';
import { useLanes, useSaveTag, type TagKind } from '../../entities/tags/tags.api.ts';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ColorField, FieldRow, FormDialog, NumberField, SelectField, TextField, useToast } from '../../ui/index.ts';
import { tagTexts } from './tags.texts.ts';

/** Creates or edits a tag; a lane also has the automatic move of its conversations. */
export function TagDialog({
  tag,
  kind = 'tag',
  onSaved,
  onClose,
}: {
  tag?: Tag | undefined;
  kind?: TagKind;
  onSaved?: (tag: Tag) => void;
  onClose: () => void;
}) {
  const t = useTexts(tagTexts);
  const toast = useToast();
  const save = useSaveTag();
  const isLane = kind === 'lane';
  const form = useDraftForm({
    schema: TagDraft,
    values: {
      name: tag?.name ?? '',
      color: tag?.color ?? DEFAULT_TAG_COLOR,
      kanban: isLane ? 1 : 0,
      timeLane: tag?.timeLane ?? 0,
      nextLaneId: tag?.nextLaneId ?? '',
      rollbackLaneId: tag?.rollbackLaneId ?? '',
      greetingMessageLane: tag?.greetingMessageLane ?? '',
    },
    save: async (draft) => {
      const saved = await save.mutateAsync({ id: tag?.id, ...draft });
      onSaved?.(saved);
    },
    ...toast.saved(t(isLane ? 'laneSaved' : 'saved'), onClose),
    fieldByCode: { ERR_TAG_ALREADY_EXISTS: 'name' },
    ruleText: (field, rule) => (field === 'name' && rule === 'tooShort' ? t('tooShort') : undefined),
  });

  return (
    <FormDialog
      title={tag ? t('editNamed', { name: tag.name }) : t(isLane ? 'addLane' : 'add')}
      onClose={onClose}
      form={form}
      verb={t(isLane ? 'saveLane' : 'save')}
    >
      <TextField label={t('name')} required maxLength={100} data-autofocus {...form.text('name')} />
      <ColorField label={t('color')} {...form.choice('color')} />
      {isLane && <LaneFields form={form} tagId={tag?.id} />}
    </FormDialog>
  );
}

type TagForm = ReturnType<typeof useDraftForm<typeof TagDraft>>;

function LaneFields({ form, tagId }: { form: TagForm; tagId: number | undefined }) {
  const t = useTexts(tagTexts);
  const lanes = useLanes();
  const others = lanes.data?.lista.filter((lane) => lane.id !== tagId) ?? [];
  const options = [
    { value: '', label: t('noLane') },
    ...others.map(({ id, name, color }) => ({ value: String(id), label: name, color })),
  ];
  const laneProps = (name: 'nextLaneId' | 'rollbackLaneId') => ({
    options,
    value: String(form.watch(name) ?? ''),
    onChange: (value: string) => form.set(name)(value),
    error: form.error(name),
  });
  return (
    <>
      <NumberField label={t('laneTime')} min={0} {...form.number('timeLane')} />
      <FieldRow>
        <SelectField label={t('nextLane')} {...laneProps('nextLaneId')} />
        <SelectField label={t('rollbackLane')} {...laneProps('rollbackLaneId')} />
      </FieldRow>
      <MessageField label={t('laneGreeting')} rows={3} {...form.message('greetingMessageLane')} />
    </>
  );
}
