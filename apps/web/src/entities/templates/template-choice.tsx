import { PlaceholderFields } from './placeholder-fields.tsx';
import { TemplateField } from './template-field.tsx';
import { useSendableTemplate, type PlaceholderValues } from './templates.api.ts';

/** Stands for no template: select fields have no empty value. */
const NONE = 0;

interface TemplateChoiceProps {
  whatsappId: number;
  /** The form of a draft with a template and its values. */
  form: {
    choice: (name: 'templateId') => { value: number; onChange: (id: number) => void; error: string | undefined };
    watch: (name: 'templateValues') => PlaceholderValues;
    set: (name: 'templateValues') => (values: Record<string, string>) => void;
    error: (name: 'templateValues') => string | undefined;
    invalidFields: readonly string[];
    attempts: number;
  };
  texts: {
    label: string;
    hint?: string;
    none: string;
    placeholder: (name: string) => string;
    placeholderHint?: string;
  };
  /** The class of the text of the template; without one only its placeholders are shown. */
  bodyClass?: string | undefined;
}

/** The template of a draft and its placeholders. */
export function TemplateChoice({ whatsappId, form, texts, bodyClass }: TemplateChoiceProps) {
  const { value, onChange, error } = form.choice('templateId');
  const templateId = value === NONE ? null : value;
  const chosen = useSendableTemplate(whatsappId, templateId);
  return (
    <>
      <TemplateField
        label={texts.label}
        hint={texts.hint}
        none={texts.none}
        whatsappId={whatsappId}
        templateId={templateId}
        chosen={chosen}
        error={error}
        onChange={(template) => onChange(template?.id ?? NONE)}
      />
      {chosen && bodyClass && <p className={bodyClass}>{chosen.body}</p>}
      {chosen && (
        <PlaceholderFields
          template={chosen}
          values={form.watch('templateValues')}
          onChange={form.set('templateValues')}
          label={texts.placeholder}
          hint={texts.placeholderHint}
          error={() => form.error('templateValues')}
          attempt={form.invalidFields.length === 1 ? form.attempts : 0}
        />
      )}
    </>
  );
}
