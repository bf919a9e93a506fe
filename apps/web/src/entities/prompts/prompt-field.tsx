import { useTexts } from '../../lib/use-texts.ts';
import { SelectField } from '../../ui/index.ts';
import { promptFieldTexts } from './prompt-field.texts.ts';
import { usePromptPicks } from './prompt-picks.api.ts';

interface PromptFieldProps {
  value: number | null;
  onChange: (id: number | null) => void;
  hint?: string;
  error?: string | undefined;
}

/** Chooses the prompt that answers customers, or none. */
export function PromptField({ value, onChange, hint, error }: PromptFieldProps) {
  const t = useTexts(promptFieldTexts);
  const { data: prompts } = usePromptPicks();
  return (
    <SelectField
      label={t('prompt')}
      options={[{ value: 0, label: t('none') }, ...(prompts ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? 0}
      onChange={(id) => onChange(id === 0 ? null : id)}
      hint={prompts?.length === 0 ? t('noPrompts') : hint}
      error={error}
    />
  );
}
