import type { ConnectionHealth } from '@balcao/contract/endpoints/connection-health';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type { ConnectionHealth };

/** The health of one account, computed at request time. */
export const useConnectionHealth = (id: number) =>
  useQuery({ ...api.numberHealth.show.query({ params: { id } }), staleTime: 0 });
