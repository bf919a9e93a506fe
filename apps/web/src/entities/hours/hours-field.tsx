import { HoursEditor } from '../../ui/hours-editor.tsx';
import type { DayHours } from '../../ui/hours.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { useHoursLabels } from './hours.ts';
import { hoursTexts } from './hours.texts.ts';
import { zoneName } from './zone-name.ts';

interface HoursFieldProps {
  label: string;
  text: string;
  /** A form with a field `schedules`. */
  form: {
    watch: (name: 'schedules') => readonly DayHours[];
    set: (name: 'schedules') => (week: DayHours[]) => void;
    error: (name: 'schedules') => string | undefined;
  };
}

/** Business hours in a form: an explanation and the week. */
export function HoursField({ label, text, form }: HoursFieldProps) {
  const labels = useHoursLabels();
  const t = useTexts(hoursTexts);
  const { timeZone } = useSession().user.company;
  return (
    <>
      <p className="muted">{`${text} ${t('zone', { zone: zoneName(timeZone) })}`}</p>
      <HoursEditor
        label={label}
        labels={labels}
        value={form.watch('schedules')}
        onChange={(week) => form.set('schedules')(week)}
        checked={form.error('schedules') !== undefined}
      />
    </>
  );
}
