/** Chooses the approved template that replaces an automatic text outside the 24-hour window. */
import { automaticOccasions } from '@balcao/contract/endpoints/templates';
import { fillTemplate } from '@balcao/domain/message/template';
import { useRef } from 'react';
import {
  useFoundTemplates,
  useSendableTemplate,
  useSyncTemplates,
  type AutomaticChoice,
  type AutomaticOccasion,
  type Template,
} from '../../entities/templates/templates.api.ts';
import { TemplateField } from '../../entities/templates/template-field.tsx';
import { PreviewBubble } from '../../entities/variables/preview-bubble.tsx';
import { VariableChips } from '../../entities/variables/variable-chips.tsx';
import { useExample } from '../../entities/variables/variables.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, Skeleton, TextField, useToast } from '../../ui/index.ts';
import { automaticTexts } from './automatic.texts.ts';
import css from './connection-dialog.module.css';
import linking from './account-linking.module.css';

interface ConnectionAutomaticProps {
  connectionId: number;
  /** Undefined while loading. */
  chosen: readonly AutomaticChoice[] | undefined;
  onChange: (chosen: AutomaticChoice[]) => void;
  /** The user has tried to save: empty fields show an error. */
  tried: boolean;
}

export function ConnectionAutomatic({ connectionId, chosen, onChange, tried }: ConnectionAutomaticProps) {
  const t = useTexts(automaticTexts);
  const language = useLanguage();
  const { data: first, error, refetch } = useFoundTemplates(connectionId, '');
  const put = (occasion: AutomaticOccasion, choice: AutomaticChoice | undefined) =>
    onChange([...(chosen ?? []).filter((other) => other.occasion !== occasion), ...(choice ? [choice] : [])]);
  return (
    <fieldset className={linking.section}>
      <legend>{t('title')}</legend>
      <p>{t('text')}</p>
      {error ? (
        <ErrorState compact text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : !first || !chosen ? (
        <Skeleton height={34} />
      ) : first.length === 0 ? (
        <None connectionId={connectionId} />
      ) : (
        automaticOccasions.map((occasion) => (
          <Occasion
            key={occasion}
            occasion={occasion}
            connectionId={connectionId}
            choice={chosen.find((item) => item.occasion === occasion)}
            onChange={(choice) => put(occasion, choice)}
            tried={tried}
          />
        ))
      )}
    </fieldset>
  );
}

/** True if a placeholder has no value. Placeholder names are known only after a template is chosen. */
export const hasEmptyPlaceholder = (chosen: readonly AutomaticChoice[]): boolean =>
  chosen.some(({ values }) => Object.values(values).some((value) => value.trim() === ''));

interface OccasionProps {
  occasion: AutomaticOccasion;
  connectionId: number;
  choice: AutomaticChoice | undefined;
  onChange: (choice: AutomaticChoice | undefined) => void;
  tried: boolean;
}

function Occasion({ occasion, connectionId, choice, onChange, tried }: OccasionProps) {
  const t = useTexts(automaticTexts);
  const occasionText = t(occasion);
  const template = useSendableTemplate(connectionId, choice?.templateId ?? null);
  const choose = (next: Template | null) => {
    // Most templates begin with the contact's name.
    const values = next?.gaps.map(({ key }, at) => [key, at === 0 ? '{{firstName}}' : '']) ?? [];
    onChange(
      next
        ? { occasion, templateId: next.id, values: Object.fromEntries(values) as Record<string, string> }
        : undefined,
    );
  };
  return (
    <>
      <TemplateField
        label={t('instead', { what: occasionText })}
        none={t('none')}
        whatsappId={connectionId}
        templateId={choice?.templateId ?? null}
        chosen={template}
        onChange={choose}
        hint={template?.body}
      />
      {choice && template && template.gaps.length > 0 && (
        <div className={css.unfolded}>
          {template.gaps.map(({ key, name }) => {
            const value = choice.values[key] ?? '';
            return (
              <GapField
                key={key}
                label={t('gap', { what: occasionText, gap: `{{${name}}}` })}
                value={value}
                error={tried && value.trim() === '' && t('required')}
                onChange={(text) => onChange({ ...choice, values: { ...choice.values, [key]: text } })}
              />
            );
          })}
          <TemplatePreview template={template} values={choice.values} />
        </div>
      )}
    </>
  );
}

/** The template with its values. Variables are filled first: the template may have placeholders of the same names. */
function TemplatePreview({ template, values }: { template: Template; values: Readonly<Record<string, string>> }) {
  const example = useExample();
  const examples = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, example(value)]));
  const { title, text, footer } = fillTemplate(template, examples);
  return <PreviewBubble text={[title, text, footer].filter(Boolean).join('\n')} />;
}

interface GapFieldProps {
  label: string;
  value: string;
  error: string | false;
  onChange: (text: string) => void;
}

/** What fills a placeholder of the template: a text, or variables. */
function GapField({ onChange, ...field }: GapFieldProps) {
  const box = useRef<HTMLInputElement>(null);
  return (
    <div className={css.gap}>
      <TextField
        {...field}
        ref={box}
        required
        maxLength={1024}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <VariableChips label={field.label} area={box} onInsert={onChange} />
    </div>
  );
}

function None({ connectionId }: { connectionId: number }) {
  const t = useTexts(automaticTexts);
  const toast = useToast();
  const sync = useSyncTemplates();
  return (
    <div className={linking.check}>
      <span>{t('noTemplates')}</span>
      <Button
        size="sm"
        icon="refresh"
        busy={sync.isPending}
        onClick={() =>
          sync.mutate(connectionId, {
            onSuccess: ({ count }) => toast.done(t('synced', { count })),
            onError: toast.failed,
          })
        }
      >
        {t('sync')}
      </Button>
    </div>
  );
}
