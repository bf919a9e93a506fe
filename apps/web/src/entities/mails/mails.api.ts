/** Mail of the platform, for super users: whether it is sent, and what was kept instead. */
import type { StoredMail } from '@balcao/contract/endpoints/mails';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useCan, useSession } from '../../lib/session.tsx';

export type { StoredMail };

/** No event announces a mail. */
const REFETCH_INTERVAL_MS = 5_000;
const ALERT_INTERVAL_MS = 60_000;

export const useMails = () => useQuery({ ...api.mails.list.query(), refetchInterval: REFETCH_INTERVAL_MS });

/** For the alert on every screen: no mail leaves this server, or the mail server does not take it. */
export function useMailProblem(): 'none' | 'failing' | undefined {
  const canRead = useCan('mail.read');
  const { actor } = useSession();
  const { data } = useQuery({
    ...api.mails.list.query(),
    enabled: canRead && !actor.overdue,
    refetchInterval: ALERT_INTERVAL_MS,
  });
  if (data?.mode === 'none') return 'none';
  return data?.mode === 'send' && data.error !== null ? 'failing' : undefined;
}
