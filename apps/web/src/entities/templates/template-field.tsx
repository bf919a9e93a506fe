import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SelectField } from '../../ui/index.ts';
import { useFoundTemplates, type Template } from './templates.api.ts';

const TYPING_PAUSE_MS = 300;
/** Stands for no template: select fields have no empty value. */
const NONE = 0;

interface TemplateFieldProps {
  label: string;
  /** The label of the choice without a template. */
  none: string;
  whatsappId: number;
  templateId: number | null;
  /** The chosen template, once it is loaded. */
  chosen: Template | undefined;
  onChange: (template: Template | null) => void;
  hint?: string | undefined;
  error?: string | undefined;
}

/** Chooses an approved template of a connection. The server searches: a connection can have thousands of them. */
export function TemplateField({ none, whatsappId, templateId, chosen, onChange, ...frame }: TemplateFieldProps) {
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS);
  const { data: found = [] } = useFoundTemplates(whatsappId, searched);
  const options = found.map((template) => ({ value: template.id, label: labelOf(template) }));
  return (
    <SelectField
      {...frame}
      options={searched === '' ? [{ value: NONE, label: none }, ...options] : options}
      value={templateId ?? NONE}
      chosenLabel={chosen && labelOf(chosen)}
      onSearch={setSearch}
      onChange={(id) => onChange(found.find((template) => template.id === id) ?? null)}
    />
  );
}

const labelOf = ({ name, language }: Template): string => `${name} (${language})`;
