/** What starts a flow, in sentences. */
import { useCallback } from 'react';
import type { Flow } from '@balcao/contract/endpoints/flows';
import { useTexts } from '../../../lib/use-texts.ts';
import type { IconName } from '../../../ui/index.ts';
import { flowTexts } from './flows.texts.ts';

interface Start {
  icon: IconName;
  text: string;
}

export function useStarts(): (uses: Flow['usedBy']) => Start[] {
  const t = useTexts(flowTexts);
  return useCallback(
    ({ connections, phrases, queues, options, integrations, flows }) => {
      const as = (kind: 'welcome' | 'notPhrase') => connections.filter((connection) => connection.as === kind);
      const start = (
        icon: IconName,
        key: 'welcome' | 'notPhrase' | 'phrases' | 'queues' | 'options' | 'integrations' | 'flows',
        names: readonly string[],
      ): Start[] => (names.length === 0 ? [] : [{ icon, text: t(key, { names: names.join(', ') }) }]);
      const nameOf = ({ name }: { name: string }) => name;
      return [
        ...start('flag', 'welcome', as('welcome').map(nameOf)),
        ...start(
          'phrase',
          'phrases',
          phrases.map(({ name }) => `“${name}”`),
        ),
        ...start('clock', 'notPhrase', as('notPhrase').map(nameOf)),
        ...start('layers', 'queues', queues.map(nameOf)),
        ...start(
          'list',
          'options',
          options.map(({ name, queueName }) => t('option', { name, queue: queueName })),
        ),
        ...start('plug', 'integrations', integrations.map(nameOf)),
        ...start('flow', 'flows', flows.map(nameOf)),
      ];
    },
    [t],
  );
}
