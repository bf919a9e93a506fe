import { useState } from 'react';
import {
  useAutomaticTemplates,
  useSetAutomaticTemplates,
  type AutomaticChoice,
} from '../../entities/templates/templates.api.ts';
import { hasEmptyPlaceholder } from './connection-automatic.tsx';

/** The templates of automatic texts while a connection is edited; saved together with the connection. */
export function useAutomatic(connectionId: number | undefined, isVisible: boolean) {
  const templatesQuery = useAutomaticTemplates(connectionId ?? 0, { enabled: isVisible && connectionId !== undefined });
  const { mutateAsync: set } = useSetAutomaticTemplates();
  const [changed, change] = useState<AutomaticChoice[] | null>(null);
  const [tried, setTried] = useState(false);
  return {
    chosen: changed ?? templatesQuery.data,
    change,
    isChanged: changed !== null,
    tried,
    /** True if every chosen template has all its values. */
    isComplete(): boolean {
      setTried(true);
      return changed === null || !hasEmptyPlaceholder(changed);
    },
    async save(): Promise<void> {
      if (changed !== null && connectionId !== undefined) await set({ connectionId, templates: changed });
    },
  };
}
