import { MAX_JSON_CONTENT_LENGTH } from '@balcao/contract/endpoints/integrations';
import { useRef } from 'react';
import { useTestSession } from '../../entities/integrations/integrations.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, FileInput, Icon, TextArea, useFileDrop } from '../../ui/index.ts';
import { accountOf, type IntegrationForm } from './integration-form.ts';
import { integrationFormTexts } from './integration-form.texts.ts';
import css from './integrations.module.css';

interface ServiceAccountFieldProps {
  form: IntegrationForm;
  /** `client_email` of the stored account; null without one. */
  storedEmail: string | null;
}

/** The service account file: dropped, chosen or pasted. The private key is not shown once it was read. */
export function ServiceAccountField({ form, storedEmail }: ServiceAccountFieldProps) {
  const t = useTexts(integrationFormTexts);
  const input = useRef<HTMLInputElement>(null);
  const json = form.watch('jsonContent') ?? '';
  const account = accountOf(json);
  const take = (text: string) => {
    form.set('jsonContent')(text);
    const project = accountOf(text)?.project;
    if (project && form.watch('projectName') === '') form.set('projectName')(project);
  };
  const takeFile = async (file: File | undefined) => {
    // One character more shows that the file is too long, without reading all of it.
    if (file) take(await file.slice(0, MAX_JSON_CONTENT_LENGTH + 1).text());
  };
  const { isOver, ...drop } = useFileDrop((file) => void takeFile(file));
  if (account)
    return (
      <div className={css.account}>
        <Icon name="check-c" />
        <span>{t('jsonTaken', { email: account.email })}</span>
        <Button size="sm" onClick={() => form.set('jsonContent')('')}>
          {t('replace')}
        </Button>
        <SessionTest form={form} />
      </div>
    );
  return (
    <div className={cx(css.drop, isOver && css.over)} {...drop}>
      <TextArea
        label={t('jsonContent')}
        required={storedEmail === null}
        hint={storedEmail === null ? t('jsonHint') : `${t('jsonStored', { email: storedEmail })} ${t('jsonHint')}`}
        rows={4}
        className={css.mono}
        autoComplete="off"
        spellCheck={false}
        {...form.text('jsonContent')}
        onChange={(event) => take(event.target.value)}
        value={json}
      />
      <div>
        <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
          {t('chooseFile')}
        </Button>
      </div>
      <FileInput
        inputRef={input}
        label={t('chooseFile')}
        accept=".json,application/json"
        onFile={(file) => void takeFile(file)}
      />
    </div>
  );
}

/** Sends a greeting with the account that is not saved yet. */
function SessionTest({ form }: { form: IntegrationForm }) {
  const t = useTexts(integrationFormTexts);
  const language = useLanguage();
  const test = useTestSession();
  const projectName = form.watch('projectName') ?? '';
  const run = () =>
    test.mutate({
      projectName,
      jsonContent: form.watch('jsonContent') ?? '',
      language: form.watch('language') ?? 'pt-BR',
    });
  return (
    <>
      <Button size="sm" icon="play" disabled={projectName === ''} busy={test.isPending} onClick={run}>
        {t('testNow')}
      </Button>
      <div className={css.session} role="status">
        {test.data && (
          <>
            <b>{t('testAnswered')}</b>
            {test.data.messages.map((message, at) => (
              // Replies have no id and never change.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at}>{message}</span>
            ))}
          </>
        )}
        {test.error && <span className={css.bad}>{errorText(test.error, language)}</span>}
      </div>
    </>
  );
}
