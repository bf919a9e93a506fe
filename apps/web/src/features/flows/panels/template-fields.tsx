/** An approved template and the values of its placeholders. */
import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import type { TemplateChoice } from '@balcao/domain/flow/document';
import { useEffect, useEffectEvent } from 'react';
import {
  useSendableTemplate,
  type Template,
  type TemplatePlaceholder,
} from '../../../entities/templates/templates.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import css from './panels.module.css';
import { panelTexts } from './panel.texts.ts';
import { ValueText } from './text-field.tsx';

type TemplateRow = FlowReferences['templates'][number];

export const templateOptions = (references: FlowReferences | undefined) =>
  references?.templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })) ?? [];

interface TemplateValuesProps {
  choice: TemplateChoice;
  /** Where the choice is in the node's data. */
  path: string;
  references: FlowReferences | undefined;
  errors: ReadonlyMap<string, string>;
  onChange: (values: Record<string, string>) => void;
}

/** The text of the chosen template and one field for each of its placeholders. */
export function TemplateValues({ references, choice, ...props }: TemplateValuesProps) {
  const row = references?.templates.find(({ id }) => id === choice.templateId);
  return row && <ValuesOf key={row.id} row={row} values={choice.values} {...props} />;
}

const MAX_VALUE = 1024;

function ValuesOf({
  row,
  values,
  path,
  errors,
  onChange,
}: Omit<TemplateValuesProps, 'choice' | 'references'> & { row: TemplateRow; values: Record<string, string> }) {
  const t = useTexts(panelTexts);
  const template = useSendableTemplate(row.whatsappId, row.id);
  // A placeholder without an entry would not be missed when the flow is checked.
  const complete = useEffectEvent((gaps: readonly TemplatePlaceholder[]) => {
    if (gaps.every(({ key }) => Object.hasOwn(values, key))) return;
    // Most templates begin with the contact's name.
    onChange(Object.fromEntries(gaps.map(({ key }, at) => [key, values[key] ?? (at === 0 ? '{{firstName}}' : '')])));
  });
  useEffect(() => {
    if (template) complete(template.gaps);
  }, [template]);
  if (!template) return null;
  return (
    <>
      <div className={css.preview} role="note" aria-label={t('templateText')}>
        <span className={css.previewTitle}>{t('templateText')}</span>
        <span className={css.bubble}>{template.body}</span>
      </div>
      {template.gaps.map((gap) => (
        <ValueText
          key={gap.key}
          label={labelOf(template, gap, t)}
          required
          maxLength={MAX_VALUE}
          value={values[gap.key] ?? ''}
          error={errors.get(`${path}values.${gap.key}`)}
          onChange={(text) => onChange({ ...values, [gap.key]: text })}
        />
      ))}
    </>
  );
}

const labelOf = (
  { buttons }: Template,
  { where, name }: TemplatePlaceholder,
  t: ReturnType<typeof useTexts<keyof typeof panelTexts>>,
): string =>
  where === 'button'
    ? t('templateButton', { name: buttons[Number(name)]?.text ?? name })
    : t(where === 'header' ? 'templateHeader' : 'templateBody', { name: `{{${name}}}` });
