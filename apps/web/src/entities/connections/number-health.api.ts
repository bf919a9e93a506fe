import type { NumberHealth } from '@balcao/contract/endpoints/number-health';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type { NumberHealth };

/** How well one account is, counted at the moment it is looked at. */
export const useNumberHealth = (id: number) =>
  useQuery({ ...api.numberHealth.show.query({ params: { id } }), staleTime: 0 });
