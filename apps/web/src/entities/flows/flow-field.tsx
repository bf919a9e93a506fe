import { useTexts } from '../../lib/use-texts.ts';
import { SelectField } from '../../ui/index.ts';
import { flowFieldTexts } from './flow-field.texts.ts';
import { useFlowPicks } from './flow-picks.api.ts';

interface FlowFieldProps {
  label: string;
  value: number | null;
  onChange: (id: number | null) => void;
  /** Label of the choice without a flow; without it a flow must be chosen. */
  none?: string;
  hint?: string;
  error?: string | undefined;
}

/** Chooses a flow. Inactive ones start nothing and are marked. */
export function FlowField({ label, value, onChange, none, hint, error }: FlowFieldProps) {
  const t = useTexts(flowFieldTexts);
  const { data: flows } = useFlowPicks();
  const options = (flows ?? []).map(({ id, name, active }) => ({
    value: id,
    label: active ? name : t('inactive', { name }),
  }));
  return (
    <SelectField
      label={label}
      required={none === undefined}
      options={none === undefined ? options : [{ value: 0, label: none }, ...options]}
      value={value ?? (none === undefined ? null : 0)}
      onChange={(id) => onChange(id === 0 ? null : id)}
      hint={flows?.length === 0 ? t('noFlows') : hint}
      error={error}
    />
  );
}
