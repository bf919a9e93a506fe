/** Forms of the nodes in which a service outside answers the customer, or is notified. */
import { botTypes, webhookTypes, type IntegrationType } from '@balcao/domain/integration/integration-types';
import { voices } from '@balcao/domain/ai/voices';
import { useTexts } from '../../../lib/use-texts.ts';
import { FieldRow, NumberField, SelectField, TextField } from '../../../ui/index.ts';
import { optionsOf, type FormProps } from './form.ts';
import { KeyField } from './key-field.tsx';
import css from './panels.module.css';
import { within } from './question-forms.tsx';
import { OptionalQueue } from './routing-forms.tsx';
import { serviceTexts } from './service.texts.ts';
import { MessageText } from './text-field.tsx';

const MAX_DELAY_MS = 60_000;
const MAX_MINUTES = 43_200;
const MAX_PROMPT_LENGTH = 16_384;

const integrationsOf = (references: FormProps<'typebot'>['references'], types: readonly IntegrationType[]) =>
  references?.integrations.filter(({ type }) => types.includes(type));

export function WebhookForm({ data, set, errors, references }: FormProps<'webhook'>) {
  const t = useTexts(serviceTexts);
  const fitting = integrationsOf(references, webhookTypes);
  return (
    <>
      <p className="muted">{t('webhookText')}</p>
      {fitting?.length === 0 && <p className={css.notice}>{t('noIntegrations')}</p>}
      <SelectField
        label={t('integration')}
        required
        focusFirst
        options={optionsOf(fitting)}
        value={data.integrationId}
        error={errors.get('integrationId')}
        onChange={(integrationId) => set({ integrationId })}
      />
    </>
  );
}

export function TypebotForm(props: FormProps<'typebot'>) {
  const { data, set, references } = props;
  const t = useTexts(serviceTexts);
  const fitting = integrationsOf(references, botTypes);
  return (
    <>
      <SelectField
        label={t('integration')}
        options={[{ value: 0, label: t('ownSettings') }, ...optionsOf(fitting)]}
        value={data.integrationId ?? 0}
        onChange={(id) => set({ integrationId: id === 0 ? null : id })}
      />
      {data.integrationId === null && <TypebotFields {...props} />}
    </>
  );
}

function TypebotFields({ data, set, errors }: FormProps<'typebot'>) {
  const t = useTexts(serviceTexts);
  const text = (key: 'name' | 'url' | 'slug' | 'keywordFinish' | 'keywordRestart', required = false) => (
    <TextField
      label={t(key)}
      required={required}
      data-autofocus={key === 'name' || undefined}
      value={data[key]}
      error={errors.get(key)}
      onChange={(event) => set({ [key]: event.target.value })}
    />
  );
  return (
    <>
      {text('name', true)}
      {text('url', true)}
      {text('slug', true)}
      <FieldRow>
        <NumberField
          label={t('delay')}
          value={data.delayMs}
          onChange={(event) => set({ delayMs: within(event.target.valueAsNumber, 0, MAX_DELAY_MS) })}
        />
        <NumberField
          label={t('expires')}
          value={data.expiresMinutes}
          onChange={(event) => set({ expiresMinutes: within(event.target.valueAsNumber, 0, MAX_MINUTES) })}
        />
      </FieldRow>
      <FieldRow>
        {text('keywordFinish')}
        {text('keywordRestart')}
      </FieldRow>
      <MessageText
        label={t('restartMessage')}
        rows={2}
        value={data.restartMessage}
        onChange={(restartMessage) => set({ restartMessage })}
      />
      <MessageText
        label={t('unknownMessage')}
        rows={2}
        value={data.unknownMessage}
        onChange={(unknownMessage) => set({ unknownMessage })}
      />
    </>
  );
}

export function OpenAiForm(props: FormProps<'openai'>) {
  const { data, set, references } = props;
  const t = useTexts(serviceTexts);
  return (
    <>
      <SelectField
        label={t('companyPrompt')}
        options={[{ value: 0, label: t('ownSettings') }, ...optionsOf(references?.prompts)]}
        value={data.promptId ?? 0}
        onChange={(id) => set({ promptId: id === 0 ? null : id })}
      />
      {data.promptId === null && <OpenAiFields {...props} />}
      <NumberField
        label={t('maxTurns')}
        hint={t('maxTurnsHint')}
        min={1}
        max={20}
        value={data.maxTurns}
        onChange={(event) => set({ maxTurns: within(event.target.valueAsNumber, 1, 20) })}
      />
    </>
  );
}

function OpenAiFields({ data, set, errors, references, keys }: FormProps<'openai'>) {
  const t = useTexts(serviceTexts);
  return (
    <>
      <TextField
        label={t('name')}
        required
        data-autofocus
        value={data.name}
        error={errors.get('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <KeyField
        label={t('apiKey')}
        required
        keys={keys}
        keyRef={data.apiKeyRef}
        error={errors.get('apiKeyRef')}
        onChange={(apiKeyRef) => set({ apiKeyRef })}
      />
      <MessageText
        label={t('prompt')}
        required
        rows={6}
        maxLength={MAX_PROMPT_LENGTH}
        value={data.prompt}
        error={errors.get('prompt')}
        onChange={(prompt) => set({ prompt })}
      />
      <SelectField
        label={t('voice')}
        options={voices.map((voice) => ({ value: voice as string, label: voice }))}
        value={data.voice}
        onChange={(voice) => set({ voice })}
      />
      {data.voice !== 'texto' && (
        <>
          <KeyField
            label={t('voiceKey')}
            keys={keys}
            keyRef={data.voiceKeyRef}
            onChange={(voiceKeyRef) => set({ voiceKeyRef })}
          />
          <TextField
            label={t('voiceRegion')}
            value={data.voiceRegion}
            onChange={(event) => set({ voiceRegion: event.target.value })}
          />
        </>
      )}
      <FieldRow>
        <NumberField
          label={t('maxTokens')}
          value={data.maxTokens}
          onChange={(event) => set({ maxTokens: within(event.target.valueAsNumber, 1, 8192) })}
        />
        <NumberField
          label={t('temperature')}
          step={0.1}
          min={0}
          max={2}
          value={data.temperature}
          onChange={({ target }) => set({ temperature: Math.min(2, Math.max(0, target.valueAsNumber || 0)) })}
        />
      </FieldRow>
      <NumberField
        label={t('maxMessages')}
        value={data.maxMessages}
        onChange={(event) => set({ maxMessages: within(event.target.valueAsNumber, 1, 100) })}
      />
      <OptionalQueue
        label={t('transferQueue')}
        queueId={data.queueId}
        references={references}
        onChange={(queueId) => set({ queueId })}
      />
    </>
  );
}
