import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';

/** Whether the menu shows the help page. In a file of its own for the shell; asked once a page load. */
export function useHasHelps(): boolean {
  const { actor } = useSession();
  const { data } = useQuery({ ...api.helps.pick.query(), enabled: !actor.overdue, staleTime: Infinity });
  return data !== undefined && data.length > 0;
}
