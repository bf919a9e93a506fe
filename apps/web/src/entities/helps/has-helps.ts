import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, invalidateModule } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { listen } from '../../lib/socket.ts';

/** Whether the menu shows the help page. In a file of its own for the shell; asked once, then when videos change. */
export function useHasHelps(): boolean {
  const { actor } = useSession();
  const client = useQueryClient();
  useEffect(() => listen('help', () => void invalidateModule(client, 'helps')), [client]);
  const { data } = useQuery({ ...api.helps.pick.query(), enabled: !actor.overdue, staleTime: Infinity });
  return data !== undefined && data.length > 0;
}
