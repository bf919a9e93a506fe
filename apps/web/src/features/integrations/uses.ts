import type { IntegrationUses } from '@balcao/contract/endpoints/integrations';
import { useTexts } from '../../lib/use-texts.ts';
import { integrationTexts } from './integrations.texts.ts';

/** What sends customers to an integration, one text each. */
export function useUses(): (uses: IntegrationUses) => string[] {
  const t = useTexts(integrationTexts);
  return ({ connections, queues, options, flows }) => [
    ...connections.map(({ name }) => t('byConnection', { name })),
    ...queues.map(({ name }) => t('byQueue', { name })),
    ...options.map(({ name, queueName }) => t('byOption', { name, queue: queueName })),
    ...flows.map(({ name }) => t('byFlow', { name })),
  ];
}
