import { useCallback } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { agentNameTexts } from './agent-name.texts.ts';

/** The name of an agent in numbers and reports. The server has no name of a deleted user, whose number is shown instead. */
export function useAgentName(): (id: number, name: string) => string {
  const t = useTexts(agentNameTexts);
  return useCallback((id, name) => (name === '' ? t('removedUser', { id }) : name), [t]);
}
