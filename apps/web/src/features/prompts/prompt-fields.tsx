/** The cards of the form of a prompt. */
import { modelProviders } from '@balcao/contract/endpoints/prompts';
import { voices } from '@balcao/domain/ai/voices';
import { useState, type ReactNode } from 'react';
import { useProviders } from '../../entities/connections/connections.api.ts';
import type { Prompt } from '../../entities/prompts/prompts.api.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { useTagPicks } from '../../entities/tags/tags.api.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  Field,
  FieldRow,
  Icon,
  MultiSelectField,
  NumberField,
  PasswordField,
  SelectField,
  SwitchRow,
  TextArea,
  TextField,
} from '../../ui/index.ts';
import css from './editor.module.css';
import { hasStoredKey, type PromptForm } from './prompt-form.ts';
import { promptTexts } from './prompts.texts.ts';
import { useVoiceText } from './voice-text.ts';

interface FieldsProps {
  form: PromptForm;
  prompt: Prompt | undefined;
}

export function MainFields({ form }: Pick<FieldsProps, 'form'>) {
  const t = useTexts(promptTexts);
  const { data: queues = [] } = useQueues();
  return (
    <section className={css.card}>
      <FieldRow>
        <TextField label={t('name')} required maxLength={100} {...form.text('name')} />
        <SelectField
          label={t('queue')}
          required
          hint={t('queueHint')}
          options={queues.map(({ id, name, color }) => ({ value: id, label: name, color }))}
          {...form.choice('queueId')}
        />
      </FieldRow>
      <TextArea
        label={t('instructions')}
        required
        rows={8}
        maxLength={16_000}
        hint={t('instructionsHint', { count: formatNumber(String(form.watch('prompt') ?? '').trim().length) })}
        {...form.text('prompt')}
      />
    </section>
  );
}

export function ServiceFields({ form, prompt }: FieldsProps) {
  const t = useTexts(promptTexts);
  const { data: channels = [] } = useProviders();
  const provider = form.watch('provider') ?? 'openai';
  // The simulated service exists where simulated phones do; a prompt that has it keeps it.
  const offered = modelProviders.filter(
    (name) => name !== 'sandbox' || channels.includes('sandbox') || prompt?.provider === 'sandbox',
  );
  const isStored = hasStoredKey(prompt, { provider, baseUrl: String(form.watch('baseUrl') ?? '') });
  return (
    <section className={css.card}>
      <FieldRow>
        <SelectField
          label={t('service')}
          options={offered.map((name) => ({ value: name, label: t(name) }))}
          {...form.choice('provider')}
        />
        <TextField
          label={t('model')}
          hint={t('modelHint')}
          maxLength={100}
          spellCheck={false}
          {...form.text('model')}
        />
      </FieldRow>
      {prompt?.keyRefusedAt && isStored && (
        <p className={css.refused}>
          <Icon name="alert" size={16} />
          {t('keyRefusedText', { at: formatDateTime(prompt.keyRefusedAt) })}
        </p>
      )}
      {provider !== 'sandbox' && (
        <FieldRow>
          <KeyField
            label={t('apiKey')}
            last4={isStored ? (prompt?.apiKeyLast4 ?? null) : null}
            hint={prompt?.apiKeyLast4 && !isStored ? t('keyAgain') : t('keyHint')}
            input={form.text('apiKey')}
          />
          <TextField
            label={t('baseUrl')}
            hint={t('baseUrlHint')}
            maxLength={300}
            inputMode="url"
            spellCheck={false}
            placeholder="https://"
            {...form.text('baseUrl')}
          />
        </FieldRow>
      )}
    </section>
  );
}

