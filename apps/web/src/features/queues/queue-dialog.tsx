import { QueueDraft, type Queue } from '@balcao/contract/endpoints/queues';
import { useSaveQueue } from '../../entities/queues/queues.api.ts';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ColorDot,
  ColorField,
  Dialog,
  DialogCancel,
  FieldRow,
  NumberField,
  SwitchRow,
  TextArea,
  TextField,
  useToast,
} from '../../ui/index.ts';
import css from './queues.module.css';
import { queueTexts } from './queues.texts.ts';

/** Without hours, integration and files: what this form does not show it must not overwrite. */
const QueueData = QueueDraft.omit({ schedules: true, integrationId: true, fileListId: true });
/** For new queues, the first that nobody has: two queues of one colour could not be told apart. */
const COLOURS = [
  '#2f9e44',
  '#1c7ed6',
  '#e8590c',
  '#9c36b5',
  '#f59f00',
  '#0c8599',
  '#d6336c',
  '#4263eb',
  '#66a80f',
  '#e03131',
];
const USUAL_MINUTES = 5;

interface QueueDialogProps {
  queue?: Queue | undefined;
  /** The colours in use. */
  taken: readonly string[];
  onClose: () => void;
}

export function QueueDialog({ queue, taken, onClose }: QueueDialogProps) {
  const t = useTexts(queueTexts);
  const toast = useToast();
  const save = useSaveQueue();
  const worksByQueueHours = useCompanySetting('scheduleType') === 'queue';
  const form = useDraftForm({
    schema: QueueData,
    values: {
      name: queue?.name ?? '',
      color: queue?.color ?? freeColour(taken),
      greetingMessage: queue?.greetingMessage ?? '',
      outOfHoursMessage: queue?.outOfHoursMessage ?? '',
      orderQueue: queue?.orderQueue ?? '',
      ativarRoteador: queue?.ativarRoteador ?? false,
      tempoRoteador: queue?.tempoRoteador || USUAL_MINUTES,
      closeTicket: queue?.closeTicket ?? false,
    },
    save: (draft) => save.mutateAsync({ id: queue?.id, ...draft, tempoRoteador: draft.tempoRoteador ?? 0 }),
    onSaved: () => {
      toast.done(t('saved'));
      onClose();
    },
    onRefused: toast.failed,
    places: { ERR_QUEUE_NAME_ALREADY_EXISTS: 'name', ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color' },
  });

  return (
    <Dialog
      title={queue ? t('editNamed', { name: queue.name }) : t('add')}
      icon={queue && <ColorDot color={queue.color} />}
      dirty={form.dirty}
      onClose={onClose}
      onSubmit={form.submit}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <FieldRow>
        <TextField label={t('name')} required maxLength={50} data-autofocus {...form.text('name')} />
        <NumberField label={t('order')} min={0} hint={t('orderHint')} {...form.number('orderQueue')} />
      </FieldRow>
      <ColorField label={t('color')} required {...form.choice('color')} />
      <TextArea label={t('greetingMessage')} {...form.text('greetingMessage')} />
      <TextArea label={t('outOfHours')} required={worksByQueueHours} {...form.text('outOfHoursMessage')} />
      <div>
        <SwitchRow label={t('rotationLabel')} text={t('rotationText')} {...form.toggle('ativarRoteador')} />
        {form.watch('ativarRoteador') && (
          <div className={css.unfolded}>
            <NumberField label={t('rotationMinutes')} min={1} max={1440} {...form.number('tempoRoteador')} />
          </div>
        )}
        <SwitchRow label={t('closeTicket')} text={t('closeTicketText')} {...form.toggle('closeTicket')} />
      </div>
    </Dialog>
  );
}

const freeColour = (taken: readonly string[]): string => {
  const used = new Set(taken.map((color) => color.toLowerCase()));
  return COLOURS.find((color) => !used.has(color)) ?? '#868e96';
};
