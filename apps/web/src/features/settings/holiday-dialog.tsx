import { useState, type FormEvent } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useSaveHoliday, type Holiday } from '../../entities/settings/company-hours.api.ts';
import { DateField } from '../../ui/date-field.tsx';
import {
  Button,
  Checkbox,
  Dialog,
  DialogCancel,
  FieldRow,
  SwitchRow,
  TextField,
  TimeField,
  useToast,
} from '../../ui/index.ts';
import { isYearly } from './holiday-days.ts';
import { holidayTexts } from './holidays.texts.ts';

type Times = [string, string, string, string];
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** Any leap year: a yearly holiday can be February 29. */
const LEAP_YEAR = '2028';

/** Creates or edits a holiday. */
export function HolidayDialog({ holiday, onClose }: { holiday?: Holiday | undefined; onClose: () => void }) {
  const t = useTexts(holidayTexts);
  const toast = useToast();
  const save = useSaveHoliday();
  const [first] = useState(() => draftOf(holiday));
  const [draft, setDraft] = useState(first);
  const [isChecked, setChecked] = useState(false);
  const [duplicateDay, setDuplicateDay] = useState<string | null>(null);
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });

  const shifts = shiftsOf(draft.times);
  const day = draft.yearly ? draft.date.slice(5) : draft.date;
  const errors = {
    name: draft.name.trim().length < 2,
    date: !/^\d{4}-\d{2}-\d{2}$/.test(draft.date),
    hours: !draft.closed && shifts === null,
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (errors.name || errors.date || errors.hours) return;
    const name = draft.name.trim();
    save.mutate(
      { id: holiday?.id, day, name, hours: draft.closed ? null : shifts },
      {
        onSuccess: () => {
          toast.done(t('saved', { name }));
          onClose();
        },
        onError: (error) => {
          const isDuplicate = error instanceof ApiError && error.fields?.some(({ rule }) => rule === 'taken');
          if (isDuplicate) setDuplicateDay(day);
          else toast.failed(error);
        },
      },
    );
  };
  const time = (at: 0 | 1 | 2 | 3, label: string) => (
    <TimeField
      label={label}
      value={draft.times[at]}
      error={isChecked && errors.hours && at === 0 && t('badHours')}
      onChange={(event) => set({ times: draft.times.with(at, event.target.value) as Times })}
    />
  );

  return (
    <Dialog
      title={t(holiday ? 'editTitle' : 'add')}
      width={440}
      dirty={JSON.stringify(draft) !== JSON.stringify(first)}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" busy={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('name')}
        required
        maxLength={80}
        data-autofocus
        value={draft.name}
        error={isChecked && errors.name && t('nameMissing')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <DateField
        label={t('day')}
        required
        value={draft.date}
        error={duplicateDay === day ? t('taken') : isChecked && errors.date && t('dayMissing')}
        onChange={(event) => set({ date: event.target.value })}
      />
      <Checkbox
        label={t('everyYear')}
        checked={draft.yearly}
        onChange={(event) => set({ yearly: event.target.checked })}
      />
      <SwitchRow
        label={t('closed')}
        text={t('closedHelp')}
        checked={draft.closed}
        onChange={(closed) => set({ closed })}
      />
      {!draft.closed && (
        <>
          <FieldRow>
            {time(0, t('opens'))}
            {time(1, t('closes'))}
          </FieldRow>
          <FieldRow>
            {time(2, t('opensAgain'))}
            {time(3, t('closesAgain'))}
          </FieldRow>
        </>
      )}
    </Dialog>
  );
}

function draftOf(holiday: Holiday | undefined) {
  const [first, second] = holiday?.hours ?? [];
  const yearly = holiday !== undefined && isYearly(holiday.day);
  return {
    name: holiday?.name ?? '',
    date: holiday ? (yearly ? `${LEAP_YEAR}-${holiday.day}` : holiday.day) : '',
    yearly,
    closed: holiday === undefined || holiday.hours === null,
    times: [first?.start ?? '', first?.end ?? '', second?.start ?? '', second?.end ?? ''] as Times,
  };
}

/** One or two shifts, each with start before end and the second after the first; null if invalid. */
function shiftsOf([startA, endA, startB, endB]: Times): { start: string; end: string }[] | null {
  const isShift = (start: string, end: string) => CLOCK.test(start) && CLOCK.test(end) && start < end;
  if (!isShift(startA, endA)) return null;
  if (startB === '' && endB === '') return [{ start: startA, end: endA }];
  if (!isShift(startB, endB) || startB < endA) return null;
  return [
    { start: startA, end: endA },
    { start: startB, end: endB },
  ];
}
