/** Forms of the start, with the settings of the flow, and of long waits. */
import { MAX_WAIT_MINUTES } from '@balcao/domain/flow/bounds';
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { FieldRow, NumberField, SelectField, SwitchRow } from '../../../ui/index.ts';
import type { FormProps } from './form.ts';
import { panelTexts } from './panel.texts.ts';
import { within } from './question-forms.tsx';
import { HoursFields, OptionalQueue } from './routing-forms.tsx';
import { TemplateValues, templateOptions } from './template-fields.tsx';

export function StartForm({ settings, setSettings, references }: FormProps<'start'>) {
  const t = useTexts(panelTexts);
  return (
    <>
      <p className="muted">{t('startText')}</p>
      <SelectField
        label={t('exit')}
        options={[
          { value: 'human', label: t('exitHuman') },
          { value: 'close', label: t('exitClose') },
        ]}
        value={settings.exit}
        onChange={(exit) => setSettings({ exit })}
      />
      <NumberField
        label={t('giveUp')}
        min={1}
        max={MAX_WAIT_MINUTES}
        value={settings.giveUpMinutes}
        onChange={(event) => setSettings({ giveUpMinutes: within(event.target.valueAsNumber, 1, MAX_WAIT_MINUTES) })}
      />
      <SelectField
        label={t('onGiveUp')}
        options={[
          { value: 'human', label: t('giveUpHuman') },
          { value: 'close', label: t('giveUpClose') },
          { value: 'leave', label: t('giveUpLeave') },
        ]}
        value={settings.onGiveUp}
        onChange={(onGiveUp) => setSettings({ onGiveUp })}
      />
      <OptionalQueue
        label={t('fallbackQueue')}
        queueId={settings.fallbackQueueId}
        references={references}
        onChange={(fallbackQueueId) => setSettings({ fallbackQueueId })}
      />
    </>
  );
}

const units = { minutes: 1, hours: 60, days: 1440 } as const;
type Unit = keyof typeof units;
const unitLabels = { minutes: 'unitMinutes', hours: 'unitHours', days: 'unitDays' } as const;
const unitOf = (minutes: number): Unit => (minutes % 1440 === 0 ? 'days' : minutes % 60 === 0 ? 'hours' : 'minutes');

export function WaitForm({ data, set, errors, references }: FormProps<'wait'>) {
  const t = useTexts(panelTexts);
  const [unit, setUnit] = useState<Unit>(() => unitOf(data.minutes));
  const { template } = data;
  const needsHours = data.until === 'opening' || data.onlyInHours;
  const setAmount = (amount: number, to: Unit) => set({ minutes: within(amount * units[to], 1, MAX_WAIT_MINUTES) });
  return (
    <>
      <SelectField
        label={t('waitUntil')}
        options={[
          { value: 'minutes', label: t('waitMinutes') },
          { value: 'opening', label: t('waitOpening') },
        ]}
        value={data.until}
        onChange={(until) => set({ until })}
      />
      {data.until === 'minutes' && (
        <>
          <FieldRow>
            <NumberField
              label={t('waitAmount')}
              min={1}
              value={Math.max(1, Math.round(data.minutes / units[unit]))}
              onChange={(event) => setAmount(event.target.valueAsNumber, unit)}
            />
            <SelectField
              label={t('unit')}
              options={(Object.keys(units) as Unit[]).map((value) => ({ value, label: t(unitLabels[value]) }))}
              value={unit}
              onChange={(to) => {
                setUnit(to);
                setAmount(Math.max(1, Math.round(data.minutes / units[unit])), to);
              }}
            />
          </FieldRow>
          <SwitchRow
            label={t('onlyInHours')}
            checked={data.onlyInHours}
            onChange={(onlyInHours) => set({ onlyInHours })}
          />
        </>
      )}
      {needsHours && (
        <HoursFields
          of={data.hours}
          queueId={data.queueId}
          set={({ of, queueId }) =>
            set({ ...(of !== undefined && { hours: of }), ...(queueId !== undefined && { queueId }) })
          }
          error={errors.get('queueId')}
          references={references}
        />
      )}
      <SelectField
        label={t('waitTemplate')}
        hint={t('waitTemplateHint')}
        options={[{ value: 0, label: t('none') }, ...templateOptions(references)]}
        value={data.template?.templateId ?? 0}
        onChange={(templateId) => set({ template: templateId === 0 ? null : { templateId, values: {} } })}
      />
      {template && (
        <TemplateValues
          choice={template}
          path="template."
          references={references}
          errors={errors}
          onChange={(values) => set({ template: { ...template, values } })}
        />
      )}
    </>
  );
}
