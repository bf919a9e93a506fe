/** One pending message on its way to the server: plain words as JSON, files as a form that tells how far it has come. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { ApiError, authorised, NetworkError } from '../../lib/api.ts';
import { plainCall } from '../../lib/plain-call.ts';
import { upload } from '../../lib/upload.ts';

export interface Wish {
  clientKey: string;
  at: string;
  ticketId: number;
  body: string;
  isPrivate: boolean;
  signed: boolean;
  /** The sound among the files was recorded here. */
  voice: boolean;
  quotedMsg: Message['quotedMsg'];
  /** Colleagues named in a note. */
  mentions: readonly number[];
  vCard: { name: string; number: string } | null;
  files: readonly { file: File; caption: string }[];
}

interface How {
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

export function carry(wish: Wish, { signal, onProgress }: How): Promise<Message[]> {
  const { clientKey: key, ticketId, quotedMsg } = wish;
  const path = `/messages/${ticketId}`;
  if (wish.files.length > 0) return upload({ path, form: formOf(wish), key, signal, onProgress });
  const { body, isPrivate, signed, mentions, vCard } = wish;
  const said = {
    body,
    isPrivate,
    signed,
    clientKey: key,
    ...(quotedMsg && { quotedMsg: { id: quotedMsg.id } }),
    ...(vCard && { vCard }),
    ...(mentions.length > 0 && { mentions }),
  };
  return authorised((token) => plainCall<Message[]>({ method: 'POST', path, body: said, token, signal, key }));
}

function formOf({ clientKey, isPrivate, signed, voice, quotedMsg, files }: Wish): FormData {
  const form = new FormData();
  // Fields go before the files: a server that reads as it comes knows them by then.
  form.set('clientKey', clientKey);
  form.set('isPrivate', String(isPrivate));
  form.set('signed', String(signed));
  form.set('voice', String(voice));
  if (quotedMsg) form.set('quotedMsg', String(quotedMsg.id));
  for (const { caption } of files) form.append('body', caption);
  for (const { file } of files) form.append('medias', file, file.name);
  return form;
}

/** Worth trying again by itself: no line, a crowd at the door, or an ended session that leads to the sign-in page. */
export const mayPass = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && passing.has(error.status)) || isBusy(error);

const passing = new Set([401, 429, 502, 503, 504]);
/** The same wish is still being worked on: its answer can be had in a moment. */
const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_IDEMPOTENCY_BUSY';
