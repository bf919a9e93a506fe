import { HoursEditor } from '../../ui/hours-editor.tsx';
import type { DayHours } from '../../ui/hours.ts';
import { useHoursLabels } from './hours.ts';

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
  return (
    <>
      <p className="muted">{text}</p>
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
