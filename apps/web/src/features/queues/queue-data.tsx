import type { Queue } from '@balcao/contract/endpoints/queues';
import { FlowField } from '../../entities/flows/flow-field.tsx';
import { IntegrationField } from '../../entities/integrations/integration-field.tsx';
import { useFileListChoices } from '../../entities/queues/file-lists.api.ts';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { botVariables } from '../../entities/variables/variables.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ColorField, FieldRow, NumberField, SelectField, SwitchRow, TextField, type Option } from '../../ui/index.ts';
import { rotationMinutes, queueWithColor, type QueueForm } from './queue-form.ts';
import css from './queues.module.css';
import { queueTexts } from './queues.texts.ts';

interface QueueDataProps {
  form: QueueForm;
  others: readonly Queue[];
  byQueueHours: boolean;
  /** The plan includes flows. */
  hasFlows: boolean;
  /** The plan includes integrations. */
  hasIntegrations: boolean;
}

export function QueueData({ form, others, byQueueHours, hasFlows, hasIntegrations }: QueueDataProps) {
  const t = useTexts(queueTexts);
  const color = form.choice('color');
  const owner = queueWithColor(color.value, others);
  return (
    <>
      <FieldRow>
        <TextField label={t('name')} required maxLength={50} data-autofocus {...form.text('name')} />
        <NumberField label={t('order')} min={0} hint={t('orderHint')} {...form.number('orderQueue')} />
      </FieldRow>
      {/* A taken color is reported while typing, with the name of the other queue. */}
      <ColorField
        label={t('color')}
        required
        {...color}
        error={owner ? t('colorTaken', { name: owner.name }) : color.error}
      />
      <MessageField
        label={t('greetingMessage')}
        hint={t('greetingHint')}
        rows={3}
        variables={botVariables}
        {...form.message('greetingMessage')}
      />
      {byQueueHours && (
        <MessageField
          label={t('outOfHours')}
          required
          rows={3}
          variables={botVariables}
          {...form.message('outOfHoursMessage')}
        />
      )}
      <FileListField form={form} />
      {hasFlows && (
        <FlowField
          label={t('flow')}
          hint={t('flowHint')}
          none={t('noFlow')}
          value={Number(form.watch('flowId')) || null}
          onChange={form.set('flowId')}
          error={form.error('flowId')}
        />
      )}
      {hasIntegrations && (
        <IntegrationField
          hint={t('integrationHint')}
          value={Number(form.watch('integrationId')) || null}
          onChange={form.set('integrationId')}
          error={form.error('integrationId')}
        />
      )}
      <NumberField label={t('target')} hint={t('targetHint')} min={0} max={10_080} {...form.number('targetMinutes')} />
      <div>
        <SwitchRow label={t('rotationLabel')} text={t('rotationText')} {...form.toggle('ativarRoteador')} />
        {form.watch('ativarRoteador') && <RotationMinutes form={form} />}
        <SwitchRow label={t('closeTicket')} text={t('closeTicketText')} {...form.toggle('closeTicket')} />
      </div>
    </>
  );
}

/** A value set by an older client stays in the list of choices. */
function RotationMinutes({ form }: { form: QueueForm }) {
  const t = useTexts(queueTexts);
  const chosen = Number(form.watch('tempoRoteador'));
  const minuteOptions = [...new Set([...rotationMinutes, chosen])].toSorted((a, b) => a - b);
  return (
    <div className={css.unfolded}>
      <SelectField
        label={t('rotationMinutes')}
        options={minuteOptions.map((minutes) => ({ value: minutes, label: t('minutes', { minutes }) }))}
        value={chosen}
        onChange={(minutes) => form.set('tempoRoteador')(minutes)}
        error={form.error('tempoRoteador')}
      />
    </div>
  );
}

function FileListField({ form }: { form: QueueForm }) {
  const t = useTexts(queueTexts);
  const { isAvailable, lists } = useFileListChoices();
  if (!isAvailable) return null;
  const options: Option<number>[] = [{ value: 0, label: t('noFiles') }, ...lists];
  return (
    <SelectField
      label={t('files')}
      hint={t('filesHint')}
      options={options}
      value={Number(form.watch('fileListId') ?? 0)}
      onChange={(id) => form.set('fileListId')(id === 0 ? null : id)}
      error={form.error('fileListId')}
    />
  );
}
