/** Open invitations to the company. */
import type { Invitation, InvitationDraft } from '@balcao/contract/endpoints/invitations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export type { Invitation };

/** An accepted invitation arrives as a new user. */
export function useInvitations() {
  useRefetchOnTopic('user', 'invitations');
  return useQuery(api.invitations.list.query());
}

export const useInvite = () => useChange((body: z.input<typeof InvitationDraft>) => api.invitations.create({ body }));
export const useResendInvitation = () => useChange((id: number) => api.invitations.resend({ params: { id } }));
export const useRevokeInvitation = () => useChange((id: number) => api.invitations.revoke({ params: { id } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => invalidateModule(client, 'invitations') });
}
