import { IntegrationField } from '../../entities/integrations/integration-field.tsx';
import { PromptField } from '../../entities/prompts/prompt-field.tsx';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import { integrationTexts } from './connection-integrations.texts.ts';

/** The prompt and the integration that answer customers before they have a queue. */
export function ConnectionIntegrations({ form }: { form: ConnectionForm }) {
  const t = useTexts(integrationTexts);
  const hasIntegrations = useCan('integration.manage');
  const hasPrompts = useCan('prompt.manage');
  const hasBoth = Number(form.watch('promptId')) > 0 && Number(form.watch('integrationId')) > 0;
  return (
    <>
      {hasPrompts && (
        <PromptField
          hint={t('promptHint')}
          value={Number(form.watch('promptId')) || null}
          onChange={form.set('promptId')}
          error={form.error('promptId')}
        />
      )}
      {hasIntegrations && (
        <IntegrationField
          hint={t(hasBoth ? 'bothHint' : 'integrationHint')}
          value={Number(form.watch('integrationId')) || null}
          onChange={form.set('integrationId')}
          error={form.error('integrationId')}
        />
      )}
    </>
  );
}
