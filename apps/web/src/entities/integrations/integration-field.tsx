import { useTexts } from '../../lib/use-texts.ts';
import { SelectField } from '../../ui/index.ts';
import { integrationFieldTexts } from './integration-field.texts.ts';
import { useIntegrationPicks } from './integrations.api.ts';

interface IntegrationFieldProps {
  value: number | null;
  onChange: (id: number | null) => void;
  /** An integration must be chosen. */
  required?: boolean;
  hint?: string;
  error?: string | undefined;
}

/** Chooses an integration; its type is shown, because names alone do not say what happens. */
export function IntegrationField({ value, onChange, required = false, hint, error }: IntegrationFieldProps) {
  const t = useTexts(integrationFieldTexts);
  const { data: integrations } = useIntegrationPicks();
  const options = (integrations ?? []).map(({ id, name, type }) => ({ value: id, label: `${name} · ${t(type)}` }));
  return (
    <SelectField
      label={t('integration')}
      required={required}
      options={required ? options : [{ value: 0, label: t('none') }, ...options]}
      value={value ?? (required ? null : 0)}
      onChange={(id) => onChange(id === 0 ? null : id)}
      hint={integrations?.length === 0 ? t('noIntegrations') : hint}
      error={error}
    />
  );
}
