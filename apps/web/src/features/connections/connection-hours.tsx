import { useHoursLabels } from '../../entities/hours/hours.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { HoursEditor } from '../../ui/hours-editor.tsx';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';

/** When this connection is served, two shifts a day. */
export function ConnectionHours({ form }: { form: ConnectionForm }) {
  const t = useTexts(formTexts);
  const labels = useHoursLabels();
  return (
    <>
      <p className="muted">{t('hoursText')}</p>
      <HoursEditor
        label={t('hours')}
        labels={labels}
        value={form.watch('schedules')}
        onChange={(week) => form.set('schedules')(week)}
        checked={form.error('schedules') !== undefined}
      />
    </>
  );
}
