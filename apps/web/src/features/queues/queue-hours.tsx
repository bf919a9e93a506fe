import { HoursField } from '../../entities/hours/hours-field.tsx';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useLeaveForm } from '../../lib/leave-form.ts';
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

/** Where the hours are set, by the company's choice. */
const targets = {
  company: { title: 'hoursOfCompany', to: '/settings/hours', action: 'openHours' },
  connection: { title: 'hoursOfConnection', to: '/connections', action: 'openConnections' },
  disabled: { title: 'hoursOff', to: '/settings', action: 'chooseHours' },
} as const;

function HoursElsewhere({ dirty }: { dirty: boolean }) {
  const t = useTexts(queueTexts);
  const leave = useLeaveForm(dirty);
  const mode = useCompanySetting('scheduleType');
  const { title, to, action } = mode === 'company' || mode === 'connection' ? targets[mode] : targets.disabled;
  const chooseHours = () => leave('/settings', { go: 'scheduleType' });
  return (
    <EmptyState
      icon="clock"
      title={t(title)}
      text={t('hoursSwitch')}
      action={
        <>
          <Button onClick={to === '/settings' ? chooseHours : () => leave(to)}>{t(action)}</Button>
          {to !== '/settings' && (
            <Button kind="ghost" onClick={chooseHours}>
              {t('chooseHours')}
            </Button>
          )}
        </>
      }
    />
  );
}
