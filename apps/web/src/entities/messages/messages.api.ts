/** Actions on existing messages. Each passes the stored messages to `onSaved`. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type { Message };

/** The callbacks run even if the button that started it is gone. */
export const useResend = (on: { saved(message: Message): void; failed(error: unknown, message: Message): void }) =>
  useMutation({
    mutationFn: ({ id }: Message) => api.messages.resend({ params: { id } }),
    onSuccess: on.saved,
    onError: on.failed,
  });

export const useRemoveMessage = () =>
  useMutation({ mutationFn: (id: number) => api.messages.remove({ params: { id } }) });

/** An empty emoji removes the reaction. */
export const useReact = (onSaved: (messages: Message[]) => void) =>
  useMutation({
    mutationFn: ({ ticketId, messageId, emoji }: { ticketId: number; messageId: number; emoji: string }) =>
      api.messages.send({ params: { ticketId }, body: { reaction: { messageId, emoji } } }),
    onSuccess: onSaved,
  });

export const useForward = () =>
  useMutation({
    mutationFn: (body: { messageId: number[]; contactId: number; signMessage: boolean }) =>
      api.messages.forward({ body }),
  });

/** Requested once per message; the text stays in memory while the page is open. */
export const useTranscription = (messageId: number, file: string | null, isEnabled: boolean) =>
  useQuery({
    queryKey: ['messages', 'transcription', messageId],
    queryFn: ({ signal }) => api.messages.transcribe({ params: { file: file! } }, { signal }),
    enabled: isEnabled && file !== null,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
