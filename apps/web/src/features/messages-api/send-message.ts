/** One call of the send API with a typed token, as another program makes it. */
import { messages } from '@balcao/contract/endpoints/messages';
import type { ResponseData } from '@balcao/contract/kernel/endpoint';
import { useRef } from 'react';
import { ApiError, request } from '../../lib/http.ts';
import { newKey } from '../../lib/new-key.ts';

export const SEND_PATH = messages.sendByToken.path;
type SendReply = ResponseData<typeof messages.sendByToken>;
export type SendFields = Record<string, string | number | boolean>;

export interface Outcome {
  ms: number;
  status: number;
  body: unknown;
  /** Only of a message that was accepted. */
  ticketId?: number;
}

/** Sends the message. A repetition after a lost reply has the same idempotency key, so it sends nothing twice. */
export function useSendMessage() {
  const attempt = useRef<{ content: string; key: string }>(undefined);
  return async (token: string, fields: SendFields, file: File | undefined): Promise<Outcome> => {
    const content = JSON.stringify([token, fields, file && [file.name, file.size, file.lastModified]]);
    if (attempt.current?.content !== content) attempt.current = { content, key: newKey() };
    const start = performance.now();
    const reply = await request<SendReply>({
      method: 'POST',
      path: SEND_PATH,
      token,
      body: file ? formOf(fields, file) : fields,
      key: attempt.current.key,
    });
    attempt.current = undefined;
    return { ms: performance.now() - start, status: 200, body: reply, ticketId: reply.ticketId };
  };
}

/** The reply to a refused call, as the server sent it; undefined if there was none. */
export const refusalOf = (error: unknown, ms: number): Outcome | undefined =>
  error instanceof ApiError
    ? {
        ms,
        status: error.status,
        body: { error: error.code, message: error.message, ...(error.fields && { fields: error.fields }) },
      }
    : undefined;

function formOf(fields: SendFields, file: File): FormData {
  const form = new FormData();
  // Fields precede the file, so that a server that streams the body has read them before the file.
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('medias', file);
  return form;
}
