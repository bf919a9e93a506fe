import { useState } from 'react';
import { useSession } from '../../../lib/session.tsx';
import type { PlaceholderValues, Template, TemplatePlaceholder } from '../../../entities/templates/templates.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { TextField } from '../../../ui/index.ts';
import { formatDate } from '../../../lib/format.ts';
import css from './templates.module.css';
import { templateTexts } from './templates.texts.ts';

/** Values offered for a placeholder. */
export interface TemplateContactInfo {
  contactName: string;
  protocol: string;
}

interface TemplateFieldsProps {
  template: Template;
  contactInfo: TemplateContactInfo;
  values: PlaceholderValues;
  onChange: (key: string, value: string) => void;
  /** The form was submitted: empty fields are shown as errors. */
  tried: boolean;
}

/** One field per placeholder, with its usual values. */
export function TemplateFields({ template, contactInfo, values, onChange, tried }: TemplateFieldsProps) {
  const t = useTexts(templateTexts);
  const { user } = useSession();
  const [today] = useState(() => formatDate(Date.now()));
  const suggestions = (
    [
      ['firstName', contactInfo.contactName.trim().split(/\s+/, 1)[0] ?? ''],
      ['name', contactInfo.contactName],
      ['userName', user.name],
      ['protocol', contactInfo.protocol],
      ['date', today],
    ] as const
  ).filter(([, value]) => value !== '');
  if (template.gaps.length === 0) return <p className="muted">{t('noGaps')}</p>;
  return template.gaps.map((gap, at) => {
    const label = labelOf(template, gap, t);
    const value = values[gap.key] ?? '';
    return (
      <div key={gap.key} className={css.placeholder}>
        <TextField
          label={label}
          required
          maxLength={1024}
          autoComplete="off"
          data-autofocus={at === 0 || undefined}
          value={value}
          onChange={(event) => onChange(gap.key, event.target.value)}
          hint={linkHint(template, gap, t)}
          error={tried && value.trim() === '' && t('required')}
        />
        {gap.where !== 'button' && (
          <div className={css.suggestions}>
            {suggestions.map(([suggestionKey, suggestion]) => (
              <button
                key={suggestionKey}
                type="button"
                className={css.suggestion}
                aria-label={t('fillWith', { field: label, value: t(suggestionKey) })}
                title={suggestion}
                onClick={() => onChange(gap.key, suggestion)}
              >
                {t(suggestionKey)}
              </button>
            ))}
          </div>
        )}
      </div>
    );
  });
}

type Translate = ReturnType<typeof useTexts<keyof typeof templateTexts>>;

const labelOf = (template: Template, { where, name }: TemplatePlaceholder, t: Translate): string =>
  where === 'button'
    ? t('button', { name: template.buttons[Number(name)]?.text ?? name })
    : t(where, { name: `{{${name}}}` });

/** The start of a link is fixed by the approval; only its end is filled in. */
function linkHint(template: Template, { where, name }: TemplatePlaceholder, t: Translate): string | undefined {
  const button = where === 'button' ? template.buttons[Number(name)] : undefined;
  return button?.type === 'url' ? t('buttonHint', { link: button.value }) : undefined;
}
