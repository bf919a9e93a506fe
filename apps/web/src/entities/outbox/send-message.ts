/** Sends one pending message: text as JSON, files as a form with progress. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { ApiError, authorized, NetworkError } from '../../lib/api.ts';
import { request } from '../../lib/http.ts';
import { upload } from '../../lib/upload.ts';

export interface OutgoingMessage {
  clientKey: string;
  at: string;
  ticketId: number;
  body: string;
  isPrivate: boolean;
  signed: boolean;
  /** The audio among the files was recorded here. */
  voice: boolean;
  quotedMsg: Message['quotedMsg'];
  /** Colleagues mentioned in an internal note. */
  mentions: readonly number[];
  vCard: { name: string; number: string } | null;
  files: readonly { file: File; caption: string }[];
}

interface SendOptions {
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

export function sendMessage(message: OutgoingMessage, { signal, onProgress }: SendOptions): Promise<Message[]> {
  const { clientKey: key, ticketId, quotedMsg } = message;
  const path = `/messages/${ticketId}`;
  if (message.files.length > 0) return upload({ path, form: formOf(message), key, signal, onProgress });
  const { body, isPrivate, signed, mentions, vCard } = message;
  const payload = {
    body,
    isPrivate,
    signed,
    clientKey: key,
    ...(quotedMsg && { quotedMsg: { id: quotedMsg.id } }),
    ...(vCard && { vCard }),
    ...(mentions.length > 0 && { mentions }),
  };
  return authorized((token) => request<Message[]>({ method: 'POST', path, body: payload, token, signal, key }));
}

function formOf({ clientKey, isPrivate, signed, voice, quotedMsg, files }: OutgoingMessage): FormData {
  const form = new FormData();
  // Fields precede the files, so that a server that streams the body has read them before the files.
  form.set('clientKey', clientKey);
  form.set('isPrivate', String(isPrivate));
  form.set('signed', String(signed));
  form.set('voice', String(voice));
  if (quotedMsg) form.set('quotedMsg', String(quotedMsg.id));
  for (const { caption } of files) form.append('body', caption);
  for (const { file } of files) form.append('medias', file, file.name);
  return form;
}

/** Retried automatically: no connection, an overloaded server, or an ended session, which opens the sign-in page. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && retryableStatuses.has(error.status)) || isBusy(error);

const retryableStatuses = new Set([401, 429, 502, 503, 504]);
/** The same key is still being processed; the reply is available in a moment. */
const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_IDEMPOTENCY_BUSY';
