/** The fields of each type of integration. */
import { integrationLanguages, type Integration } from '@balcao/contract/endpoints/integrations';
import { FlowField } from '../../entities/flows/flow-field.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, NumberField, PasswordField, SelectField, TextArea, TextField } from '../../ui/index.ts';
import type { IntegrationForm } from './integration-form.ts';
import { integrationFormTexts } from './integration-form.texts.ts';
import css from './integrations.module.css';
import { sendsWebhooks } from './sends-webhooks.ts';
import { ServiceAccountField } from './service-account-field.tsx';
import { SecretRow } from './signing-secret.tsx';

export interface FieldsProps {
  form: IntegrationForm;
  /** Undefined for a new integration. */
  existing: Integration | undefined;
  /** A new signing secret, which is shown only now. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
}

const languageTexts = { 'pt-BR': 'portuguese', en: 'english', es: 'spanish' } as const;

export function DialogflowFields({ form, existing }: FieldsProps) {
  const t = useTexts(integrationFormTexts);
  return (
    <>
      <ServiceAccountField form={form} storedEmail={existing?.serviceAccountEmail ?? null} />
      <FieldRow>
        <TextField
          label={t('projectName')}
          required
          hint={t('projectHint')}
          spellCheck={false}
          {...form.text('projectName')}
        />
        <SelectField
          label={t('language')}
          required
          options={integrationLanguages.map((key) => ({ value: key, label: t(languageTexts[key]) }))}
          {...form.choice('language')}
        />
      </FieldRow>
    </>
  );
}

export function WebhookFields({ form, existing, secret, onSecret }: FieldsProps) {
  const t = useTexts(integrationFormTexts);
  const hasStored = existing?.hasHeaderValue === true;
  const isMoved = hasStored && existing.urlN8N !== (form.watch('urlN8N') ?? '').trim();
  return (
    <>
      <TextField
        label={t('url')}
        required
        hint={t('urlHint')}
        inputMode="url"
        placeholder="https://"
        spellCheck={false}
        {...form.text('urlN8N')}
      />
      <fieldset className={css.group}>
        <legend>{t('header')}</legend>
        <FieldRow>
          <TextField
            label={t('headerName')}
            placeholder="Authorization"
            spellCheck={false}
            autoComplete="off"
            {...form.text('headerName')}
          />
          <PasswordField
            label={t('headerValue')}
            autoComplete="off"
            hint={hasStored && t(isMoved ? 'headerAgain' : 'headerStored')}
            {...form.text('headerValue')}
          />
        </FieldRow>
      </fieldset>
      {existing && sendsWebhooks(existing.type) && (
        <SecretRow integration={existing} secret={secret} onSecret={onSecret} />
      )}
    </>
  );
}

export function TypebotFields({ form }: FieldsProps) {
  const t = useTexts(integrationFormTexts);
  return (
    <>
      <FieldRow>
        <TextField
          label={t('typebotUrl')}
          required
          hint={t('typebotUrlHint')}
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
          {...form.text('urlN8N')}
        />
        <TextField label={t('slug')} required hint={t('slugHint')} spellCheck={false} {...form.text('typebotSlug')} />
      </FieldRow>
      <FieldRow>
        <NumberField label={t('delay')} min={0} {...form.number('typebotDelayMessage')} />
        <NumberField label={t('expires')} min={0} hint={t('expiresHint')} {...form.number('typebotExpires')} />
      </FieldRow>
      <FieldRow>
        <TextField label={t('keywordFinish')} hint={t('keywordFinishHint')} {...form.text('typebotKeywordFinish')} />
        <TextField label={t('keywordRestart')} {...form.text('typebotKeywordRestart')} />
      </FieldRow>
      <TextArea label={t('restartMessage')} rows={2} {...form.text('typebotRestartMessage')} />
      <TextArea label={t('unknownMessage')} rows={2} {...form.text('typebotUnknownMessage')} />
    </>
  );
}

export function FlowbuilderFields({ form }: FieldsProps) {
  const t = useTexts(integrationFormTexts);
  return (
    <FlowField
      label={t('flow')}
      hint={t('flowHint')}
      value={form.watch('flowId') ?? null}
      onChange={form.set('flowId')}
      error={form.error('flowId')}
    />
  );
}
