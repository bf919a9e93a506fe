/** The first steps of a new company. Each is computed by the server, so it is read again whenever the page is shown. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/session.tsx';
import { listen } from '../../lib/socket.ts';

export const useFirstSteps = () =>
  useQuery({
    ...api.firstSteps.show.query(),
    enabled: useCan('settings.manage'),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

/** While the steps are shown: with the first conversation the inbox takes their place. */
export function useFirstStepUpdates(isShown: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isShown) return;
    const reload = () => void client.invalidateQueries({ queryKey: api.firstSteps.show.key() });
    const stops = [listen('ticket', reload), listen('whatsapp', reload), listen('user', reload)];
    return () => stops.forEach((stop) => stop());
  }, [client, isShown]);
}

export function useReloadFirstSteps(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: api.firstSteps.show.key() });
}

export function usePutAway() {
  const client = useQueryClient();
  return async (what: 'all' | 'team'): Promise<void> => {
    await api.firstSteps.putAway({ body: { what } });
    await client.invalidateQueries({ queryKey: api.firstSteps.show.key() });
  };
}
