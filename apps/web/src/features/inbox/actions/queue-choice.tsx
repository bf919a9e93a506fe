import { useTexts } from '../../../lib/use-texts.ts';
import { SelectField, type Option } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';

interface QueueChoiceProps {
  options: readonly Option<number>[];
  value: number | null;
  onChange(queueId: number): void;
  /** The form was submitted: a missing queue is shown as an error. */
  tried: boolean;
  /** Gets the first focus of the dialog. */
  focusFirst?: boolean;
}

/** The required queue field of the action dialogs. */
export function QueueChoice({ options, value, onChange, tried, focusFirst = false }: QueueChoiceProps) {
  const t = useTexts(actionTexts);
  return (
    <SelectField
      label={t('queue')}
      required
      focusFirst={focusFirst}
      submitsWithEnter
      options={options}
      value={value}
      onChange={onChange}
      placeholder={t('chooseQueue')}
      error={tried && value === null && t('chooseQueue')}
    />
  );
}
