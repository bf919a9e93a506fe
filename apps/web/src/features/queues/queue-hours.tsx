import { useNavigate } from '@tanstack/react-router';
import { HoursField } from '../../entities/hours/hours-field.tsx';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import type { QueueForm } from './queue-form.ts';
import { queueTexts } from './queues.texts.ts';

/** Business hours of the queue, or a link to the settings if the company uses other hours. */
export function QueueHours({ form, byQueueHours }: { form: QueueForm; byQueueHours: boolean }) {
  const t = useTexts(queueTexts);
  if (!byQueueHours) return <HoursElsewhere dirty={form.dirty} />;
  return <HoursField label={t('hours')} text={t('hoursText')} form={form} />;
}

function HoursElsewhere({ dirty }: { dirty: boolean }) {
  const t = useTexts(queueTexts);
  const navigate = useNavigate();
  const where = useCompanySetting('scheduleType');
  return (
    <EmptyState
      icon="clock"
      title={t(where === 'company' ? 'hoursOfCompany' : where === 'connection' ? 'hoursOfConnection' : 'hoursOff')}
      text={t(dirty ? 'hoursSwitchSaved' : 'hoursSwitch')}
      // Hidden with unsaved changes, because leaving the form would lose them.
      action={!dirty && <Button onClick={() => void navigate({ to: '/settings' })}>{t('openSettings')}</Button>}
    />
  );
}
