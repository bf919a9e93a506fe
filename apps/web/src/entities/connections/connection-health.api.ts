import type { ConnectionHealth } from '@balcao/contract/endpoints/connection-health';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type { ConnectionHealth };

/** How well one account is, counted at the moment it is looked at. */
export const useConnectionHealth = (id: number) =>
  useQuery({ ...api.numberHealth.show.query({ params: { id } }), staleTime: 0 });
