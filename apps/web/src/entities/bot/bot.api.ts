/** Runs the bot on the server without sending or storing anything. */
import type { BotTry } from '@balcao/contract/endpoints/chatbots';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '../../lib/api.ts';

export type Attempt = z.input<typeof BotTry>;
export type Drafts = NonNullable<Attempt['drafts']>;

export const useTryBot = () => useMutation({ mutationFn: (body: Attempt) => api.chatbots.try({ body }) });

/** What a new customer gets for a first message now. */
export const useFirstReply = (whatsappId: number | undefined, text: string) =>
  useQuery({
    queryKey: ['bot', 'first-reply', whatsappId, text],
    queryFn: () => api.chatbots.try({ body: { whatsappId: whatsappId!, text } }),
    enabled: whatsappId !== undefined,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
