import { useState } from 'react';
import {
  useAutomaticTemplates,
  useSetAutomaticTemplates,
  type AutomaticChoice,
} from '../../entities/templates/templates.api.ts';
import { hasEmptyGap } from './connection-automatic.tsx';

/** The templates of automatic texts while a connection is edited; saved together with the connection. */
export function useAutomatic(connectionId: number | undefined, isVisible: boolean) {
  const templatesQuery = useAutomaticTemplates(connectionId ?? 0, { enabled: isVisible && connectionId !== undefined });
  const { mutateAsync: set } = useSetAutomaticTemplates();
  const [own, change] = useState<AutomaticChoice[] | null>(null);
  const [tried, setTried] = useState(false);
  return {
    chosen: own ?? templatesQuery.data,
    change,
    isChanged: own !== null,
    tried,
    /** True if every chosen template has all its values. */
    isComplete(): boolean {
      setTried(true);
      return own === null || !hasEmptyGap(own);
    },
    async save(): Promise<void> {
      if (own !== null && connectionId !== undefined) await set({ connectionId, templates: own });
    },
  };
}
