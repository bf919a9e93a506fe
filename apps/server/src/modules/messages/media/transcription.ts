import { buffer } from 'node:stream/consumers';
import type { Actor } from '@balcao/domain/policy/actor';
import { z } from 'zod';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Limits } from '../../../infrastructure/limits/limits.ts';
import { assertFound, refuse } from '../../../infrastructure/app-error.ts';
import { audioExtensions } from '../../../infrastructure/media/audio-extensions.ts';
import type { SafeFetch, SafeResponse } from '../../../infrastructure/safe-fetch/safe-fetch.ts';
import type { Secret } from '../../../infrastructure/secrets/secret.ts';
import type { Storage } from '../../../infrastructure/storage/storage.ts';
import type { Tickets } from '../../tickets/index.ts';
import { emitChangedIn } from '../message-events.ts';
import { transcriptionStore, type VoiceMessage } from './transcription.store.ts';

interface Deps {
  db: Db;
  storage: Storage;
  tickets: Tickets;
  limits: Limits;
  safeFetch: SafeFetch;
  /** Base URL of an OpenAI-compatible service, including the version: https://api.openai.com/v1. */
  serviceUrl: string;
  key(): Promise<Secret | undefined>;
  onError(error: unknown): void;
}
const FILE = /^([0-9a-f]{32})(?:\.\w{1,8})?$/;
/** Limit of the service. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_TEXT_LENGTH = 65_536;
const TranscriptionResponse = z.object({ text: z.string() });

/** Transcribes received voice messages; the text is stored with the message, so each is transcribed once. */
export function createTranscription({ db, storage, tickets, limits, safeFetch, serviceUrl, key, onError }: Deps) {
  /** Concurrent requests for one file share the result, so the service is paid once. */
  const inProgress = new Map<string, Promise<string>>();

  async function transcribe(actor: Actor, file: string): Promise<string> {
    const name = FILE.exec(file)?.[1] ?? refuse('ERR_TRANSCRIPTION_FILE');
    const mediaKey = `${actor.companyId}/media/${name}`;
    const voice = await db.readCompany(actor.companyId, async (tx) => {
      const message = assertFound(await transcriptionStore.byFile(tx, mediaKey), 'ERR_NO_MESSAGE_FOUND');
      const ticket = await tickets.inTx.find(tx, message.ticketId);
      tickets.requireReadable(actor, ticket);
      return message;
    });
    if (voice.transcription !== null) return voice.transcription;
    const running = inProgress.get(mediaKey);
    if (running) return running;
    const transcription = transcribeAndSave(actor, voice).finally(() => inProgress.delete(mediaKey));
    inProgress.set(mediaKey, transcription);
    return transcription;
  }

  async function transcribeAndSave(actor: Actor, voice: VoiceMessage): Promise<string> {
    const secret = (await key()) ?? refuse('ERR_NO_TRANSCRIPTION_KEY');
    await limits.use({ limit: 'transcriptions of a user', of: `${actor.companyId} ${actor.userId}` });
    const text = await requestTranscription(voice, secret);
    await db.inCompany(actor.companyId, (tx) => saveTranscription(tx, tickets, voice, text));
    return text;
  }

  async function requestTranscription(voice: VoiceMessage, secret: Secret): Promise<string> {
    const mime = (voice.mediaMime ?? '').split(';')[0]!.trim();
    const extension = audioExtensions[mime] ?? refuse('ERR_TRANSCRIPTION_FILE');
    const storedFile = await storage.open(voice.mediaKey);
    if (!storedFile) return refuse('ERR_NO_MESSAGE_FOUND');
    if (storedFile.bytes > MAX_FILE_BYTES) {
      storedFile.stream.destroy();
      return refuse('ERR_TRANSCRIPTION_FILE');
    }
    const form = new FormData();
    form.set('file', new File([await buffer(storedFile.stream)], `audio.${extension}`, { type: mime }));
    form.set('model', 'whisper-1');
    form.set('language', 'pt');
    form.set('response_format', 'json');
    const response = await postForm(form, secret);
    const { data } = TranscriptionResponse.safeParse(await response.json().catch(() => undefined));
    const text = data?.text.trim().slice(0, MAX_TEXT_LENGTH) ?? '';
    return text === '' ? refuse('ERR_TRANSCRIPTION_INVALID') : text;
  }

  async function postForm(body: FormData, secret: Secret): Promise<SafeResponse> {
    try {
      const response = await safeFetch(`${serviceUrl}/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret.reveal()}` },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_RESPONSE_BYTES,
      });
      if (response.ok) return response;
      response.body.destroy();
      // The response may repeat our key: only the status is logged.
      throw new Error(`the transcription service answered ${response.status}`);
    } catch (error) {
      onError(error);
      return refuse('ERR_TRANSCRIPTION_FAILED');
    }
  }

  return transcribe;
}
export type Transcribe = ReturnType<typeof createTranscription>;

/** Stores the text of a voice message with it. */
export async function saveTranscription(
  tx: Tx,
  tickets: Tickets,
  { id, ticketId }: Pick<VoiceMessage, 'id' | 'ticketId'>,
  text: string,
): Promise<void> {
  await transcriptionStore.save(tx, id, text);
  await emitChangedIn(tx, tickets, id, ticketId);
}
