import { useTexts } from '../../../lib/use-texts.ts';
import { SelectField, type Option } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';

interface QueueChoiceProps {
  options: readonly Option<number>[];
  value: number | null;
  onChange(queueId: number): void;
  /** Somebody has tried to go on: from then on a missing queue is told. */
  tried: boolean;
}

/** No act goes on without its queue; every dialog that wants one asks for it with this. */
export function QueueChoice({ options, value, onChange, tried }: QueueChoiceProps) {
  const t = useTexts(actionTexts);
  return (
    <SelectField
      label={t('queue')}
      required
      options={options}
      value={value}
      onChange={onChange}
      placeholder={t('chooseQueue')}
      error={tried && value === null && t('chooseQueue')}
    />
  );
}
