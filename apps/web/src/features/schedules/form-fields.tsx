/** Groups of fields of the form: dates, conversation, template. */
import { HOUR_MS } from '@balcao/domain/kit/durations';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { TemplateChoice } from '../../entities/templates/template-choice.tsx';
import { useFoundTemplates } from '../../entities/templates/templates.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Field, FieldRow, NumberField, Segments, SelectField, SwitchRow, TimeField } from '../../ui/index.ts';
import { DateField } from '../../ui/date-field.tsx';
import { addDays } from '@balcao/domain/schedule/recurrence';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';
import { dayAndTime, NONE, type Unit } from './schedule-form.ts';
import type { useScheduleForm } from './use-schedule-form.ts';

type Form = ReturnType<typeof useScheduleForm>['form'];

export function DateFields({ form, timeZone }: { form: Form; timeZone: string }) {
  const t = useTexts(dialogTexts);
  const choose = ({ day, time }: { day: string; time: string }) => {
    form.set('day')(day);
    form.set('time')(time);
  };
  const units: Unit[] = ['never', 'minutes', 'days', 'weeks', 'months'];
  const unit = form.watch('unit');
  return (
    <>
      <FieldRow>
        <DateField label={t('day')} required {...form.date('day')} />
        <TimeField label={t('time')} required {...form.text('time')} />
      </FieldRow>
      <div className={css.shortcuts}>
        <Button size="sm" onClick={() => choose(dayAndTime(new Date(Date.now() + HOUR_MS), timeZone))}>
          {t('inAnHour')}
        </Button>
        <Button
          size="sm"
          onClick={() => choose({ day: addDays(dayAndTime(new Date(), timeZone).day, 1), time: '09:00' })}
        >
          {t('tomorrow')}
        </Button>
      </div>
      <Field label={t('repeat')} as="group">
        {() => (
          <div className={css.segments}>
            <Segments
              label={t('repeat')}
              segments={units.map((key) => ({ key, label: t(key) }))}
              value={unit}
              onChange={form.set('unit')}
            />
          </div>
        )}
      </Field>
      {unit !== 'never' && (
        <FieldRow>
          <NumberField label={`${t('every')} (${t(unit).toLowerCase()})`} min={1} {...form.number('valorIntervalo')} />
          <NumberField label={t('times')} min={1} {...form.number('enviarQuantasVezes')} />
        </FieldRow>
      )}
      <Field label={t('shift')} as="group">
        {() => (
          <div className={css.segments}>
            <Segments
              label={t('shift')}
              segments={(['keep', 'before', 'after'] as const).map((key) => ({ key, label: t(key) }))}
              value={form.watch('shift')}
              onChange={form.set('shift')}
            />
          </div>
        )}
      </Field>
    </>
  );
}

export function TicketFields({ form }: { form: Form }) {
  const t = useTexts(dialogTexts);
  const colleagues = useColleagues().data ?? [];
  const queues = useQueues().data ?? [];
  const isOn = form.watch('openTicket');
  return (
    <div className={css.ticket}>
      <SwitchRow label={t('openTicket')} text={t('openTicketText')} {...form.toggle('openTicket')} />
      <FieldRow columns={3}>
        <SelectField
          label={t('agent')}
          disabled={!isOn}
          options={[
            { value: NONE, label: t('noAgent') },
            ...colleagues.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.choice('ticketUserId')}
        />
        <SelectField
          label={t('queue')}
          disabled={!isOn}
          options={[
            { value: NONE, label: t('noQueue') },
            ...queues.map(({ id, name, color }) => ({ value: id, label: name, color })),
          ]}
          {...form.choice('queueId')}
        />
        <SelectField
          label={t('starts')}
          disabled={!isOn}
          options={(['open', 'closed'] as const).map((value) => ({ value, label: t(value) }))}
          {...form.choice('statusTicket')}
        />
      </FieldRow>
    </div>
  );
}

/** Only for connections whose channel has templates. */
export function TemplateFields({ form, whatsappId }: { form: Form; whatsappId: number }) {
  const t = useTexts(dialogTexts);
  const hasTemplates = (useFoundTemplates(whatsappId, '').data?.length ?? 0) > 0;
  if (!hasTemplates) return null;
  return (
    <TemplateChoice
      whatsappId={whatsappId}
      form={form}
      texts={{
        label: t('template'),
        hint: t('templateHint'),
        none: t('noTemplate'),
        placeholder: (name) => t('placeholder', { name }),
      }}
    />
  );
}