export function AnswerFields({ form, prompt }: FieldsProps) {
  const t = useTexts(promptTexts);
  const voiceText = useVoiceText();
  const voice = form.watch('voice') ?? 'texto';
  const tokens = Number(form.watch('maxTokens')) || 0;
  return (
    <section className={css.card}>
      <FieldRow columns={3}>
        <SelectField
          label={t('voice')}
          hint={voice !== 'texto' && t('voiceHint')}
          options={voices.map((name) => ({ value: name, label: voiceText(name) }))}
          {...form.choice('voice')}
        />
        <NumberField
          label={t('maxTokens')}
          required
          min={1}
          max={8192}
          // A token of Portuguese is about three quarters of a word.
          hint={t('tokensHint', { count: formatNumber(Math.round(tokens * 0.75)) })}
          {...form.number('maxTokens')}
        />
        <NumberField
          label={t('maxMessages')}
          required
          min={1}
          max={100}
          hint={t('maxMessagesHint')}
          {...form.number('maxMessages')}
        />
      </FieldRow>
      {voice !== 'texto' && (
        <FieldRow>
          <KeyField
            label={t('voiceKey')}
            last4={prompt?.voiceKeyLast4 ?? null}
            hint={t('keyHint')}
            input={form.text('voiceKey')}
          />
          <TextField
            label={t('voiceRegion')}
            required
            hint={t('voiceRegionHint')}
            maxLength={21}
            spellCheck={false}
            autoCapitalize="off"
            {...form.text('voiceRegion')}
          />
        </FieldRow>
      )}
      <Temperature form={form} />
    </section>
  );
}

const oneDigit = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function Temperature({ form }: Pick<FieldsProps, 'form'>) {
  const t = useTexts(promptTexts);
  const { value, onChange, error } = form.choice('temperature');
  return (
    <div className={css.temperature}>
      <Field label={t('temperature')} error={error}>
        {({ 'aria-labelledby': _, ...ids }) => (
          <input
            {...ids}
            type="range"
            min={0}
            max={2}
            step={0.1}
            value={value}
            aria-valuetext={oneDigit.format(value)}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
        )}
      </Field>
      <output className="num">{oneDigit.format(value)}</output>
      <div className={css.ends} aria-hidden="true">
        <span>{t('steady')}</span>
        <span>{t('loose')}</span>
      </div>
    </div>
  );
}

export function ActionFields({ form }: Pick<FieldsProps, 'form'>) {
  const t = useTexts(promptTexts);
  const { data: queues = [] } = useQueues();
  const { data: tags = [] } = useTagPicks();
  const own = form.watch('queueId');
  return (
    <section className={css.card} aria-labelledby="prompt-actions">
      <div>
        <h2 id="prompt-actions">{t('actions')}</h2>
        <p>{t('actionsText')}</p>
      </div>
      <FieldRow>
        <MultiSelectField
          label={t('transferQueues')}
          options={queues
            .filter(({ id }) => id !== own)
            .map(({ id, name, color }) => ({ value: id, label: name, color }))}
          {...form.choice('transferQueueIds')}
        />
        <MultiSelectField
          label={t('tags')}
          options={tags.map(({ id, name, color }) => ({ value: id, label: name, color }))}
          {...form.choice('tagIds')}
        />
      </FieldRow>
      <div>
        <SwitchRow label={t('canClose')} text={t('canCloseText')} {...form.toggle('canClose')} />
        <SwitchRow
          label={t('hidesPersonalData')}
          text={t('hidesPersonalDataText')}
          {...form.toggle('hidesPersonalData')}
        />
      </div>
    </section>
  );
}

interface KeyFieldProps {
  label: string;
  /** The end of the stored key; null: there is none, or it does not fit any more. */
  last4: string | null;
  hint: ReactNode;
  input: ReturnType<PromptForm['text']>;
}

/** A write-only key: shows the end of the stored one until it is replaced. */
function KeyField({ label, last4, hint, input }: KeyFieldProps) {
  const t = useTexts(promptTexts);
  const [replaced, setReplaced] = useState<string | null>(null);
  // A new key that was saved is a stored one again.
  if (last4 === null || replaced === last4)
    return <PasswordField label={label} required hint={hint} maxLength={500} autoComplete="new-password" {...input} />;
  return (
    <Field label={label} required hint={hint} as="group">
      {() => (
        <span className={css.key}>
          <span>
            <Icon name="lock" size={16} />
            {t('keyEnding', { last4 })}
          </span>
          <Button aria-label={t('replaceKeyNamed', { name: label })} onClick={() => setReplaced(last4)}>
            {t('replaceKey')}
          </Button>
        </span>
      )}
    </Field>
  );
}
