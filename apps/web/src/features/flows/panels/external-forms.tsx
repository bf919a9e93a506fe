/** Forms of the nodes that hand the conversation to a service outside. They are stored and not published yet. */
import { useTexts } from '../../../lib/use-texts.ts';
import { FieldRow, NumberField, SelectField, TextArea, TextField } from '../../../ui/index.ts';
import type { FormProps } from './form.ts';
import { panelTexts } from './panel.texts.ts';
import { within } from './question-forms.tsx';
import { OptionalQueue } from './routing-forms.tsx';
import css from './panels.module.css';

const MAX_DELAY_MS = 60_000;
const MAX_MINUTES = 43_200;

export function TypebotForm({ data, set, errors }: FormProps<'typebot'>) {
  const t = useTexts(panelTexts);
  const text = (key: 'name' | 'url' | 'slug' | 'keywordFinish' | 'keywordRestart', required = false) => (
    <TextField
      label={t(key)}
      required={required}
      value={data[key]}
      error={errors.get(key)}
      onChange={(event) => set({ [key]: event.target.value })}
    />
  );
  return (
    <>
      <p className={css.notice}>{t('notYet')}</p>
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
      <TextArea
        label={t('restartMessage')}
        rows={2}
        value={data.restartMessage}
        onChange={(event) => set({ restartMessage: event.target.value })}
      />
      <TextArea
        label={t('unknownMessage')}
        rows={2}
        value={data.unknownMessage}
        onChange={(event) => set({ unknownMessage: event.target.value })}
      />
    </>
  );
}

/** `texto` answers in writing; the others are voices of Brazilian Portuguese. */
const voices = [
  'texto',
  ...[
    'Francisca',
    'Antonio',
    'Brenda',
    'Donato',
    'Elza',
    'Fabio',
    'Giovanna',
    'Humberto',
    'Julio',
    'Leila',
    'Leticia',
    'Manuela',
    'Nicolau',
    'Valerio',
    'Yara',
  ].map((name) => `pt-BR-${name}Neural`),
];

export function OpenAiForm({ data, set, errors, references }: FormProps<'openai'>) {
  const t = useTexts(panelTexts);
  return (
    <>
      <p className={css.notice}>
        {t('notYet')} {t('keyNotYet')}
      </p>
      <TextField
        label={t('name')}
        required
        value={data.name}
        error={errors.get('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextArea
        label={t('prompt')}
        required
        rows={6}
        value={data.prompt}
        error={errors.get('prompt')}
        onChange={(event) => set({ prompt: event.target.value })}
      />
      <SelectField
        label={t('voice')}
        options={voices.map((voice) => ({ value: voice, label: voice }))}
        value={data.voice}
        onChange={(voice) => set({ voice })}
      />
      {data.voice !== 'texto' && (
        <TextField
          label={t('voiceRegion')}
          value={data.voiceRegion}
          onChange={(event) => set({ voiceRegion: event.target.value })}
        />
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
        label={t('queue')}
        queueId={data.queueId}
        references={references}
        onChange={(queueId) => set({ queueId })}
      />
    </>
  );
}
