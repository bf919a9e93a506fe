/** Texts that campaigns insert by their key. */
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, IconButton } from '../../ui/index.ts';
import css from './campaign-settings.module.css';
import { settingsTexts } from './campaign-settings.texts.ts';

export interface CampaignVariable {
  key: string;
  value: string;
}
interface VariablesFieldProps {
  variables: readonly CampaignVariable[];
  error?: string | undefined;
  onChange: (variables: CampaignVariable[]) => void;
}

export function VariablesField({ variables, error, onChange }: VariablesFieldProps) {
  const t = useTexts(settingsTexts);
  const set = (at: number, change: Partial<CampaignVariable>) =>
    onChange(variables.map((variable, index) => (index === at ? { ...variable, ...change } : variable)));
  return (
    <div className={css.variables}>
      {variables.length === 0 && <p className="muted">{t('noVariables')}</p>}
      {variables.map(({ key, value }, at) => (
        <div key={at} className={css.variable}>
          <input
            className={css.input}
            aria-label={t('keyOf', { n: at + 1 })}
            placeholder={t('variableKey')}
            value={key}
            maxLength={30}
            aria-invalid={Boolean(error) || undefined}
            onChange={(event) => set(at, { key: event.target.value.trim() })}
          />
          <input
            className={css.input}
            aria-label={t('valueOf', { n: at + 1 })}
            placeholder={t('variableValue')}
            value={value}
            maxLength={500}
            onChange={(event) => set(at, { value: event.target.value })}
          />
          <IconButton
            icon="trash"
            label={t('removeVariable', { key })}
            onClick={() => onChange(variables.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {error && (
        <p className={css.fault} role="alert">
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
      <div>
        <Button icon="plus" size="sm" onClick={() => onChange([...variables, { key: '', value: '' }])}>
          {t('addVariable')}
        </Button>
      </div>
    </div>
  );
}
