import { useTexts } from '../../lib/use-texts.ts';
import { SelectField } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';

type Choice = 'integration' | 'prompt' | 'flowWelcome' | 'flowNoPhrase';

/** Disabled selects of features that have no records yet. */
export function ConnectionLater({ choices }: { choices: readonly Choice[] }) {
  const t = useTexts(formTexts);
  return choices.map((choice) => (
    <SelectField
      key={choice}
      label={t(choice)}
      hint={t('nothingYet')}
      options={[{ value: '', label: t(choice === 'integration' ? 'none' : 'noFlow') }]}
      value=""
      onChange={() => {}}
      disabled
    />
  ));
}
